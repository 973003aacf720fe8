// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>

#include <vector>

namespace Store {

/// `[1,2,3]`, for json_each() in a statement.
QByteArray jsonOfIds(const QList<qint64> &ids);

/// From a list in one value, as statements return it: `1,2,3`; empty: no ids.
QList<qint64> idsOfText(QByteArrayView text);

/// The ids in sort keys (store/sql/sortkey.h).
QList<qint64> mailIdsOf(const QList<qint64> &keys);

/** A set of mails, one bit for each id up to the highest; or all mails but those of such a set. */
class MailIdSet
{
public:
    MailIdSet() = default;
    /// From a list as in idsOfText(), in any order.
    static MailIdSet ofText(QByteArrayView text);
    /// From the ids in sort keys.
    static MailIdSet ofKeys(const QList<qint64> &keys);

    static MailIdSet ofAll() { return MailIdSet().complement(); }

    /// Not for a complement.
    void insert(qint64 id);
    bool contains(qint64 id) const
    {
        return id < 0 ? m_isComplement : (word(wordOf(id)) & bitOf(id)) != 0;
    }

    MailIdSet complement() const;
    MailIdSet intersected(const MailIdSet &other) const;
    MailIdSet united(const MailIdSet &other) const;

private:
    static size_t wordOf(qint64 id) { return size_t(id) / 64; }
    static quint64 bitOf(qint64 id) { return quint64(1) << (size_t(id) % 64); }
    quint64 flipped() const { return m_isComplement ? ~quint64(0) : 0; }
    /// 64 ids of the set, a bit for each.
    quint64 word(size_t index) const
    {
        return (index < m_words.size() ? m_words[index] : 0) ^ flipped();
    }

    std::vector<quint64> m_words; ///< of the named ids: those in the set, or those that are not
    bool m_isComplement = false;
};

} // namespace Store
