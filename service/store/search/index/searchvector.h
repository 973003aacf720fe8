// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/search/index/searchdocument.h"

#include <QByteArray>

/**
 * The full text search on PostgreSQL: it has the same tokens as SQLite's index and gives the same
 * results.
 *
 * The tokens of each mail are in search_docs.tokens, and a GIN index contains the set of them. A
 * tsvector keeps at most 256 positions of a word and none after the 16,383rd, so positions are not
 * stored at all: whether words stand next to each other is checked in the tokens of the mails that
 * have all of the words. The field of a word (sender, subject) is part of a second token, so that a
 * search in one field needs no access to rows either.
 */
namespace Store {

/// The content of search_docs.tokens: one line each for sender, subject, body, and for the
/// additional tokens of sender and subject. Each word stands between blanks, and a short text is
/// padded with blanks. A tsvector has room for 1 MB: only the beginning of longer texts is used.
QByteArray vectorTokens(const SearchDocument &document);

} // namespace Store
