// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QList>

namespace Store {

class SearchPlan;
class Session;

/// Rows of the full text index, highest (newest) first.
using SearchRows = QList<qint64>;

/// The rows of a group_concat(): "7,12,40". Empty: none.
SearchRows rowsInText(const QByteArray &text);

/// All rows that the words match, whatever the filters. 0.15 us a hit.
Result<SearchRows> rowsOfWords(Session &session, const SearchPlan &plan);

/// All rows whose mails the filters let through, whatever the words; from one index, 0.1 us a mail.
/// Not for filters by recipient.
Result<SearchRows> rowsOfFilters(Session &session, const SearchPlan &plan);

/// Those that are in both.
SearchRows inBoth(const SearchRows &a, const SearchRows &b);

} // namespace Store
