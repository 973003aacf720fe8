// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

/** Makes texts of strangers safe for menus and notices. Pure. */
namespace Policy {

/**
 * One line without control characters and without characters that change the direction of the text
 * around them. White space is collapsed. At most `maxLength` characters; `…` marks a cut.
 */
QString cleanLine(const QString &text, qsizetype maxLength);

/// The same between direction isolates, so that right-to-left text does not reorder the text around it.
QString isolated(const QString &text, qsizetype maxLength);

/// For a menu entry: `&` is doubled, because a single one marks a mnemonic.
QString menuText(const QString &text, qsizetype maxLength);

/// A label without its mnemonic, for screen readers: `Pass&word`, in Chinese `密码(&W)`.
QString withoutMnemonic(QString label);

} // namespace Policy
