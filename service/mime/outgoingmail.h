// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mime/address.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <memory>

class QIODevice;

namespace Mime {

/// An attached file.
struct OutgoingFile {
    QString filename;       ///< a path is cut to its last component; may be empty
    QByteArray contentType; ///< `image/png`. An invalid type, a multipart and a message that
                            ///< needs an encoding are written as application/octet-stream
    QByteArray content;
    QByteArray contentId; ///< without brackets; if the HTML refers to it, the file is shown there
    std::shared_ptr<QIODevice> device = nullptr; ///< read from its beginning, in place of
                                                 ///< `content`
    qint64 size = 0;                             ///< bytes to read from `device`

    friend bool operator==(const OutgoingFile &, const OutgoingFile &) = default;
};

/// A mail to be written by Writer. Plain text, HTML, or both.
struct OutgoingMail {
    Address from;
    QList<Address> to;
    QList<Address> cc;
    QList<Address> bcc; ///< for the envelope: checked like the others, never written
    QList<Address> replyTo;
    QString subject;
    QString text; ///< empty beside HTML: derived from it
    QString html; ///< empty: a mail of plain text
    QList<OutgoingFile> files;
    QByteArray messageId;         ///< newMessageId(), once; it stays the same over all tries
    qint64 date = 0;              ///< seconds since 1970
    int utcOffsetMinutes = 0;     ///< the sender's time zone, for the Date field
    QByteArray inReplyTo;         ///< a Message-ID with brackets, or empty
    QList<QByteArray> references; ///< the same, oldest first
    bool allowsUtf8 = false;      ///< the server has SMTPUTF8: local parts may be non-ASCII

    friend bool operator==(const OutgoingMail &, const OutgoingMail &) = default;
};

/// `<random@domain of the address>`; 128 random bits.
QByteArray newMessageId(const QString &fromAddress);

} // namespace Mime
