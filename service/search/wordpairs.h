// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "search/segmentwriter.h"
#include "search/termtable.h"

#include <QByteArray>
#include <QByteArrayView>

#include <array>
#include <optional>
#include <span>
#include <vector>

namespace Search {

/**
 * The most frequent words stand in nearly every mail, many times, so to find one directly behind another by their
 * places takes long: 12 ms for "of the" in 50,000 mails. For two such words the index has a term of its own, in
 * Space::Pair and without places: 1.4 ms.
 */

/// The token of a pair; nothing: one of the words is not so frequent, and the index has no pairs with it.
std::optional<QByteArray> pairToken(QByteArrayView first, QByteArrayView second);

/** Collects the pairs of a batch of mails. */
class WordPairs
{
public:
    /// Removes all pairs, and makes the frequent words the first terms of an empty table.
    void begin(TermTable &terms);
    /// Adds the words of a mail; `numbers` are of its terms in that table, in the order of the text, with
    /// TermTable::gap and samePlace. Mails come in order.
    void add(quint32 mail, std::span<const quint32> numbers);
    /// Writes a term for each pair. They come before all other terms.
    void write(quint32 mails, SegmentWriter &writer) const;

private:
    /** The frequent words at one place of the text: a word has at most two other forms. */
    struct Place {
        quint8 size = 0;
        std::array<quint32, 3> words{};
    };

    /** A pair, and the mails that have it. */
    struct Pair {
        quint32 first;
        quint32 second;
        std::vector<quint32> mails;
    };

    struct Slot {
        quint32 pair = 0;       ///< index in m_pairs, plus 1; 0: there is none yet
        quint32 endOfMails = 0; ///< its last mail, plus 1
    };

    void addPairs(quint32 mail, const Place &before, quint32 word);

    std::vector<Slot> m_slots; ///< of each two words
    std::vector<Pair> m_pairs;
};

} // namespace Search
