// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "imap/lexer.h"
#include "imap/response.h"

namespace Imap {

/// Parses the data of a LIST response, `(\HasNoChildren \Sent) "/" name`: RFC 3501 7.2.2, RFC 6154.
/// Extended data after the name is ignored.
bool parseList(Lexer &lexer, ListedFolder *folder);

/// Parses the data of a STATUS response, `name (MESSAGES 5 ..)`: RFC 3501 7.2.4.
bool parseFolderStatus(Lexer &lexer, FolderStatus *status);

} // namespace Imap
