// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mime/summary.h"

namespace Mime {

/// Whether the text should be compared with the HTML beside it: it is short, or mentions HTML or a
/// browser.
bool mayBeStub(const Summary &text);

/**
 * Whether the text of a multipart/alternative is only a hint to read the HTML ("your mail program does
 * not support HTML", "view in browser: https://..."): it has the words that senders use, or the HTML is
 * more than twice as long and does not contain its beginning. `html`: a beginning of what the HTML shows.
 */
bool isStub(const Summary &text, QStringView html);

} // namespace Mime
