-- What the writers of all services committed last. The full text index is not in it.
SELECT COALESCE(string_agg(run || ' ' || mark, ',' ORDER BY run), '') FROM commit_marks;
