SELECT count(*) FROM search_docs d WHERE /*entries*/ TRUE;
