// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace Mime {

/**
 * Joins the make-up sequences of KS X 1001 annex 3 into syllables: a Hangul filler (U+3164), then
 * initial, vowel and final as compatibility letters, the final a filler where there is none. EUC-KR
 * writes the 8,822 syllables so that it has no code for; converters leave the letters apart.
 */
QString joinMakeUpHangul(const QString &text);

} // namespace Mime
