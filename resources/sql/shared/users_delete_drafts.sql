DELETE FROM drafts WHERE user_id = :id;
