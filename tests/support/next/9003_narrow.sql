-- SPDX-License-Identifier: GPL-3.0-or-later
-- kind: contract
DROP TABLE next_marks;
