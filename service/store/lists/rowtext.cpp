// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/lists/rowtext.h"

#include "store/mail/mailrow.h"

#include <QByteArrayList>

#include <algorithm>

namespace Store {

void RowText::add(const SearchCondition &condition)
{
    const bool isSize = condition.kind == SearchCondition::Kind::Row
        && (condition.row.kind == RowCondition::Kind::Larger
            || condition.row.kind == RowCondition::Kind::Smaller);
    m_isOfSizes = isSize && (m_text.isEmpty() || m_isOfSizes);
    m_text += textOf(condition) + " AND ";
}

void RowText::bind(Query &query) const
{
    for (qsizetype i = 0; i < m_values.size(); ++i)
        query.bind(QStringLiteral(":row%1").arg(i), m_values[i]);
}

QByteArray RowText::placeholder(qint64 value)
{
    m_values.append(value);
    return ":row" + QByteArray::number(m_values.size() - 1);
}

QByteArray RowText::joined(const QList<SearchCondition> &parts, const QByteArray &between)
{
    QByteArrayList texts;
    for (const SearchCondition &part : parts)
        texts.append(textOf(part));
    return '(' + texts.join(between) + ')';
}

QByteArray RowText::textOf(const RowCondition &row)
{
    const QByteArray flag = row.value ? " = 1" : " = 0";
    const QByteArray answered = QByteArray::number(int(ServerAnswered));
    switch (row.kind) {
    case RowCondition::Kind::Read:
        return "m.is_read" + flag;
    case RowCondition::Kind::Starred:
        return "m.is_starred" + flag;
    case RowCondition::Kind::Attachment:
        return "m.has_attachment" + flag;
    case RowCondition::Kind::Replied:
        return "(m.server_flags & " + answered + ") " + (row.value ? "<> 0" : "= 0");
    case RowCondition::Kind::Since:
        return "m.created_at >= " + placeholder(row.value);
    case RowCondition::Kind::Before:
        return "m.created_at < " + placeholder(row.value);
    case RowCondition::Kind::Larger:
        return "m.size > " + placeholder(row.value);
    case RowCondition::Kind::Smaller:
        break;
    }
    return "m.size < " + placeholder(row.value);
}

QByteArray RowText::textOf(const SearchCondition &condition)
{
    switch (condition.kind) {
    case SearchCondition::Kind::Row:
        return textOf(condition.row);
    case SearchCondition::Kind::And:
        return condition.parts.isEmpty() ? "TRUE" : joined(condition.parts, " AND ");
    case SearchCondition::Kind::Or:
        return joined(condition.parts, " OR ");
    case SearchCondition::Kind::Not:
        return "NOT " + textOf(condition.parts.first());
    case SearchCondition::Kind::Words:
    case SearchCondition::Kind::Folder:
    case SearchCondition::Kind::Nothing:
        break;
    }
    return "FALSE";
}

bool isOfRows(const SearchCondition &condition)
{
    if (condition.kind == SearchCondition::Kind::Row
        || condition.kind == SearchCondition::Kind::Nothing)
        return true;
    return !condition.parts.isEmpty() && std::ranges::all_of(condition.parts, isOfRows);
}

bool isOfFlags(const SearchCondition &condition)
{
    using Row = RowCondition::Kind;
    using Kind = SearchCondition::Kind;
    if (condition.kind == Kind::Row)
        return condition.row.kind == Row::Read || condition.row.kind == Row::Starred
            || condition.row.kind == Row::Attachment;
    return (condition.kind == Kind::And || condition.kind == Kind::Or) && !condition.parts.isEmpty()
        && std::ranges::all_of(condition.parts, isOfFlags);
}

} // namespace Store
