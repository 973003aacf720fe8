// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "search/expression.h"

#include <QList>
#include <QStringView>

#include <optional>

namespace Store {

/** The fields in which a word is searched. */
enum class SearchField {
    Anywhere, ///< all but Bcc: words of `q`
    Keyword,  ///< sender, subject and text: words of `keyword`
    Sender,
    Subject,
    Recipients,
    Cc,
    Bcc,
    Filenames
};

/** What punctuation between words means: `ann@example.com` has three words, .. */
enum class Punctuation {
    Separates, ///< .. which may be anywhere
    Joins, ///< .. which must stand beside each other; but not `;`, `|`, commas except in numbers, and other scripts'
};

/// One expression per word of `text`. White space and punctuation separate words; empty where there is none.
QList<Search::Expression> wordExpressions(QStringView text, SearchField field,
                                          Punctuation punctuation = Punctuation::Joins);

/// The words of `text` as one phrase: whole, in this order, beside each other. nullopt: no words.
std::optional<Search::Expression> phraseExpression(QStringView text, SearchField field);

} // namespace Store
