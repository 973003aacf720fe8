-- What stands between the marks is put in by copywriter.cpp.
INSERT INTO /*table*/ (/*columns*/)
SELECT /*values*/ FROM json_to_recordset(CAST(:rows AS json)) AS r (/*types*/)
