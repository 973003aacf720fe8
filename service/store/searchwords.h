// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>
#include <QStringView>

namespace Store {

/// Where a word is looked for.
enum class SearchField { Anywhere, Sender, Subject };

/// One FTS5 expression per word of `text`, each in parentheses, to be joined with AND. White space
/// and punctuation separate words; empty where there is none.
QList<QByteArray> wordExpressions(QStringView text, SearchField field);

/// The words of `text` as one phrase: whole, in this order, beside each other. Empty: no words.
QByteArray phraseExpression(QStringView text, SearchField field);

} // namespace Store
