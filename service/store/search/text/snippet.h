// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/search/text/searchhits.h"

#include <QList>
#include <QString>

namespace Store {

/** A short part of a text around the places that a search matches. */
struct Snippet {
    QString text;         ///< white space is one space; `…` at an end that was cut
    QList<TextSpan> hits; ///< in `text`

    friend bool operator==(const Snippet &, const Snippet &) = default;
};

/// Code units of a snippet without `…`; a long hit at its end may add a few.
constexpr qsizetype snippetLength = 160;

/// The part with the most different words of the search, the first of equals. `hits` in order, at least one.
Snippet snippetOf(const QString &text, const QList<SearchHit> &hits);

} // namespace Store
