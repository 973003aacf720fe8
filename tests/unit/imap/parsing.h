// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "imap/parser.h"

/** Reads bytes to a response in the same steps as Connection. */
namespace Parsing {

/// `wire` holds one whole response with its line ends; fed in pieces of `pieceBytes`.
inline Result<Imap::Response> parsed(const QByteArray &wire, qsizetype pieceBytes = 0,
                                     const Imap::Limits &limits = {})
{
    Imap::ResponseReader reader(limits);
    const qsizetype step = pieceBytes > 0 ? pieceBytes : wire.size();
    for (qsizetype at = 0; at < wire.size() && !reader.isComplete(); at += step) {
        const QByteArrayView piece = QByteArrayView(wire).sliced(at);
        reader.feed(piece.first(std::min(step, piece.size())));
        if (reader.error())
            return *reader.error();
    }
    if (!reader.isComplete())
        return Error{ Error::Code::Protocol, QStringLiteral("not complete") };
    return Imap::parseResponse(reader.take(), limits);
}

} // namespace Parsing
