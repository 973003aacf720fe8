SELECT count(*) FROM pg_indexes
WHERE schemaname = current_schema() AND indexname = 'search_docs_words'
