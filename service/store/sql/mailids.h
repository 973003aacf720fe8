// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>

#include <vector>

namespace Store {

/// `[1,2,3]`, for json_each() in a statement.
QByteArray jsonOfIds(const QList<qint64> &ids);

/// The same of the ids in sort keys (store/sql/sortkey.h).
QByteArray jsonOfIdsIn(const QList<qint64> &keys);

/** A set of mails, one bit for each id up to the highest. */
class MailIdSet
{
public:
    MailIdSet() = default;
    /// From the result of group_concat(): `1,2,3`, in any order; empty: no ids.
    static MailIdSet ofText(const QByteArray &text);
    /// From the ids in sort keys.
    static MailIdSet ofKeys(const QList<qint64> &keys);

    void insert(qint64 id);
    bool contains(qint64 id) const
    {
        return id >= 0 && size_t(id) < m_bits.size() && m_bits[size_t(id)];
    }

private:
    std::vector<bool> m_bits;
};

} // namespace Store
