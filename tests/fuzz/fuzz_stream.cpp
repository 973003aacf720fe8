// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/sse.h"
#include "fuzztarget.h"

/// Whole or byte by byte, a stream gives the same events.
int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QByteArrayView bytes(data, qsizetype(size));
    Sse::Parser whole;
    Sse::Parser pieces;
    const QList<Sse::Event> expected = whole.feed(bytes);
    QList<Sse::Event> found;
    for (const char &byte : bytes)
        found += pieces.feed(QByteArrayView(&byte, 1));
    if (found != expected)
        __builtin_trap();
    return 0;
}
