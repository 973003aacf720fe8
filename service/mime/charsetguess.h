// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mime/slice.h"

namespace Mime {

/**
 * The converter for bytes that no label names: valid or damaged UTF-8, ISO-2022-JP by its escape
 * sequences, the frequency of characters (short text: names, subjects), uchardet's statistics where
 * built in, else windows-1252. `hint`: the converter of text from the same program, or nullptr; it
 * wins where it reads the bytes about as well as another one. Looks at the beginning of long text.
 */
const char *guessCharset(Slice bytes, const char *hint = nullptr);

} // namespace Mime
