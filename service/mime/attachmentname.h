// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

namespace Mime {

/// For a file without a name: a word and the ending of its type (`image.png`, `invite.ics`,
/// `attachment.bin`). `contentType` in lower case, without parameters.
QString attachmentName(const QByteArray &contentType);

/// For an attached message: its subject and `.eml`.
QString messageFileName(QString subject);

} // namespace Mime
