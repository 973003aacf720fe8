SELECT count(*) FROM mails /*index*/ WHERE /*where*/ TRUE;
