// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace Mime {

/**
 * Joins the make-up sequences of KS X 1001 annex 3 into syllables: a Hangul filler (U+3164), then
 * initial, vowel and final as compatibility letters, the final a filler where there is none. In this
 * way EUC-KR writes the 8,822 syllables for which it has no code. Converters do not join the letters.
 */
QString joinMakeUpHangul(const QString &text);

} // namespace Mime
