// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "imap/lexer.h"
#include "imap/response.h"

namespace Imap {

/// `OK` .. `PREAUTH`, upper case.
std::optional<StatusLine::Kind> statusKind(QByteArrayView name);

/// Parses the rest of the line: `[CODE data] text`, RFC 3501 7.1. Never fails: text is for people.
bool parseStatusText(Lexer &lexer, StatusLine::Kind kind, StatusLine *status);

} // namespace Imap
