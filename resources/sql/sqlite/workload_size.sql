SELECT c.page_count * s.page_size, 0 FROM pragma_page_count AS c, pragma_page_size AS s;
