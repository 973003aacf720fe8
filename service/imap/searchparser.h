// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "imap/lexer.h"
#include "imap/response.h"

namespace Imap {

/// `2 84 882 (MODSEQ 917)`, RFC 3501 7.2.5, RFC 7162 3.1.5.
bool parseSearch(Lexer &lexer, SearchResult *result);

/// `(TAG "A2") UID ALL 2,10:11 COUNT 3`, RFC 4731 3.1.
bool parseESearch(Lexer &lexer, SearchResult *result);

} // namespace Imap
