-- SPDX-License-Identifier: GPL-3.0-or-later
-- kind: expand
-- The content of uploads in a store that the configuration names.
ALTER TABLE uploads ADD COLUMN is_in_s3 INTEGER NOT NULL DEFAULT 0;
