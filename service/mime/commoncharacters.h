// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringView>

namespace Mime::CommonCharacters {

/*
 * The most common characters of mails and names, for guessing a charset: in correctly decoded text
 * most characters are among these, in wrongly decoded text hardly any.
 */

extern const QStringView simplifiedChinese;
extern const QStringView traditionalChinese;
extern const QStringView japanese; ///< without kana
extern const QStringView korean;
extern const QStringView cyrillic; ///< lower case
extern const QStringView latin;    ///< with accents

} // namespace Mime::CommonCharacters
