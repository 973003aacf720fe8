# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -D FROM=FILE -D TO=FILE.gz -P gzip.cmake: compresses one file with gzip. Equal files give equal bytes.
set(ENV{SOURCE_DATE_EPOCH} 0)
file(ARCHIVE_CREATE OUTPUT ${TO} PATHS ${FROM} FORMAT raw COMPRESSION GZip COMPRESSION_LEVEL 9)
