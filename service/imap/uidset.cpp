// SPDX-License-Identifier: GPL-3.0-or-later
#include "imap/uidset.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace Imap {

namespace {

bool parseNumber(QByteArrayView text, quint32 *number)
{
    if (text == "*") {
        *number = UidSet::Star;
        return true;
    }
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), *number);
    return problem == std::errc() && end == text.data() + text.size() && *number > 0;
}

/// Shorter lists are sorted as fast by std::sort().
constexpr qsizetype shortList = 4096;

/**
 * Sorts by a 32 bit key in linear time: a server may send two million numbers in any order, and the sorting
 * delays everything else on its thread.
 */
template<typename T, typename Key>
void sortByKey(QList<T> &list, Key key)
{
    const auto isLess = [key](const T &a, const T &b) {
        return key(a) < key(b);
    };
    if (std::is_sorted(list.cbegin(), list.cend(), isLess))
        return;
    if (list.size() < shortList) {
        std::sort(list.begin(), list.end(), isLess);
        return;
    }
    constexpr int digitBits = 11;
    constexpr quint32 digits = 1U << digitBits;
    QList<T> other(list.size());
    for (int shift = 0; shift < 32; shift += digitBits) {
        std::array<qsizetype, digits + 1> places{};
        for (const T &item : std::as_const(list))
            ++places[(key(item) >> shift) % digits + 1];
        for (std::size_t digit = 1; digit <= digits; ++digit)
            places[digit] += places[digit - 1];
        T *const to = other.data();
        for (const T &item : std::as_const(list))
            to[places[(key(item) >> shift) % digits]++] = item;
        list.swap(other);
    }
}

QByteArray numberText(quint32 number)
{
    return number == UidSet::Star ? QByteArray("*") : QByteArray::number(number);
}

} // namespace

UidSet UidSet::range(quint32 first, quint32 last)
{
    UidSet set;
    set.m_ranges.append({ std::min(first, last), std::max(first, last) });
    return set;
}

UidSet UidSet::fromUids(QList<quint32> uids)
{
    sortByKey(uids, [](quint32 uid) { return uid; });
    UidSet set;
    for (const quint32 uid : std::as_const(uids)) {
        if (!set.m_ranges.isEmpty() && uid - set.m_ranges.last().last <= 1)
            set.m_ranges.last().last = uid;
        else
            set.m_ranges.append({ uid, uid });
    }
    return set;
}

UidSet UidSet::fromRanges(QList<UidRange> ranges)
{
    sortByKey(ranges, [](const UidRange &range) { return range.first; });
    UidSet set;
    for (const UidRange &range : std::as_const(ranges)) {
        if (!set.m_ranges.isEmpty() && quint64(set.m_ranges.last().last) + 1 >= range.first)
            set.m_ranges.last().last = std::max(set.m_ranges.last().last, range.last);
        else
            set.m_ranges.append(range);
    }
    return set;
}

std::optional<UidSet> UidSet::parse(QByteArrayView text)
{
    QList<UidRange> ranges;
    for (qsizetype from = 0; from <= text.size();) {
        qsizetype to = text.indexOf(',', from);
        if (to < 0)
            to = text.size();
        const QByteArrayView part = text.sliced(from, to - from);
        const qsizetype colon = part.indexOf(':');
        quint32 first = 0;
        quint32 last = 0;
        if (!parseNumber(colon < 0 ? part : part.first(colon), &first)
            || !parseNumber(colon < 0 ? part : part.sliced(colon + 1), &last))
            return std::nullopt;
        ranges.append({ std::min(first, last), std::max(first, last) });
        from = to + 1;
    }
    return fromRanges(std::move(ranges));
}

bool UidSet::contains(quint32 uid) const
{
    const auto after = std::upper_bound(
        m_ranges.begin(), m_ranges.end(), uid,
        [](quint32 number, const UidRange &range) { return number < range.first; });
    return after != m_ranges.begin() && uid <= std::prev(after)->last;
}

quint64 UidSet::count() const
{
    quint64 sum = 0;
    for (const UidRange &range : m_ranges)
        sum += quint64(range.last) - range.first + 1;
    return sum;
}

QList<quint32> UidSet::uids() const
{
    QList<quint32> all;
    all.reserve(qsizetype(count()));
    for (const UidRange &range : m_ranges) {
        for (quint64 uid = range.first; uid <= range.last; ++uid)
            all.append(quint32(uid));
    }
    return all;
}

QByteArray UidSet::toImap() const
{
    QByteArray text;
    for (const UidRange &range : m_ranges) {
        if (!text.isEmpty())
            text += ',';
        text += numberText(range.first);
        if (range.last != range.first)
            text += ':' + numberText(range.last);
    }
    return text;
}

void UidCollector::add(const UidSet &uids)
{
    m_ranges += uids.ranges();
    if (m_ranges.size() < std::max(shortList, 2 * m_normalised))
        return;
    m_ranges = UidSet::fromRanges(std::move(m_ranges)).ranges();
    m_normalised = m_ranges.size();
}

UidSet UidCollector::take()
{
    m_normalised = 0;
    return UidSet::fromRanges(std::exchange(m_ranges, {}));
}

} // namespace Imap
