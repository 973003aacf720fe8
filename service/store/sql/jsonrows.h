// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/jsonwriter.h"

#include <QByteArray>
#include <QByteArrayList>
#include <QList>
#include <QString>

#include <concepts>
#include <optional>

namespace Store {

/**
 * Rows for one statement of PostgreSQL, as a JSON value for json_to_recordset(): one statement per
 * row would wait for the server each time. Called like Query::begin() and Query::add(). Bytes are
 * encoded as base64, for decode(). Many bytes belong into a value of their own (store/mail/bodybatch).
 */
class JsonRows
{
public:
    /// Values must follow the order of these names, which are ASCII.
    explicit JsonRows(QByteArrayList names);

    JsonRows &begin(); ///< of a row
    JsonRows &add(const QString &text);
    JsonRows &add(const QByteArray &bytes);
    JsonRows &add(std::integral auto number)
    {
        name().value(qint64(number));
        return *this;
    }
    template<typename T>
    JsonRows &add(const std::optional<T> &value)
    {
        if (value)
            return add(*value);
        name().null();
        return *this;
    }

    bool isEmpty() const { return m_isEmpty; }
    Json::Bytes take(); ///< returns all rows and starts again

private:
    Json::Writer &name() { return m_json.key(m_names[m_at++]); }

    const QByteArrayList m_names;
    Json::Writer m_json;
    qsizetype m_at = 0; ///< in m_names
    bool m_isEmpty = true;
};

/// These ids in the array syntax of PostgreSQL.
QString idArray(const QList<qint64> &ids);

} // namespace Store
