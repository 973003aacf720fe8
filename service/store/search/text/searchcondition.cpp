// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/search/text/searchcondition.h"

#include <QByteArrayList>

namespace Store {

namespace {

QByteArray rowText(const RowCondition &row)
{
    const QByteArray value = QByteArray::number(row.value);
    switch (row.kind) {
    case RowCondition::Kind::Read:
        return "read=" + value;
    case RowCondition::Kind::Starred:
        return "starred=" + value;
    case RowCondition::Kind::Replied:
        return "replied=" + value;
    case RowCondition::Kind::Attachment:
        return "attachment=" + value;
    case RowCondition::Kind::Since:
        return "time>=" + value;
    case RowCondition::Kind::Before:
        return "time<" + value;
    case RowCondition::Kind::Larger:
        return "size>" + value;
    case RowCondition::Kind::Smaller:
        break;
    }
    return "size<" + value;
}

QByteArray joined(const QList<SearchCondition> &parts, const QByteArray &between)
{
    QByteArrayList texts;
    for (const SearchCondition &part : parts)
        texts.append(toText(part));
    return '(' + texts.join(between) + ')';
}

} // namespace

QByteArray toText(const SearchCondition &condition)
{
    switch (condition.kind) {
    case SearchCondition::Kind::Words:
        return toText(condition.words);
    case SearchCondition::Kind::Folder:
        return "in \"" + condition.folder.toUtf8() + '"';
    case SearchCondition::Kind::Row:
        return rowText(condition.row);
    case SearchCondition::Kind::And:
        return condition.parts.isEmpty() ? "everything" : joined(condition.parts, " and ");
    case SearchCondition::Kind::Or:
        return joined(condition.parts, " or ");
    case SearchCondition::Kind::Not:
        return "not " + toText(condition.parts.first());
    case SearchCondition::Kind::Nothing:
        break;
    }
    return "nothing";
}

} // namespace Store
