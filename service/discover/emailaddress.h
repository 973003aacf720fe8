// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QString>

namespace Discover {

/** An e-mail address whose domain can be asked for its mail servers. */
struct EmailAddress {
    QString text;   ///< as the user entered it
    QString local;  ///< before the @
    QString domain; ///< in ASCII, lower case

    bool operator==(const EmailAddress &) const = default;
};

/// Parses an address. BadRequest: why it is not valid, as the end of a sentence: `must have one @`.
Result<EmailAddress> emailAddress(const QString &text);

} // namespace Discover
