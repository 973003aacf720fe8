// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

/** Makes what strangers write fit for menus and notices. Pure. */
namespace Policy {

/**
 * One line without control characters, without characters that turn the direction of what stands
 * around them, white space collapsed, at most `maxLength` characters, `…` where it was cut.
 */
QString cleanLine(const QString &text, qsizetype maxLength);

/// The same, and set apart, so that text that runs from right to left leaves a sentence around it.
QString isolated(const QString &text, qsizetype maxLength);

/// For a menu entry: `&` is no mnemonic.
QString menuText(const QString &text, qsizetype maxLength);

/// What a screen reader says of a label with a mnemonic: `Pass&word`, in Chinese `密码(&W)`.
QString withoutMnemonic(QString label);

} // namespace Policy
