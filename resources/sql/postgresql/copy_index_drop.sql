DROP INDEX IF EXISTS search_docs_words
