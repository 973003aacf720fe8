// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mime/slice.h"

#include <QList>
#include <QString>

namespace Mime {

/**
 * A Content-Type or Content-Disposition: `value; name=...; name=...` with the quirks of real mail
 * (missing quotes and semicolons, comments, unclosed quotes). RFC 2045 5.1, RFC 2183, RFC 2231.
 * At most 200 parameters are kept.
 */
class ParameterizedValue
{
public:
    explicit ParameterizedValue(Slice field);

    /// `text/plain`, lower case, without comments and quotes; may be anything but white space. Empty
    /// where the field begins with a parameter.
    const QByteArray &value() const { return m_value; }
    /// The plain parameter's bytes; of several the first. Empty where it is missing.
    QByteArray parameter(QByteArrayView name) const;
    /// Text of `name*` (RFC 2231, continuations joined), else of `name` with RFC 2047 words decoded.
    /// `rawCharset`: the charset of 8-bit bytes without a declared charset.
    QString text(QByteArrayView name, QByteArrayView rawCharset = {}) const;

private:
    struct Parameter {
        QByteArray name;        // lower case, without its `*0*`
        QByteArray value;       // unquoted
        int section = -1;       // of `name*3`
        bool isEncoded = false; // `name*` and `name*3*`
    };

    qsizetype readParameter(Slice field, qsizetype at);
    void add(Slice name, QByteArray value);

    QByteArray m_value;
    QList<Parameter> m_parameters;
};

} // namespace Mime
