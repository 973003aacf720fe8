// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringView>

namespace Html {

/// Where a character reference stands: in values of attributes, `&copy=1` is not a reference (HTML
/// 13.2.5.73).
enum class Place { Text, Attribute };

/// References become characters, NUL and other control characters are removed, line ends become \n.
/// Linear.
QString decoded(QStringView raw, Place place);

/// Appends `text` escaped: a browser reads it as text, in an element and in a quoted attribute.
void appendEscaped(QString &out, QStringView text);

} // namespace Html
