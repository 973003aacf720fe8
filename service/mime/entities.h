// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringView>

#include <array>

namespace Mime {

/// The value of a character reference and its length in the text.
struct Entity {
    std::array<char16_t, 2> units{};
    int unitCount = 0;    ///< 1 or 2; 0: no reference, `&` stands for itself
    qsizetype length = 0; ///< of the reference from `&` on
};

/**
 * The reference that `text` begins with (its first unit is `&`): all names of HTML 5, numbers with
 * the standard's replacements (`&#150;` is an en dash). Looks at no more than 40 units.
 */
Entity entityAt(QStringView text);

} // namespace Mime
