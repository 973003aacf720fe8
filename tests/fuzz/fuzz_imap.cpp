// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzztarget.h"
#include "imap/parser.h"
#include "imap/responsereader.h"

/// A server that sends any bytes, in pieces of 7 bytes.
int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const Imap::Limits limits;
    Imap::ResponseReader reader(limits);
    QByteArrayView rest(data, qsizetype(size));
    while (!rest.isEmpty() && !reader.error()) {
        const qsizetype taken = reader.feed(rest.first(qMin(rest.size(), qsizetype(7))));
        rest = rest.sliced(taken);
        if (reader.isComplete())
            static_cast<void>(Imap::parseResponse(reader.take(), limits));
        else if (taken == 0)
            break;
    }
    return 0;
}
