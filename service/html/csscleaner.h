// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "html/images.h"

namespace Html {

/**
 * The rules of a style element that may stay, written anew: style rules and @media, no other at-rule.
 * `media`: where all of it applies, as the element's attribute says; empty: everywhere. A
 * declaration or rule that cannot be parsed is removed. The result contains no `<`. Linear, no
 * recursion deeper than 4.
 */
QString cleanStyleSheet(QStringView css, QStringView media, Images &images);

/// The declarations of a style attribute, `color:red;`.
QString cleanDeclarations(QStringView css, Images &images);

} // namespace Html
