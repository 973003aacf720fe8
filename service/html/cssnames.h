// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringView>

namespace Html {

inline bool isCssNewline(char16_t c)
{
    return c == u'\n' || c == u'\r' || c == u'\f';
}

/// Whether the unit may be in a name without an escape (NUL stands for U+FFFD).
bool isCssNameUnit(char16_t c);

/// Whether a declaration of this property may stay, whatever its value. Any case.
bool isAllowedProperty(QStringView name);

/// Functions of values that load nothing. Any case; url() is not one of them.
bool isAllowedFunction(QStringView name);

/// Functions of selectors and media queries.
bool isAllowedInPrelude(QStringView name);

} // namespace Html
