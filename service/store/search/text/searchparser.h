// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/search/text/searchcondition.h"

#include <QStringList>
#include <QStringView>

namespace Store {

/** A text with operators as a condition, with the mistakes in it. */
struct ParsedCondition {
    SearchCondition condition;
    QStringList mistakes;            ///< one sentence each: the mistake, and the correct form
    bool hasUnknownOperator = false; ///< one of the mistakes
};

/// The `keyword` parameter: plain words, all of which must occur.
SearchCondition keywordCondition(QStringView keyword);

/**
 * Reads the `q` parameter: words, "quoted phrases" and the operators below, all of which must hold. A minus before
 * one of these or before a parenthesis excludes; OR in capital letters stands between alternatives; parentheses group.
 *
 *     from: to: cc: bcc: subject: filename:   words or a quoted phrase in that field
 *     in: folder:                             a folder, by its path or its role
 *     has:attachment
 *     is:read is:unread is:starred is:unstarred is:replied is:unreplied
 *     before: after:                          a year, month, date or time; before is exclusive, after is not
 *     older: newer:                           the same, or an age: 3d, 2w, 6m, 1y
 *     larger: smaller:                        bytes: 500, 20k, 1.5M, 2G
 *
 * `now` in seconds, for ages.
 */
ParsedCondition parseCondition(QStringView q, qint64 now);

} // namespace Store
