// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "imap/bodystructure.h"
#include "imap/lexer.h"

namespace Imap {

/// RFC 3501 7.4.2 BODY and BODYSTRUCTURE, without recursion. Fails above 1,000 parts or a nesting of
/// Limits::depth; `structure` then holds the parts so far.
bool parseBodyStructure(Lexer &lexer, BodyStructure *structure);

} // namespace Imap
