// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mime/transfer.h"

#include <QByteArray>
#include <QString>

namespace Mime {

/**
 * One node of the mail's tree: offsets into the raw bytes, nothing decoded. The parts of a Message
 * are in the order of the mail (a container before its children).
 */
struct Part {
    enum class Kind : quint8 {
        Leaf,
        Multipart,
        Message, ///< message/rfc822; its only child is the root of the mail inside
        InText,  ///< a file inside the text of its parent, uuencoded or in yEnc
        Signed   ///< signed-data of S/MIME that was opened; its only child is the content's root
    };
    enum class Disposition : quint8 { None, Inline, Attachment };

    Kind kind = Kind::Leaf;
    Disposition disposition = Disposition::None;
    Encoding encoding = Encoding::Identity;
    bool isFlowed = false; ///< RFC 3676 format=flowed
    bool isDelSp = false;
    int parent = -1;     ///< index, -1 for the root
    int childNumber = 0; ///< from 1 within its parent, 0 for the root
    int subtreeEnd = 0;  ///< index behind its last descendant
    int source = 0; ///< whose bytes the positions are in: 0 the mail's, else a signed content's
    qsizetype headerBegin = 0;
    qsizetype bodyBegin = 0;
    qsizetype bodyEnd = 0;
    QByteArray
        path; ///< as IMAP counts: "1.2"; "" for a multipart root; "1#2" second file in the text 1;
              ///< "1/2" part 2 of the signed content of 1
    QByteArray contentType;  ///< lower case, without parameters
    QByteArray charset;      ///< as the mail says it, or empty
    QByteArray contentId;    ///< without angle brackets
    QByteArray relatedStart; ///< of multipart/related: Content-ID of its root, without brackets
    QString filename;        ///< last component of the path, no control characters; or empty

    /// Whether the part has a path at the mail server and is in the mail's own bytes.
    bool isSection() const { return kind != Kind::InText && source == 0; }
    bool isText() const { return contentType.startsWith("text/"); }
    bool isHtml() const
    {
        return contentType == "text/html" || contentType == "application/xhtml+xml";
    }
};

} // namespace Mime
