// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/sql/placeholders.h"

#include <algorithm>

namespace Store {

namespace {

bool isNameStart(QChar c)
{
    return c.isLetter() || c == u'_';
}

bool isNamePart(QChar c)
{
    return isNameStart(c) || c.isDigit();
}

/// The position behind the part that begins at `at` and ends with `end`, or the end of the text.
qsizetype behind(QStringView sql, qsizetype at, QStringView end)
{
    const qsizetype found = sql.indexOf(end, at);
    return found < 0 ? sql.size() : found + end.size();
}

/// The position behind the quoted text, the comment or `::` at `at`; `at` if there is none. A quote that is
/// doubled in a quoted text ends it and begins the next.
qsizetype behindOther(QStringView sql, qsizetype at)
{
    const QStringView rest = sql.sliced(at);
    if (rest.startsWith(u'\''))
        return behind(sql, at + 1, u"'");
    if (rest.startsWith(u'"'))
        return behind(sql, at + 1, u"\"");
    if (rest.startsWith(u"--"))
        return behind(sql, at, u"\n");
    if (rest.startsWith(u"/*"))
        return behind(sql, at + 2, u"*/");
    return rest.startsWith(u"::") ? at + 2 : at;
}

qsizetype endOfName(QStringView sql, qsizetype at)
{
    while (at < sql.size() && isNamePart(sql[at]))
        ++at;
    return at;
}

} // namespace

Placeholders::Placeholders(const QString &sql)
{
    const QStringView all(sql);
    qsizetype begin = 0;
    for (qsizetype at = 0; at < all.size();) {
        const qsizetype next = behindOther(all, at);
        const bool isPlace =
            next == at && all[at] == u':' && at + 1 < all.size() && isNameStart(all[at + 1]);
        if (!isPlace) {
            at = std::max(next, at + 1);
            continue;
        }
        const qsizetype end = endOfName(all, at + 1);
        addPlace(all.sliced(begin, at - begin), all.sliced(at, end - at).toString());
        begin = at = end;
    }
    m_pieces.append(all.sliced(begin).toString());
}

void Placeholders::addPlace(QStringView before, const QString &name)
{
    m_places[name].append(int(m_values.size()));
    m_pieces.append(before.toString());
    m_values.append(QVariant());
}

void Placeholders::bind(const QString &placeholder, const QVariant &value)
{
    for (const int place : m_places.value(placeholder))
        m_values[place] = value;
}

void Placeholders::bind(int place, const QVariant &value)
{
    if (place < m_values.size())
        m_values[place] = value;
}

QString Placeholders::replaced(const std::function<QString(qsizetype place)> &by) const
{
    QString text;
    for (qsizetype place = 0; place < m_values.size(); ++place)
        text += m_pieces[place] + by(place);
    return text + m_pieces.last();
}

} // namespace Store
