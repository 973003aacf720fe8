SELECT gin_clean_pending_list('search_docs_words')
