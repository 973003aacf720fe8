DELETE FROM /*table*/
