// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/sql/jsonrows.h"

using namespace Qt::StringLiterals;

namespace Store {

JsonRows::JsonRows(QByteArrayList names) : m_names(std::move(names))
{
    m_json.beginArray();
}

JsonRows &JsonRows::begin()
{
    if (!m_isEmpty)
        m_json.endObject();
    m_isEmpty = false;
    m_at = 0;
    m_json.beginObject();
    return *this;
}

// PostgreSQL cannot store U+0000, not even escaped.
JsonRows &JsonRows::add(const QString &text)
{
    if (text.contains(QChar::Null))
        name().value(QString(text).replace(QChar::Null, QChar::ReplacementCharacter));
    else
        name().value(text);
    return *this;
}

JsonRows &JsonRows::add(const QByteArray &bytes)
{
    name().value(bytes.toBase64());
    return *this;
}

Json::Bytes JsonRows::take()
{
    if (!std::exchange(m_isEmpty, true))
        m_json.endObject();
    Json::Bytes rows = m_json.endArray().take();
    m_json = {};
    m_json.beginArray();
    return rows;
}

QString idArray(const QList<qint64> &ids)
{
    QStringList texts;
    texts.reserve(ids.size());
    for (const qint64 id : ids)
        texts.append(QString::number(id));
    return u'{' + texts.join(u',') + u'}';
}

} // namespace Store
