// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/unsubscribe.h"

#include "mime/slice.h"

#include <algorithm>

namespace Mime {

namespace {

constexpr qsizetype longestAddress = 2048;

/// The value without white space, because long addresses and signatures are folded at any place.
QByteArray joined(QByteArrayView folded)
{
    QByteArray text;
    text.reserve(folded.size());
    std::ranges::copy_if(folded, std::back_inserter(text), [](char c) { return !isSpace(c); });
    return text;
}

bool isAddress(const QByteArray &text)
{
    const auto isVisible = [](char c) {
        return c > ' ' && c < '\x7f';
    };
    return !text.isEmpty() && text.size() <= longestAddress && std::ranges::all_of(text, isVisible);
}

bool hasScheme(const QByteArray &address, QByteArrayView scheme)
{
    return address.size() > scheme.size()
        && address.first(scheme.size()).compare(scheme, Qt::CaseInsensitive) == 0;
}

/// The addresses in angle brackets; the whole value if the sender left the brackets out.
QList<QByteArray> addressesIn(QByteArrayView value)
{
    QList<QByteArray> found;
    if (!value.contains('<'))
        found.append(joined(value));
    qsizetype at = 0;
    while (found.size() < 20) {
        const qsizetype begin = value.indexOf('<', at);
        const qsizetype end = begin < 0 ? -1 : value.indexOf('>', begin);
        if (end < 0)
            break;
        found.append(joined(value.sliced(begin + 1, end - begin - 1)));
        at = end + 1;
    }
    found.removeIf([](const QByteArray &address) { return !isAddress(address); });
    return found;
}

/// Whether the signature lists both fields as signed (RFC 6376 3.5, `h=`).
bool coversUnsubscribe(QByteArrayView signature)
{
    for (const QByteArray &tag : joined(signature).toLower().split(';')) {
        if (!tag.startsWith("h="))
            continue;
        const QList<QByteArray> names = tag.sliced(2).split(':');
        return names.contains("list-unsubscribe") && names.contains("list-unsubscribe-post");
    }
    return false;
}

/// RFC 8058 4: without a signature that covers the fields, anyone on the way may have added them.
bool isSigned(const Headers &headers)
{
    for (qsizetype i = 0; i < headers.count(); ++i) {
        const HeaderField field = headers.at(i);
        if (field.name.compare("DKIM-Signature", Qt::CaseInsensitive) == 0
            && coversUnsubscribe(field.rawValue))
            return true;
    }
    return false;
}

bool offersOneClick(const Headers &headers)
{
    const QByteArray post = joined(headers.raw("List-Unsubscribe-Post"));
    return post.compare(oneClickBody(), Qt::CaseInsensitive) == 0 && isSigned(headers);
}

} // namespace

Unsubscribe unsubscribeOf(const Headers &headers)
{
    Unsubscribe found;
    QByteArray secure;
    for (const QByteArray &address : addressesIn(headers.raw("List-Unsubscribe"))) {
        const bool isSecure = hasScheme(address, "https://");
        if (isSecure && secure.isEmpty())
            secure = address;
        if ((isSecure || hasScheme(address, "http://")) && found.page.isEmpty())
            found.page = address;
        if (hasScheme(address, "mailto:") && found.email.isEmpty())
            found.email = address;
    }
    if (!secure.isEmpty() && offersOneClick(headers))
        found.oneClick = secure;
    return found;
}

QByteArray oneClickBody()
{
    return "List-Unsubscribe=One-Click";
}

} // namespace Mime
