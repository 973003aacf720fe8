// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "imap/lexer.h"
#include "imap/response.h"

namespace Imap {

/// `(\HasNoChildren \Sent) "/" name`, RFC 3501 7.2.2, RFC 6154; extended data is skipped.
bool parseList(Lexer &lexer, ListedFolder *folder);

/// `name (MESSAGES 5 ..)`, RFC 3501 7.2.4.
bool parseFolderStatus(Lexer &lexer, FolderStatus *status);

} // namespace Imap
