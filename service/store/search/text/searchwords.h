// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "search/expression.h"

#include <QList>
#include <QStringView>

#include <optional>

namespace Store {

/// The field in which a word is searched.
enum class SearchField { Anywhere, Sender, Subject };

/// One expression per word of `text`, of kind AnyOf or Phrase. White space and punctuation separate
/// words; empty where there is none.
QList<Search::Expression> wordExpressions(QStringView text, SearchField field);

/// The words of `text` as one phrase: whole, in this order, beside each other. nullopt: no words.
std::optional<Search::Expression> phraseExpression(QStringView text, SearchField field);

} // namespace Store
