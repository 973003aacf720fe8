// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mime/embeddedfile.h"

namespace Mime {

/**
 * The yEnc file (yEnc draft 1.3) whose `=ybegin` line begins at `begin`. Reads up to the next line
 * that begins with `=y`, which data never has; nothing where that is not its `=yend`.
 */
std::optional<EmbeddedFile> yencFileAt(Slice text, qsizetype begin);

/// The lines between `=ybegin` (or `=ypart`) and `=yend`.
QByteArray decodeYenc(Slice lines, qsizetype maxBytes);
/// How long decodeYenc() would be, without the memory.
qsizetype decodedYencSize(Slice lines);

} // namespace Mime
