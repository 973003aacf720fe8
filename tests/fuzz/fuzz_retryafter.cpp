// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzztarget.h"
#include "net/retryafter.h"

/// The Retry-After field of a receiver: the wait is never negative.
int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QByteArrayView value(data, qsizetype(size));
    const auto wait = Net::retryAfterMs(value, 1'800'000'000'000);
    if (wait && *wait < 0)
        __builtin_trap();
    return 0;
}
