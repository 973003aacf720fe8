// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzztarget.h"
#include "mime/reader.h"

/// Reads from a mail everything that the service reads.
int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QByteArray raw(reinterpret_cast<const char *>(data), qsizetype(size));
    const Mime::Message message = Mime::Reader::parse(raw);
    const Mime::Headers &headers = message.headers();
    for (const char *name : { "From", "To", "Cc", "Reply-To" })
        headers.addresses(name);
    headers.subject();
    headers.date();
    headers.messageId();
    headers.messageIds("References");
    headers.decoded();
    message.summary();
    message.searchText();
    message.textBody();
    message.htmlBody();
    for (const Mime::Attachment &attachment : message.attachments()) {
        const Mime::Part *part = message.partAt(attachment.partPath);
        if (!part || message.decodedContent(*part).size() != attachment.size)
            __builtin_trap();
    }
    return 0;
}
