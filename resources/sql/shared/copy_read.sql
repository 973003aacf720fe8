-- What stands between the marks is put in by copyreader.cpp.
SELECT /*columns*/ FROM /*table*/ WHERE /*where*/ TRUE ORDER BY /*key*/ LIMIT :max
