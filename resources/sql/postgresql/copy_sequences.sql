SELECT CAST(t.relname AS TEXT), pg_sequence_last_value(s.oid)
FROM pg_class s
     JOIN pg_depend d ON d.objid = s.oid AND d.deptype = 'i'
     JOIN pg_class t ON t.oid = d.refobjid
WHERE s.relkind = 'S' AND t.relnamespace = CAST(current_schema() AS regnamespace)
