DELETE FROM secrets WHERE ref = :ref;
