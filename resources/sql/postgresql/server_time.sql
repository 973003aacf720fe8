SELECT CAST(floor(extract(epoch FROM clock_timestamp())) AS BIGINT)
