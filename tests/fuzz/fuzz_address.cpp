// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzztarget.h"
#include "mime/address.h"

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QByteArray value(reinterpret_cast<const char *>(data), qsizetype(size));
    if (Mime::parseAddresses(value).size() > 5000)
        __builtin_trap();
    return 0;
}
