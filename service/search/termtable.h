// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "search/prefetch.h"
#include "search/term.h"

#include <QByteArray>
#include <QByteArrayView>
#include <QtEndian>

#include <cstring>
#include <vector>

namespace Search {

constexpr qsizetype maxTokenBytes = 1024; ///< longer tokens are cut

/** A token with its hash, so that its slot can be loaded before the look-up. `begin` is not owned. */
struct HashedToken {
    const char *begin = nullptr;
    quint64 head = 0; ///< its first 8 bytes, the first one lowest; zeros after its end
    quint64 hash = 0;
    quint32 size = 0;
    Space space = Space::Word;
};

quint64 shortHead(const char *begin, qsizetype size);

/// At most 8 bytes of a token, as HashedToken has them.
inline quint64 headOf(const char *begin, qsizetype size)
{
    return size >= 8 ? qFromLittleEndian<quint64>(begin) : shortHead(begin, size);
}

/**
 * Numbers the different terms of a batch of mails from 0, in the order of their first occurrence. A hash
 * table with open addressing: a slot has the first 8 bytes of its token, which is enough to compare most
 * words. The rest of longer words is in one common array.
 */
class TermTable
{
public:
    static constexpr quint32 none = ~quint32(0);

    // In a list of terms, these two stand for no term.
    static constexpr quint32 gap = none; ///< between two fields: no phrase matches across it
    static constexpr quint32 samePlace =
        none - 1; ///< the next term stands at the place of the one before

    /// Removes all terms. `tokens` is the expected number of tokens; it decides the initial size.
    void clear(size_t tokens);

    static quint64 hashOf(const char *begin, quint32 size, quint64 head, Space space);
    void prefetch(const HashedToken &token) const
    {
        Search::prefetch(&m_slots[slotOf(token.hash)]);
    }
    /// The number of this term, a new one for a new term.
    quint32 numberOf(const HashedToken &token);

    quint32 size() const { return quint32(m_terms.size()); }
    Space space(quint32 term) const { return m_terms[term].space; }
    /// The bytes of the term as the index has it, in `buffer`, which only grows.
    QByteArrayView term(quint32 number, QByteArray &buffer) const;
    void prefetchTerm(quint32 term) const { Search::prefetch(&m_terms[term]); }

    /** The sort key of a term. */
    struct SortKey {
        quint64 head; ///< the first byte highest
        quint32 term;
    };
    /// All terms in byte order; tokens have no zero bytes.
    void sorted(std::vector<SortKey> &to) const;

private:
    struct Slot {
        quint64 head = 0;
        quint32 term = none;
        quint32 sizeAndSpace = 0;
    };
    struct Term {
        quint64 head;
        quint32 rest; ///< where in m_rests
        quint32 size;
        quint32 hash; ///< its lower half, for grow()
        Space space;
    };

    void setSlots(size_t count);
    size_t slotOf(quint64 hash) const { return size_t(hash) & m_mask; }
    static quint32 sizeAndSpace(quint32 size, Space space) { return size << 8 | quint32(space); }
    QByteArrayView restOf(const Term &term) const;
    bool hasRest(quint32 term, const HashedToken &token) const;
    quint32 added(const HashedToken &token, size_t slot);
    void grow();
    bool isLess(quint32 a, quint32 b) const;

    std::vector<Slot> m_slots; ///< their number is a power of two
    size_t m_mask = 0;         ///< the number of slots less one
    std::vector<Term> m_terms;
    std::vector<char> m_rests; ///< of tokens, after the first 8 bytes
};

inline quint64 TermTable::hashOf(const char *begin, quint32 size, quint64 head, Space space)
{
    quint64 hash = (head ^ (quint64(size) << 56) ^ (quint64(space) << 48)) * 0x9E3779B97F4A7C15u;
    hash ^= hash >> 32;
    for (quint32 i = 8; i < size; i += 8) {
        hash = (hash ^ headOf(begin + i, size - i)) * 0xD6E8FEB86659FD93u;
        hash ^= hash >> 32;
    }
    return hash;
}

inline quint32 TermTable::numberOf(const HashedToken &token)
{
    const quint32 looked = sizeAndSpace(token.size, token.space);
    for (size_t i = slotOf(token.hash);; i = (i + 1) & m_mask) {
        const Slot &slot = m_slots[i];
        if (slot.head == token.head && slot.sizeAndSpace == looked
            && (token.size <= 8 || hasRest(slot.term, token)))
            return slot.term;
        if (slot.term == none)
            return added(token, i);
    }
}

inline bool TermTable::hasRest(quint32 term, const HashedToken &token) const
{
    return std::memcmp(m_rests.data() + m_terms[term].rest, token.begin + 8, token.size - 8) == 0;
}

} // namespace Search
