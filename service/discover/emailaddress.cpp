// SPDX-License-Identifier: GPL-3.0-or-later
#include "discover/emailaddress.h"

#include "discover/hostname.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Discover {

namespace {

constexpr qsizetype longestLocal = 64; // RFC 5321 4.5.3.1.1

Error wrong(const QString &reason)
{
    return { Error::Code::BadRequest, reason };
}

bool isPlain(QChar c)
{
    return !c.isSpace() && c.category() != QChar::Other_Control
        && c.category() != QChar::Other_Format;
}

} // namespace

Result<EmailAddress> emailAddress(const QString &text)
{
    const QString trimmed = text.trimmed();
    const qsizetype at = trimmed.indexOf(u'@');
    if (at < 1 || trimmed.count(u'@') != 1)
        return wrong(u"must have one @ with a name before it"_s);
    const QString local = trimmed.first(at);
    if (local.toUtf8().size() > longestLocal)
        return wrong(u"must have at most 64 bytes before the @"_s);
    if (!std::ranges::all_of(local, isPlain))
        return wrong(u"must not contain blanks or control characters"_s);
    const std::optional<QString> domain = hostName(trimmed.sliced(at + 1));
    if (!domain)
        return wrong(u"must end in a domain such as example.org, of at most 253 characters"_s);
    return EmailAddress{ trimmed, local, *domain };
}

} // namespace Discover
