// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mime/message.h"

namespace Mime {

/**
 * Reads a mail. No mail is refused: defects and exceeded limits are shown by Message::defects() and
 * isTruncated(). One pass over the bytes, without recursion; the tree costs about 300 bytes a part,
 * content is decoded on demand.
 */
class Reader
{
public:
    /// `raw` is shared, not copied (but for mails whose lines end in CR alone).
    static Message parse(QByteArray raw, const Limits &limits = {});

private:
    static void addBody(Message &message);
    static void addAttachments(Message &message, const QList<int> &chosen);
};

} // namespace Mime
