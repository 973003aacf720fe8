DELETE FROM search_gone WHERE segment = :segment
