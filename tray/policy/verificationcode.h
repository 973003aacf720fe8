// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace Policy {

/**
 * The code in a mail for signing in or confirming, `482913`; empty: none is certain. Searches near words
 * for such codes in about fifteen languages, and rejects amounts, dates, times, phone numbers, order
 * numbers and promotion codes. Reads only the beginning of a long text. Pure.
 */
QString verificationCode(const QString &subject, const QString &preview);

/// The code in two halves, which are easier to read: `482 913`.
QString spacedCode(const QString &code);

} // namespace Policy
