// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mime/headers.h"
#include "mime/part.h"
#include "mime/summary.h"

#include <QStringList>

namespace Mime {

struct Attachment {
    QByteArray partPath; ///< stable; Message::partAt() finds it again
    QString filename;    ///< made from the type where the mail names none
    QByteArray contentType;
    qint64 size = 0;       ///< decoded bytes
    QByteArray contentId;  ///< without angle brackets
    bool isInline = false; ///< shown inside the HTML, which refers to it

    friend bool operator==(const Attachment &, const Attachment &) = default;
};

/**
 * A mail that was read: a value that shares the raw bytes and decodes on demand. Every call decodes
 * anew, so keep the result. Made by Reader. Safe on any thread, like a QByteArray.
 */
class Message
{
public:
    const Headers &headers() const { return m_headers; }
    const QList<Part> &parts() const { return m_parts; }
    const QList<Attachment> &attachments() const { return m_attachments; }

    bool isHtml() const { return !m_htmlParts.isEmpty(); } ///< an HTML body part exists
    bool hasAttachment() const; ///< something that is neither a body nor shown inside it
    Defects defects() const { return m_defects; }
    bool isTruncated() const; ///< some limit cut parts, headers or a body

    std::optional<QString>
    textBody() const; ///< line ends are \n; nothing where no part is plain text
    std::optional<QString> htmlBody() const; ///< as sent, in Unicode; nothing where no part is HTML
    /// The beginning of the body; for a mail without text its kind (an invitation, encrypted).
    /// Decodes only as much of the body as it shows.
    QString summary() const;
    /// The searchable text: the text body; where the HTML shows more than twice as much (the text
    /// is a stub, or empty), that too, without tags. At most Limits::searchBytes.
    QString searchText() const;

    const Part *partAt(QByteArrayView path) const;     ///< nullptr where no part has this path
    Headers partHeaders(const Part &part) const;       ///< the part's own MIME headers
    QByteArrayView rawContent(const Part &part) const; ///< still encoded
    QByteArray decodedContent(const Part &part, qsizetype maxBytes = allBytes) const;

private:
    friend class Reader;

    const QByteArray &bytesOf(const Part &part) const; // to which its positions refer
    QByteArray textBytes(const Part &part, qsizetype maxBytes) const;
    QByteArray bytesWithoutFiles(const Part &part, qsizetype maxBytes) const;
    QString decodedText(const Part &part, const QByteArray &bytes) const;
    QString joined(const QList<int> &parts, QString (*shown)(const Part &, const QString &)) const;
    QList<int> htmlBesideText() const;
    QString searchTextOf(const QList<int> &parts, qsizetype maxUnits) const;
    Summary summaryOf(const QList<int> &parts, int maxPoints) const;
    Summary summaryOfPart(const Part &part, int maxPoints) const;
    QString noticeOfContent() const;
    QString noticeOf(const Part &part) const;
    QString smimeNotice(const Part &part) const;

    QByteArray m_raw;
    QList<QByteArray> m_signedContents; // decoded, see Part::source
    Limits m_limits;
    Headers m_headers;
    QList<Part> m_parts;
    QList<int> m_textBody;  // leaves shown in a plain-text view, in order
    QList<int> m_htmlBody;  // leaves shown in an HTML view, in order
    QList<int> m_textParts; // those of m_textBody that are not HTML
    QList<int> m_htmlParts; // those of m_htmlBody that are HTML
    QList<Attachment> m_attachments;
    Defects m_defects;
};

} // namespace Mime
