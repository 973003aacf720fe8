// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/mail/mailorder.h"

namespace Store {

QByteArray orderText(MailSort sort, bool descending, const QByteArray &table)
{
    const QByteArray direction = descending ? " DESC" : "";
    switch (sort) {
    case MailSort::CreatedAt:
        return table + "sort_key" + direction;
    case MailSort::SentAt:
        return table + "sent_key" + direction;
    case MailSort::From:
        return table + "from_key" + direction + ", " + table + "id" + direction;
    case MailSort::Subject:
        return table + "subject_key" + direction + ", " + table + "id" + direction;
    case MailSort::Size:
        return table + "size" + direction + ", " + table + "id" + direction;
    }
    Q_UNREACHABLE();
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
