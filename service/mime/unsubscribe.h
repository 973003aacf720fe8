// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mime/headers.h"

namespace Mime {

/** The addresses where the reader of a mail can leave its mailing list (RFC 2369 3.2). */
struct Unsubscribe {
    /// https; one POST to it takes the reader off the list (RFC 8058). Empty: the mail offers no such
    /// address, or no DKIM signature covers it. The signature itself is not verified here.
    QByteArray oneClick;
    QByteArray page;  ///< http or https, for a person in a browser; empty: none
    QByteArray email; ///< mailto:, with the text that the list requires; empty: none

    bool isEmpty() const { return page.isEmpty() && email.isEmpty(); }
    friend bool operator==(const Unsubscribe &, const Unsubscribe &) = default;
};

/// Of the first List-Unsubscribe field; the first address of each kind. Addresses over 2,048 bytes
/// and those with other than visible ASCII are left out.
Unsubscribe unsubscribeOf(const Headers &headers);

/// The body of the POST, `application/x-www-form-urlencoded` (RFC 8058 3.2).
QByteArray oneClickBody();

} // namespace Mime
