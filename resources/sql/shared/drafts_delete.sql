DELETE FROM drafts WHERE id = :id AND user_id = :user_id;
