-- What stands between the marks is put in by copywriter.cpp.
INSERT INTO /*table*/ (/*columns*/) VALUES (/*values*/)
