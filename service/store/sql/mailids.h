// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>

#include <vector>

namespace Store {

/// `[1,2,3]`, for json_each() in a statement.
QByteArray jsonOfIds(const QList<qint64> &ids);

/// The ids in sort keys (store/sql/sortkey.h).
QList<qint64> mailIdsOf(const QList<qint64> &keys);

/** A set of mails, one bit for each id up to the highest; or all mails but those of such a set. */
class MailIdSet
{
public:
    MailIdSet() = default;
    /// From a list in one value, as statements return it: `1,2,3`, in any order; empty: no ids.
    static MailIdSet ofText(const QByteArray &text);
    /// From the ids in sort keys.
    static MailIdSet ofKeys(const QList<qint64> &keys);

    static MailIdSet ofAll() { return MailIdSet().complement(); }

    /// Not for a complement.
    void insert(qint64 id);
    bool contains(qint64 id) const
    {
        const bool isNamed = id >= 0 && size_t(id) < m_bits.size() && m_bits[size_t(id)];
        return isNamed != m_isComplement;
    }

    MailIdSet complement() const;
    MailIdSet intersected(const MailIdSet &other) const;
    MailIdSet united(const MailIdSet &other) const;

private:
    std::vector<bool> m_bits;
    bool m_isComplement = false;
};

} // namespace Store
