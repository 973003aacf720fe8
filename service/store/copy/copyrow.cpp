// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/copy/copyrow.h"

#include "crypto/digest.h"
#include "store/copy/rowcodec.h"
#include "store/sql/query.h"

using namespace Qt::StringLiterals;

namespace Store {

namespace {

// PostgreSQL cannot store U+0000, which texts in SQLite that earlier versions wrote may contain.
QString withoutNull(QString text)
{
    return text.contains(QChar::Null) ? text.replace(QChar::Null, QChar::ReplacementCharacter)
                                      : text;
}

} // namespace

CopyRow readRow(const Query &query, const QList<CopyColumn> &columns)
{
    CopyRow row;
    row.reserve(columns.size());
    for (int i = 0; i < columns.size(); ++i) {
        const QVariant value = query.valueAt<QVariant>(i);
        if (value.isNull())
            row.append(QVariant());
        else if (columns[i].type == CopyColumn::Type::Integer)
            row.append(value.toLongLong());
        else if (columns[i].type == CopyColumn::Type::Text)
            row.append(withoutNull(value.toString()));
        else
            row.append(value.toByteArray());
    }
    return row;
}

void CopyDigest::add(const CopyRow &row)
{
    QByteArray bytes = m_value;
    appendRow(bytes, row);
    m_value = Crypto::sha256(bytes);
    ++m_rows;
}

} // namespace Store
