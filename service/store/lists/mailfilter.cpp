// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/lists/mailfilter.h"

#include "store/sql/sortkey.h"

#include <algorithm>
#include <array>

namespace Store {

namespace {

/** A column of mails and counters that is 0 or 1. */
struct Flag {
    const char *column;
    std::optional<bool> MailQuery::*wanted;
};

constexpr std::array allFlags{
    Flag{ "is_read", &MailQuery::isRead },
    Flag{ "is_starred", &MailQuery::isStarred },
    Flag{ "has_attachment", &MailQuery::hasAttachment },
};

bool hasPlaceholder(const QByteArray &text, QByteArrayView name)
{
    for (qsizetype at = 0; (at = text.indexOf(name, at)) >= 0; at += name.size()) {
        const char next =
            text.data()[at + name.size()]; // of `:accounts`, if the name is `:account`
        if (next != '_' && !QChar::isLetter(uint(uchar(next))))
            return true;
    }
    return false;
}

} // namespace

MailFilter::MailFilter(const MailQuery &query, const QByteArray &row) : m_query(query), m_row(row)
{
}

bool MailFilter::hasFlags() const
{
    return std::ranges::any_of(
        allFlags, [this](const Flag &flag) { return (m_query.*flag.wanted).has_value(); });
}

QByteArray MailFilter::listing() const
{
    const ListingRange range = listingRange(m_query);
    return m_row + "listing BETWEEN " + QByteArray::number(int(range.low)) + " AND "
        + QByteArray::number(int(range.high)) + " AND ";
}

QByteArray MailFilter::account() const
{
    return m_query.accountId ? m_row + "account_id = :account AND " : QByteArray();
}

QByteArray MailFilter::visible() const
{
    return m_row
        + "account_id IN (SELECT id FROM accounts WHERE deleting_at IS NULL"
          " AND (:owner = 0 OR owner_id = :owner)) AND ";
}

QByteArray MailFilter::folder() const
{
    if (folderPath(m_query).isEmpty())
        return {};
    return m_row + "folder_id IN (SELECT id FROM folders WHERE path = :path) AND ";
}

QByteArray MailFilter::flags() const
{
    QByteArray text;
    for (const auto &[column, wanted] : allFlags) {
        if (const std::optional<bool> &flag = m_query.*wanted)
            text += m_row + column + (*flag ? " = 1 AND " : " = 0 AND ");
    }
    return text;
}

QByteArray MailFilter::times(const QByteArray &seconds) const
{
    QByteArray text;
    if (m_query.since)
        text += seconds + " >= :since AND ";
    if (m_query.before)
        text += seconds + " < :before AND ";
    return text;
}

QByteArray MailFilter::timesByKey() const
{
    QByteArray text;
    if (m_query.since)
        text += m_row + "sort_key >= :low_key AND ";
    if (m_query.before)
        text += m_row + "sort_key < :high_key AND ";
    return text;
}

QByteArray MailFilter::afterId(const QByteArray &id) const
{
    return m_query.afterId > 0 ? id + " > :after_id AND " : QByteArray();
}

void MailFilter::dropByKey(QList<qint64> &keys) const
{
    if (m_query.since)
        keys.removeIf([low = sortKey(*m_query.since, 0)](qint64 key) { return key < low; });
    if (m_query.before)
        keys.removeIf([high = sortKey(*m_query.before, 0)](qint64 key) { return key >= high; });
    if (m_query.afterId > 0)
        keys.removeIf([after = m_query.afterId](qint64 key) { return mailIdOf(key) <= after; });
}

void MailFilter::bind(Query &query, const QByteArray &text) const
{
    const auto bindNamed = [&](const char *name, auto value) {
        if (hasPlaceholder(text, name))
            query.bind(QString::fromLatin1(name), value);
    };
    bindNamed(":account", m_query.accountId.value_or(0));
    bindNamed(":owner", m_query.viewer.ownerFilter());
    bindNamed(":path", folderPath(m_query));
    bindNamed(":since", m_query.since.value_or(0));
    bindNamed(":before", m_query.before.value_or(0));
    bindNamed(":low_key", sortKey(m_query.since.value_or(0), 0));
    bindNamed(":high_key", sortKey(m_query.before.value_or(0), 0));
    bindNamed(":after_id", m_query.afterId);
}

} // namespace Store
