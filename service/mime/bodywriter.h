// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mime/messageoutput.h"
#include "mime/outgoingmail.h"

namespace Mime {

/// Appends a mail's Content- fields, the empty line and the body; Writer puts its fields in front.
class BodyWriter
{
public:
    /// `out` and `mail` outlive this.
    BodyWriter(MessageOutput &out, const OutgoingMail &mail);

    void write();

private:
    void writeMixed();
    void writeReadable();
    void writeHtml();
    void writeText(const QByteArray &type, const QString &text);
    void writeFile(const OutgoingFile &file, bool isInline);
    QByteArray beginMultipart(const QByteArray &type);
    void beginPart(const QByteArray &boundary);
    void endMultipart(const QByteArray &boundary);
    void writeBase64(const OutgoingFile &file);
    void writeMessage(const OutgoingFile &file);

    MessageOutput &m_output;
    QByteArray &m_out; ///< the text of m_output
    const OutgoingMail &m_mail;
    QList<const OutgoingFile *> m_inline;   // shown by the HTML
    QList<const OutgoingFile *> m_attached; // the others
    int m_multiparts = 0;
};

} // namespace Mime
