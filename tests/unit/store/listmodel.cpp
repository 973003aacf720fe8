// SPDX-License-Identifier: GPL-3.0-or-later
#include "listmodel.h"

#include "store/search/text/searchtext.h"

#include <algorithm>

using namespace Store;

namespace {

bool fits(const std::optional<bool> &wanted, bool value)
{
    return !wanted || *wanted == value;
}

bool matches(const ModelMail &m, const MailQuery &query)
{
    const ListingRange listings = listingRange(query);
    const QString path = folderPath(query);
    return m.accountSeen && (!query.accountId || *query.accountId == m.accountId)
        && m.mail.listing >= listings.low && m.mail.listing <= listings.high
        && (path.isEmpty() || path == m.folder) && fits(query.isRead, m.mail.isRead)
        && fits(query.isStarred, m.mail.isStarred)
        && fits(query.hasAttachment, m.mail.hasAttachment)
        && (!query.since || m.mail.createdAt >= *query.since)
        && (!query.before || m.mail.createdAt < *query.before) && m.id > query.afterId;
}

QByteArray padded(qint64 number)
{
    return QByteArray::number(number).rightJustified(20, '0');
}

QByteArray key(const ModelMail &m, MailSort sort)
{
    switch (sort) {
    case MailSort::CreatedAt:
        return padded(m.mail.createdAt);
    case MailSort::SentAt:
        return padded(m.mail.sentAt.value_or(m.mail.createdAt));
    case MailSort::From:
        return normalizedKey(m.mail.fromName.isEmpty() ? m.mail.from : m.mail.fromName);
    case MailSort::Subject:
        return normalizedKey(m.mail.subject);
    case MailSort::Size:
        return padded(m.mail.size);
    }
    return {};
}

} // namespace

std::pair<QList<qint64>, qint64> ListModel::page(const MailQuery &query) const
{
    QList<std::pair<QByteArray, qint64>> found;
    for (const ModelMail &m : m_mails) {
        if (matches(m, query))
            found.append({ key(m, query.sort), m.id });
    }
    std::ranges::sort(found);
    if (query.descending)
        std::ranges::reverse(found);
    QList<qint64> ids;
    for (qsizetype i = query.offset(); i < found.size() && ids.size() < query.pageSize; ++i)
        ids.append(found[i].second);
    return { ids, found.size() };
}
