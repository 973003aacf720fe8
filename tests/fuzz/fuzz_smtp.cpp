// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzztarget.h"
#include "smtp/datawriter.h"
#include "smtp/extensions.h"
#include "smtp/replyreader.h"

#include <QList>

/// A server that sends any bytes; and the same bytes as a message, which must not contain the end of DATA.
int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QByteArray bytes(reinterpret_cast<const char *>(data), qsizetype(size));
    Smtp::ReplyReader reader;
    for (const QByteArray &line : bytes.split('\n')) {
        const auto reply = reader.take(line);
        if (!reply)
            break;
        if (*reply) {
            const Smtp::Extensions extensions(**reply);
            static_cast<void>(extensions.mechanisms());
            static_cast<void>(extensions.maxSize());
            static_cast<void>(Smtp::replyText(**reply));
        }
    }
    Smtp::DataWriter writer;
    QByteArray wire = writer.add(bytes.first(bytes.size() / 2));
    wire += writer.add(bytes.sliced(bytes.size() / 2));
    wire += writer.finish();
    const bool isSafe = !wire.contains("\r\n.\r\n") && !wire.startsWith(".\r\n")
        && wire.count('\r') == wire.count("\r\n") && wire.count('\n') == wire.count("\r\n");
    if (!isSafe)
        __builtin_trap();
    return 0;
}
