// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>

#include <optional>

namespace Imap {

struct UidRange {
    quint32 first = 0;
    quint32 last = 0; ///< inclusive

    bool operator==(const UidRange &) const = default;
};

/**
 * UIDs (or sequence numbers) as ascending ranges that neither touch nor overlap: `1:5,7,9:*`.
 * A set may name four billion numbers in ten bytes, so check count() before uids().
 */
class UidSet
{
public:
    /// The largest number stands for `*`, which real mailboxes never reach.
    static constexpr quint32 Star = 0xFFFFFFFF;

    UidSet() = default;
    static UidSet range(quint32 first, quint32 last);
    static UidSet fromUids(QList<quint32> uids);      ///< any order, repeats allowed
    static UidSet fromRanges(QList<UidRange> ranges); ///< any order, overlaps allowed

    /// RFC 3501 sequence-set. Nothing for 0, for numbers above 32 bits and for bad syntax.
    static std::optional<UidSet> parse(QByteArrayView text);

    bool isEmpty() const { return m_ranges.isEmpty(); }
    bool contains(quint32 uid) const; ///< logarithmic
    quint64 count() const;
    QList<quint32> uids() const; ///< ascending
    const QList<UidRange> &ranges() const { return m_ranges; }
    QByteArray toImap() const;

    bool operator==(const UidSet &) const = default;

private:
    QList<UidRange> m_ranges;
};

/**
 * Unites sets in O(n log n) in total: the ranges are normalised when their number has doubled, and in
 * take(). Adding each set to a UidSet would cost O(n * n).
 */
class UidCollector
{
public:
    void add(const UidSet &uids);

    /// Ranges that are held; never less than the sum has.
    qsizetype heldRanges() const { return m_ranges.size(); }

    /// The sum of everything; empty afterwards.
    UidSet take();

private:
    QList<UidRange> m_ranges;
    qsizetype m_normalised = 0; ///< ranges at the last normalisation
};

} // namespace Imap
