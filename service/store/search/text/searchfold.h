// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace Store {

/** The class of a folded code point in the full text search. */
enum class CharClass : unsigned char {
    Separator, ///< ends a word: space, punctuation, symbols, private use, unassigned
    Ignored,   ///< as if it were not there: NUL, soft hyphen, joiners, variation selectors
    Word,      ///< a letter or digit of a script that separates its words
    Run,  ///< of a script that does not (CJK, Thai ...), or an emoji: indexed as overlapping pairs
    Mark, ///< a combining mark; dropped after Latin, Greek and Cyrillic letters
};

/**
 * The folding of every code point, context aside: width and compatibility forms folded (NFKC), case
 * folded in full (ß is ss), strokes and ligatures made plain (ł is l, œ is oe), digits of all scripts made
 * ASCII, the marks of Latin, Greek, Cyrillic, Arabic and Hebrew letters dropped, but of no others: か is not
 * が. Immutable, shared by all threads, built on first
 * use (about 10 ms, 400 kB).
 */
class SearchFold
{
public:
    static const SearchFold &instance();

    CharClass classOf(char32_t c) const;
    /// Whether a mark that follows this code point is dropped.
    bool dropsMarks(char32_t c) const;
    /// Whether this code point can merge with, or change place among, those before it under NFC;
    /// such sequences are normalised before they are folded.
    bool combines(char32_t c) const;
    /// The folding of one code point, none to 18 code points. `buffer` is used for those outside the
    /// table; the view lives as long as it.
    std::u32string_view fold(char32_t c, std::u32string &buffer) const;

private:
    SearchFold();
    void addCombining(char32_t c);
    void addFold(char32_t c);

    static constexpr char32_t tableSize = 0x10000;
    static constexpr char32_t inExpansions = 0x80000000;

    std::vector<unsigned char> m_flags; ///< CharClass and the flags of searchfold.cpp
    std::vector<char32_t> m_single;     ///< the folding, or inExpansions + place in m_expansions
    std::vector<std::u32string> m_expansions;
};

} // namespace Store
