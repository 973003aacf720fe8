// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "imap/fetchrequest.h"
#include "imap/lexer.h"

namespace Imap {

/// The list of `* 5 FETCH (..)`, RFC 3501 7.4.2, RFC 7162 3.1.4; items that we do not know are
/// skipped.
bool parseFetch(Lexer &lexer, FetchedMessage *message);

} // namespace Imap
