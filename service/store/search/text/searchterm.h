// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <QStringList>
#include <QStringView>

namespace Store {

/** One item of `q`: `word`, `"a phrase"`, `name:value` or `name:"a value"`; `-` before it excludes. */
struct SearchTerm {
    QString name;  ///< of the operator, in small letters; empty: none
    QString value; ///< without its quotes
    bool isQuoted = false;
    bool isExcluded = false;

    friend bool operator==(const SearchTerm &, const SearchTerm &) = default;
};

/** A term, or what connects terms. */
struct SearchToken {
    enum class Kind {
        Term,
        Open,  ///< `(`; `-(` excludes what is between it and its `)`
        Close, ///< `)`
        Or,    ///< the word OR in capital letters
    };

    Kind kind = Kind::Term;
    SearchTerm term;         ///< Term
    bool isExcluded = false; ///< Open

    friend bool operator==(const SearchToken &, const SearchToken &) = default;
};

/// The tokens of `q` in order, separated by white space; AND in capital letters is left out. A word that contains a
/// colon is an operator if letters stand before the colon and a value right behind it, but not `//`; an unclosed
/// quote ends with the text.
QList<SearchToken> searchTokensOf(QStringView q);

/// The names of the operators, with their colons, for messages.
QStringList searchOperators();
bool isSearchOperator(QStringView name);

/// The term as a user would type it, for messages.
QString asTyped(const SearchTerm &term);

} // namespace Store
