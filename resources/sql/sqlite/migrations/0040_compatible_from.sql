-- SPDX-License-Identifier: GPL-3.0-or-later
-- kind: expand
-- The oldest schema whose programs can use the database after the step. NULL: that of the step itself.
ALTER TABLE schema_versions ADD COLUMN compatible_from BIGINT;
