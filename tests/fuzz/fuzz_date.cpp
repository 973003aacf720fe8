// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzztarget.h"
#include "mime/date.h"

/// A date that is accepted lies in the years 0 to 9999, or outside by a time zone at most.
int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QByteArrayView value(data, qsizetype(size));
    constexpr qint64 day = 86'400;
    constexpr qint64 yearZero = -62'167'219'200;
    constexpr qint64 yearTenThousand = 253'402'300'800;
    const std::optional<qint64> date = Mime::parseDate(value);
    if (date && (*date < yearZero - 2 * day || *date > yearTenThousand + 2 * day))
        __builtin_trap();
    return 0;
}
