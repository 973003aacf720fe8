// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringView>

namespace Mime::CommonCharacters {

/*
 * What mails and people's names are mostly written with, for the guess of a charset: most of a text
 * that is read rightly is among these, hardly anything of one that is read wrongly.
 */

extern const QStringView simplifiedChinese;
extern const QStringView traditionalChinese;
extern const QStringView japanese; ///< without kana
extern const QStringView korean;
extern const QStringView cyrillic; ///< lower case
extern const QStringView latin;    ///< with accents

} // namespace Mime::CommonCharacters
