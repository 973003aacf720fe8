// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "search/expression.h"
#include "store/search/text/searchcondition.h"
#include "store/search/text/wordspans.h"

#include <QList>
#include <QStringView>

namespace Store {

/** The text in which hits are looked for. */
enum class HitField { Sender, Subject, Recipients, Filenames, Text };

/** A place in a text that a word or phrase of a search matches. */
struct SearchHit {
    TextSpan span;
    int word = 0; ///< number of the word or phrase in the search

    friend bool operator==(const SearchHit &, const SearchHit &) = default;
};

/** Finds the places that a search matches, in texts of a mail that it has found. Any thread. */
class HitFinder
{
public:
    /// Excluded words have no hits; nor have conditions on rows and folders.
    explicit HitFinder(const SearchCondition &condition);

    bool findsNothing() const { return m_words.isEmpty(); }

    /// In order; hits do not overlap. The whole word is a hit even if the search has only its beginning.
    QList<SearchHit> hits(QStringView text, HitField field) const;

private:
    void collect(const SearchCondition &condition);
    void collect(const Search::Expression &expression);

    QList<Search::Expression> m_words; ///< AnyOf and Phrase
};

} // namespace Store
