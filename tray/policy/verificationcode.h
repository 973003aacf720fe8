// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace Policy {

/**
 * The code that a mail brings for signing in or confirming, `482913`; empty: none that is certain. Looks
 * for one beside words for such codes in some fifteen languages, and takes no amount, date, time, phone
 * number, order number or promotion for one. Of a long text the beginning is looked at. Pure.
 */
QString verificationCode(const QString &subject, const QString &preview);

/// As it is read aloud: `482 913`.
QString spacedCode(const QString &code);

} // namespace Policy
