DELETE FROM push_jobs WHERE subscription_id = :subscription_id;
