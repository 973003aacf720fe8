// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/search/index/searchindex.h"

#include <QByteArray>

/**
 * The full text search on PostgreSQL: the same tokens as in SQLite's index, the same answers.
 *
 * Each mail has its tokens in search_docs.tokens, and a GIN index knows the set of them. A tsvector
 * keeps at most 256 places of a word and none behind the 16,383rd, so places are not kept at all:
 * that words stand beside each other is looked up in the tokens, of those mails that have all of
 * the words. Where a word stands (sender, subject) is part of a second token, so that no search for
 * it has to look into rows either.
 */
namespace Store {

class Session;

/// What goes into search_docs.tokens: a line each for sender, subject, body, and what is found in
/// sender and subject alone. Each word stands between blanks, and a short text is filled up with
/// them. A tsvector has room for 1 MB: of texts that make more the beginning is taken.
QByteArray vectorTokens(const SearchDocument &document);

/// Counts mails as indexed since the index was last brought into order. Inside a Transaction.
Result<void> noteIndexed(Session &session, qint64 mails);

/// indexMail() on this engine.
Result<void> indexVector(Session &session, const SearchMail &mail, const SearchDocument &document);

} // namespace Store
