// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "search/merger.h"
#include "search/wordblock.h"

#include <optional>

namespace Search {

/** One input of a merge, at one of its terms. */
class MergeCursor
{
public:
    explicit MergeCursor(MergeInput input) : m_input(std::move(input)) { }

    /// Goes to the next term, at first to the first one; false: that was the last.
    Result<bool> next();
    QByteArrayView term() const { return m_block->term(); }
    const Postings &postings() const { return m_block->postings(); }
    /// Appends the places of the term; fewer if the input lacks some.
    Result<void> readPlaces(QByteArray &to);

    quint32 documents() const { return quint32(m_input.renumbered.size()); }
    quint32 newNumber(quint32 document) const { return m_input.renumbered[qsizetype(document)]; }
    /// The lowest new number of all its documents.
    quint32 lowestNumber() const;

private:
    MergeInput m_input;
    QByteArray m_data; ///< of the block
    std::optional<WordBlock> m_block;
};

} // namespace Search
