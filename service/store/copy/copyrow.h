// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/copy/copycolumns.h"

#include <QByteArray>
#include <QList>
#include <QVariant>

namespace Store {

class Query;

/** A row being copied: qint64, QString or QByteArray for each column by its type; invalid: NULL. */
using CopyRow = QList<QVariant>;

/// The current row of the query, with the same values for both engines.
CopyRow readRow(const Query &query, const QList<CopyColumn> &columns);

/**
 * A running checksum over rows in their order. Each step hashes the previous checksum together with
 * the values of the next row, so the calculation can continue from a stored checksum.
 */
class CopyDigest
{
public:
    CopyDigest() = default;
    CopyDigest(qint64 rows, QByteArray value) : m_rows(rows), m_value(std::move(value)) { }

    void add(const CopyRow &row);

    qint64 rows() const { return m_rows; }
    const QByteArray &value() const { return m_value; } ///< 32 bytes; none before the first row

    friend bool operator==(const CopyDigest &, const CopyDigest &) = default;

private:
    qint64 m_rows = 0;
    QByteArray m_value;
};

} // namespace Store
