// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/copyrow.h"

#include "crypto/digest.h"
#include "store/query.h"

#include <QtEndian>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

// PostgreSQL has no place for U+0000, and what was written to SQLite long ago may have it.
QString withoutNull(QString text)
{
    return text.contains(QChar::Null) ? text.replace(QChar::Null, QChar::ReplacementCharacter)
                                      : text;
}

void append(QByteArray &out, char mark, QByteArrayView bytes)
{
    const quint64 size = qToLittleEndian(quint64(bytes.size()));
    out.append(mark).append(reinterpret_cast<const char *>(&size), sizeof size).append(bytes);
}

void append(QByteArray &out, const QVariant &value)
{
    if (!value.isValid()) {
        out.append('0');
    } else if (value.typeId() == QMetaType::QString) {
        append(out, 't', value.toString().toUtf8());
    } else if (value.typeId() == QMetaType::QByteArray) {
        append(out, 'b', value.toByteArray());
    } else {
        const qint64 number = qToLittleEndian(value.toLongLong());
        out.append('i').append(reinterpret_cast<const char *>(&number), sizeof number);
    }
}

} // namespace

CopyRow readRow(const Query &query, const QList<CopyColumn> &columns)
{
    CopyRow row;
    row.reserve(columns.size());
    for (int i = 0; i < columns.size(); ++i) {
        if (query.isNull(i))
            row.append(QVariant());
        else if (columns[i].type == CopyColumn::Type::Integer)
            row.append(query.int64(i));
        else if (columns[i].type == CopyColumn::Type::Text)
            row.append(withoutNull(query.text(i)));
        else
            row.append(query.bytes(i));
    }
    return row;
}

void CopyDigest::add(const CopyRow &row)
{
    QByteArray bytes = m_value;
    for (const QVariant &value : row)
        append(bytes, value);
    m_value = Crypto::sha256(bytes);
    ++m_rows;
}

} // namespace Store
