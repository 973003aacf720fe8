// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mime/summary.h"

namespace Mime {

/// Whether the text should be compared with the HTML beside it: it is short, or mentions HTML or a
/// browser.
bool mayBeStub(const Summary &text);

/**
 * The text of a multipart/alternative only says that the HTML must be read ("your mail program does
 * not support HTML", "view in browser: https://..."), in the words that senders use or because the HTML
 * says more than twice as much and nothing of it. `html`: a beginning of what the HTML shows.
 */
bool isStub(const Summary &text, QStringView html);

} // namespace Mime
