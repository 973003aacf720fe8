DELETE FROM push_jobs WHERE id = :id;
