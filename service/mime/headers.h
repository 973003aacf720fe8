// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mime/address.h"
#include "mime/defects.h"
#include "mime/limits.h"

#include <optional>

namespace Mime {

/// A field as it stands in the mail. The views live as long as the Headers they came from.
struct HeaderField {
    QByteArrayView name;
    QByteArrayView rawValue; ///< still folded and encoded, without white space at the ends
};

/// A field for people: unfolded, RFC 2047 decoded.
struct DecodedField {
    QString name;
    QString value;

    friend bool operator==(const DecodedField &, const DecodedField &) = default;
};

/**
 * One header block, in order, repeated fields kept. Positions into shared bytes: parsing costs one
 * walk over the block, each call decodes what it returns. Also for a HEADER.FIELDS block alone.
 * Names are compared without case.
 */
class Headers
{
public:
    Headers() = default;
    /// The block at the start of `bytes`; bytes after its empty line are not read.
    static Headers parse(QByteArray bytes, const Limits &limits = {});
    /// The block at [begin, end) of `bytes`. `isWholeMail`: skips a BOM, an mbox From_ line and
    /// blank lines.
    static Headers parse(QByteArray bytes, qsizetype begin, qsizetype end, const Limits &limits,
                         bool isWholeMail);

    qsizetype count() const { return m_fields.size(); }
    HeaderField at(qsizetype index) const;
    bool contains(QByteArrayView name) const { return find(name) >= 0; }
    /// The first field's value, folded and encoded; empty where it is missing.
    QByteArrayView raw(QByteArrayView name) const;

    QString text(QByteArrayView name) const; ///< first field, decoded; empty where it is missing
    QString subject() const { return text("Subject"); }
    QList<Address> addresses(QByteArrayView name) const; ///< of all fields of that name
    Address from() const;               ///< the first address of the first From that has one
    std::optional<qint64> date() const; ///< seconds since 1970; nothing where missing or broken
    QByteArray messageId() const;       ///< with angle brackets, or empty
    QList<QByteArray>
    messageIds(QByteArrayView name) const; ///< References, In-Reply-To; with brackets
    QList<DecodedField> decoded() const;   ///< all, in order

    /**
     * The charset label for bytes that are not UTF-8 in values without encoded words: guessed from
     * the names and the subject together, because one of them alone is short, with the body's
     * charset as a hint. Uses only fields that every list of mails fetches, so that a block of these
     * alone gives the same. May be empty: then each value is guessed for itself.
     */
    QByteArray rawCharset() const;

    qsizetype bodyBegin() const { return m_bodyBegin; } ///< where the body starts in the bytes
    Defects defects() const { return m_defects; }
    bool isTruncated() const;

private:
    friend class HeaderScanner;
    struct Field {
        qsizetype begin = 0; // of the name
        qsizetype nameEnd = 0;
        qsizetype valueBegin = 0;
        qsizetype valueEnd = 0;
    };

    qsizetype find(QByteArrayView name, qsizetype start = 0) const;
    QByteArrayView valueOf(const Field &field) const;
    QByteArray rawBytes() const;
    QByteArray charsetFor(Slice value) const;

    QByteArray m_bytes;
    QList<Field> m_fields;
    qsizetype m_bodyBegin = 0;
    Defects m_defects;
};

} // namespace Mime
