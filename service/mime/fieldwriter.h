// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mime/address.h"

#include <QByteArray>

namespace Mime {

/// RFC 5322 3.2.4: in quotes, with a backslash where one is needed.
QByteArray quotedString(QByteArrayView text);

/**
 * Writes one header field, folded where a line would pass 76 characters (RFC 5322 2.2.3, RFC 2047 2).
 * The input contains no line break: Writer refuses such values before.
 */
class FieldWriter
{
public:
    /// `out` gets the field; it outlives this.
    FieldWriter(QByteArray &out, QByteArrayView name);

    /// Writes text that is never folded inside; a blank or a fold is written in front of it.
    void add(QByteArrayView atom);
    /// Free text (RFC 5322 3.6.5): as it is where that is safe, else in encoded words.
    void addText(const QString &text);
    /// `Name <address>`; `address` as wireAddress() made it. `isLast`: no comma behind it.
    void addMailbox(const QString &name, const QByteArray &address, bool isLast);
    void finish();

private:
    void addPhrase(const QString &name);
    void addWords(QStringView text);
    void fold();
    bool fits(QByteArrayView atom) const;
    bool mayFold() const { return !m_out.endsWith(':'); } ///< never directly behind the name
    qsizetype used() const { return m_out.size() - m_lineBegin; } ///< of the current line

    QByteArray &m_out;
    qsizetype m_lineBegin = 0;
};

} // namespace Mime
