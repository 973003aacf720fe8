// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "http/response.h"

namespace Http {

struct Head;

/** Which bytes of a content to send. */
struct RangeChoice {
    enum class Kind {
        Whole,         ///< no range, or a field that may be ignored: several ranges, bad syntax
        Part,          ///< 206
        Unsatisfiable, ///< 416: it lies behind the end
    };
    Kind kind = Kind::Whole;
    qint64 first = 0;
    qint64 length = 0;

    bool operator==(const RangeChoice &) const = default;
};

/// What a Range field (RFC 9110 14.2) means for a content of so many bytes.
RangeChoice chooseRange(QByteArrayView field, qint64 size);

/// An answer with the requested content: the part that Range names, if this part exists and
/// If-Range allows it.
Response inRange(Response response, const Head &head);

} // namespace Http
