SELECT count(*) FROM mails /*index*/ WHERE /*where*/ 1;
