// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/copy/rowcodec.h"

#include <QtEndian>

#include <optional>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

void append(QByteArray &out, qint64 number)
{
    const qint64 little = qToLittleEndian(number);
    out.append(reinterpret_cast<const char *>(&little), sizeof little);
}

void append(QByteArray &out, char mark, QByteArrayView bytes)
{
    out.append(mark);
    append(out, qint64(bytes.size()));
    out.append(bytes);
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
        out.append('i');
        append(out, value.toLongLong());
    }
}

char markOf(CopyColumn::Type type)
{
    switch (type) {
    case CopyColumn::Type::Integer:
        return 'i';
    case CopyColumn::Type::Text:
        return 't';
    case CopyColumn::Type::Bytes:
        break;
    }
    return 'b';
}

/** Reads one value after the other; nothing: the bytes are not a value of this type. */
class Values
{
public:
    explicit Values(QByteArrayView bytes) : m_left(bytes) { }

    bool atEnd() const { return m_left.isEmpty(); }

    std::optional<QVariant> next(CopyColumn::Type type)
    {
        const auto mark = take(1);
        if (!mark)
            return std::nullopt;
        if (mark->front() == '0')
            return QVariant();
        if (mark->front() != markOf(type))
            return std::nullopt;
        const auto value = number();
        if (!value || type == CopyColumn::Type::Integer)
            return value ? std::optional(QVariant(*value)) : std::nullopt;
        const auto bytes = take(*value);
        if (!bytes)
            return std::nullopt;
        return type == CopyColumn::Type::Text ? QVariant(QString::fromUtf8(*bytes))
                                              : QVariant(bytes->toByteArray());
    }

private:
    std::optional<QByteArrayView> take(qint64 size)
    {
        if (size < 0 || size > m_left.size())
            return std::nullopt;
        const QByteArrayView taken = m_left.first(size);
        m_left = m_left.sliced(size);
        return taken;
    }

    std::optional<qint64> number()
    {
        const auto bytes = take(sizeof(qint64));
        return bytes ? std::optional(qFromLittleEndian<qint64>(bytes->data())) : std::nullopt;
    }

    QByteArrayView m_left;
};

} // namespace

void appendRow(QByteArray &out, const CopyRow &row)
{
    for (const QVariant &value : row)
        append(out, value);
}

Result<QList<CopyRow>> rowsFrom(QByteArrayView bytes, const QList<CopyColumn> &columns)
{
    Values values(bytes);
    QList<CopyRow> rows;
    while (!values.atEnd() && !columns.isEmpty()) {
        CopyRow row;
        row.reserve(columns.size());
        for (const CopyColumn &column : columns) {
            const auto value = values.next(column.type);
            if (!value)
                return Error{ Error::Code::Storage, u"The data of table rows is damaged."_s };
            row.append(*value);
        }
        rows.append(row);
    }
    return rows;
}

} // namespace Store
