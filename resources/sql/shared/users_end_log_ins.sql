UPDATE users SET token_version = token_version + :now;
