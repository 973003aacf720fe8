// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

namespace Imap {

/** `charset=utf-8`; the name in lower case, the value as the server sent it (fileName() decodes RFC 2231). */
struct BodyParameter {
    QByteArray name;
    QByteArray value;

    bool operator==(const BodyParameter &) const = default;
};

/** One part of a message as BODYSTRUCTURE describes it, RFC 3501 7.4.2. */
struct BodyPart {
    QByteArray path;    ///< as in BODY[path]: "1", "2.1"; empty for a multipart at the top
    int parent = -1;    ///< index in BodyStructure::parts; -1 for the first
    QByteArray type;    ///< lower case, e.g. `text`
    QByteArray subtype; ///< lower case, e.g. `html`
    QList<BodyParameter> parameters;
    QByteArray id;          ///< Content-ID without its angle brackets
    QByteArray encoding;    ///< lower case, e.g. `base64`
    quint32 size = 0;       ///< bytes as encoded; 0 for multiparts
    quint32 lines = 0;      ///< text and message/rfc822 only
    QByteArray disposition; ///< lower case; empty: none given
    QList<BodyParameter> dispositionParameters;

    bool isMultipart() const { return type == "multipart"; }
    QByteArray parameter(QByteArrayView name) const;

    bool operator==(const BodyPart &) const = default;
};

/**
 * The tree of parts, flat, each part after its parent and in the order of the message. Parts inside
 * an attached message (message/rfc822) are listed too, below it.
 */
struct BodyStructure {
    QList<BodyPart> parts;

    bool operator==(const BodyStructure &) const = default;
};

/// The file name from the disposition or the type, with encoded words and RFC 2231 decoded; may be empty.
QString fileName(const BodyPart &part);

/**
 * Whether a person would see a file: a part with disposition `attachment`, an attached message, or
 * anything with a name that the HTML part does not show itself (a Content-ID inside
 * multipart/related). Signatures (application/pgp-signature, pkcs7-signature) do not count as
 * files.
 */
bool hasAttachment(const BodyStructure &structure);

/// Whether the message itself, not something attached to it, has a text/html part.
bool isHtml(const BodyStructure &structure);

/// Index of the first part of that kind that is the message's own text, not attached; -1: none.
int textPart(const BodyStructure &structure, QByteArrayView subtype);

} // namespace Imap
