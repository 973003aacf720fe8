DELETE FROM search_docs
