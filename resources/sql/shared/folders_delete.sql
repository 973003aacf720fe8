DELETE FROM folders WHERE id = :folder_id;
