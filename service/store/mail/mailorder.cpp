// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/mail/mailorder.h"

namespace Store {

namespace {

/// The column with the value by which mails are sorted.
QByteArray columnOf(MailSort sort)
{
    switch (sort) {
    case MailSort::CreatedAt:
        return "sort_key";
    case MailSort::SentAt:
        return "sent_key";
    case MailSort::From:
        return "from_key";
    case MailSort::Subject:
        return "subject_key";
    case MailSort::Size:
        return "size";
    }
    Q_UNREACHABLE();
}

/// Two mails never have the same value, because it contains the id.
bool hasId(MailSort sort)
{
    return sort == MailSort::CreatedAt || sort == MailSort::SentAt;
}

} // namespace

QByteArray orderText(MailSort sort, bool descending, const QByteArray &table)
{
    const QByteArray direction = descending ? " DESC" : "";
    const QByteArray first = table + columnOf(sort) + direction;
    return hasId(sort) ? first : first + ", " + table + "id" + direction;
}

QByteArray behindText(MailSort sort, bool descending, const QByteArray &table)
{
    const QByteArray column = columnOf(sort);
    const QByteArray value = "(SELECT " + column + " FROM mails WHERE id = :last)";
    const QByteArray comparison = descending ? " < " : " > ";
    return hasId(sort)
        ? table + column + comparison + value
        : '(' + table + column + ", " + table + "id)" + comparison + '(' + value + ", :last)";
}

QByteArray orderIndex(MailSort sort)
{
    switch (sort) {
    case MailSort::CreatedAt:
        return "INDEXED BY mails_by_created";
    case MailSort::SentAt:
        return "INDEXED BY mails_by_sent";
    case MailSort::From:
        return "INDEXED BY mails_by_from";
    case MailSort::Subject:
        return "INDEXED BY mails_by_subject";
    case MailSort::Size:
        return "INDEXED BY mails_by_size";
    }
    Q_UNREACHABLE();
}

} // namespace Store
