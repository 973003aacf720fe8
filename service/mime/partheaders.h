// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mime/headers.h"
#include "mime/parameters.h"
#include "mime/part.h"

namespace Mime {

/** The charset of raw names in a mail (Headers::rawCharset), determined at the first call. */
class RawCharset
{
public:
    RawCharset() = default;
    explicit RawCharset(Headers mail) : m_mail(std::move(mail)) { }

    const QByteArray &get();

private:
    Headers m_mail;
    std::optional<QByteArray> m_charset;
};

/**
 * The properties of a part from its own fields: type, charset, encoding, disposition, names.
 * `isInDigest`: message/rfc822 is the default type there (RFC 2046 5.1.5). Adds the defects that
 * were found to `defects`.
 */
Part readPart(const Headers &headers, bool isInDigest, RawCharset &rawCharset, Defects &defects);

} // namespace Mime
