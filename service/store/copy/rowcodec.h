// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/copy/copyrow.h"

namespace Store {

/// Appends a row as bytes. Each value is a type mark and its data: `0` NULL; `i` 8 bytes; `t` UTF-8
/// and `b` bytes, each after its length in 8 bytes. Numbers are little-endian.
void appendRow(QByteArray &out, const CopyRow &row);

/// The rows that appendRow() wrote. Error::Storage: these bytes are not rows with such columns.
Result<QList<CopyRow>> rowsFrom(QByteArrayView bytes, const QList<CopyColumn> &columns);

} // namespace Store
