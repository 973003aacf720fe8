SELECT ref, sealed FROM secrets WHERE ref = :ref;
