# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -D FROM=FILE -D TO=FILE.gz -P gzip.cmake: one file under gzip. The same file gives the same bytes.
set(ENV{SOURCE_DATE_EPOCH} 0)
file(ARCHIVE_CREATE OUTPUT ${TO} PATHS ${FROM} FORMAT raw COMPRESSION GZip COMPRESSION_LEVEL 9)
