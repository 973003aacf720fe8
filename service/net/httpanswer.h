// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "net/httpfields.h"

namespace Net {

/** The answer, with any status; a redirection is an answer too. */
struct HttpAnswer {
    int status = 0;
    HttpHeaders headers; ///< names in lower case
    QByteArray body;     ///< as it was sent, never decompressed
    bool isCut = false;  ///< there was more, or the connection ended within it

    QByteArray header(QByteArrayView lowerName) const; ///< the first; empty: none

    friend bool operator==(const HttpAnswer &, const HttpAnswer &) = default;
};

} // namespace Net
