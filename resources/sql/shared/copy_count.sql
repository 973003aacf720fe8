SELECT count(*) FROM /*table*/
