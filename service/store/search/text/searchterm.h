// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
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

/// The items of `q` in order, separated by white space. Text before a colon that is not a name of
/// an operator belongs to the word (`http://x`); an unclosed quote ends with the text.
QList<SearchTerm> searchTerms(QStringView q);

/// The term as a user would type it, for messages.
QString asTyped(const SearchTerm &term);

} // namespace Store
