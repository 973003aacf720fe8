// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringView>

namespace Html {

/// Where a character reference stands: in values of attributes, `&copy=1` is not a reference (HTML
/// 13.2.5.73).
enum class Place { Text, Attribute };

/// References become characters, NUL and other control characters go, line ends become \n. Linear.
QString decoded(QStringView raw, Place place);

/// Appends `text` so that it is text for a browser, in an element as in a quoted attribute.
void appendEscaped(QString &out, QStringView text);

} // namespace Html
