// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

namespace Mime {

/// A name for a file without one: a word and the file extension of its type (`image.png`,
/// `invite.ics`, `attachment.bin`). `contentType` in lower case, without parameters.
QString attachmentName(const QByteArray &contentType);

/// For an attached message: its subject and `.eml`.
QString messageFileName(QString subject);

} // namespace Mime
