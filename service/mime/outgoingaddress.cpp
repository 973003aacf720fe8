// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/outgoingaddress.h"

#include "mime/decoder.h"

#include <QUrl>

#include <string_view>

namespace Mime {

namespace {

constexpr qsizetype longestLocalPart = 64;
constexpr qsizetype longestAddress = 254;
constexpr qsizetype longestLabel = 63;

Error refused(const QString &address, QLatin1StringView why)
{
    QString shown = address.left(100);
    shown.removeIf([](QChar c) { return !c.isPrint(); });
    return { Error::Code::BadRequest,
             QLatin1StringView("the address '%1' %2").arg(shown, QString(why)) };
}

bool isAlphanumeric(char c)
{
    return (c >= '0' && c <= '9') || (lowered(c) >= 'a' && lowered(c) <= 'z');
}

// RFC 5322 3.2.3, with the non-ASCII bytes of RFC 6532. Dots may stand anywhere, because some
// providers gave out addresses like `a..b@`.
bool isAtomOrDot(char c)
{
    constexpr std::string_view others = "!#$%&'*+-/=?^_`{|}~.";
    return isAlphanumeric(c) || static_cast<signed char>(c) < 0
        || others.find(c) != std::string_view::npos;
}

// RFC 5322 3.2.4, without angle brackets that are not escaped: only attackers use them.
// wireAddress() refuses white space.
bool isQuotedLocalPart(Slice local)
{
    if (local.size() < 3 || local[0] != '"' || local[local.size() - 1] != '"')
        return false;
    const Slice inner = local.between(1, local.size() - 1);
    for (qsizetype i = 0; i < inner.size(); ++i) {
        const char c = inner[i];
        if (c == '\\' && ++i < inner.size())
            continue;
        if (c == '"' || c == '\\' || c == '<' || c == '>')
            return false;
    }
    return true;
}

bool isLocalPart(Slice local)
{
    return !local.isEmpty() && local.size() <= longestLocalPart
        && (std::all_of(local.begin(), local.end(), isAtomOrDot) || isQuotedLocalPart(local));
}

bool isLabel(Slice label)
{
    const bool isClean = std::all_of(label.begin(), label.end(), [](char c) {
        return isAlphanumeric(c) || c == '-' || c == '_';
    });
    return isClean && !label.isEmpty() && label.size() <= longestLabel && label[0] != '-'
        && label[label.size() - 1] != '-';
}

bool isDomain(Slice domain)
{
    qsizetype begin = 0;
    while (true) {
        const qsizetype dot = domain.indexOf('.', begin);
        if (!isLabel(domain.between(begin, dot < 0 ? domain.size() : dot)))
            return false;
        if (dot < 0)
            return true;
        begin = dot + 1;
    }
}

// RFC 5321 4.1.3: `[192.0.2.1]`, `[IPv6:2001:db8::1]`
bool isLiteral(Slice domain)
{
    if (domain.size() < 3 || domain[0] != '[' || domain[domain.size() - 1] != ']')
        return false;
    const Slice inner = domain.between(1, domain.size() - 1);
    return std::all_of(inner.begin(), inner.end(), [](char c) {
        return isAlphanumeric(c) || c == '.' || c == ':' || c == '-';
    });
}

bool isForbidden(QChar c)
{
    return c.isSpace() || c.unicode() < 0x20 || (c.unicode() >= 0x7f && c.unicode() < 0xa0);
}

} // namespace

Result<QByteArray> wireAddress(const QString &address, bool allowsUtf8)
{
    if (std::any_of(address.begin(), address.end(), isForbidden))
        return refused(address, QLatin1StringView("has white space or control characters"));
    const qsizetype at = address.lastIndexOf(u'@');
    if (at <= 0)
        return refused(address, QLatin1StringView("has no domain"));
    const QByteArray local = address.first(at).toUtf8();
    if (!isLocalPart(Slice(local)))
        return refused(address, QLatin1StringView("has no valid part in front of the '@'"));
    if (!allowsUtf8 && !isAscii(Slice(local)))
        return refused(address, QLatin1StringView("needs a server with SMTPUTF8"));
    QByteArray domain = address.sliced(at + 1).toUtf8();
    if (!isAscii(Slice(domain)))
        domain = QUrl::toAce(address.sliced(at + 1));
    if (!isDomain(Slice(domain)) && !isLiteral(Slice(domain)))
        return refused(address, QLatin1StringView("has no valid domain"));
    QByteArray whole = local + '@' + domain;
    if (whole.size() > longestAddress)
        return refused(address, QLatin1StringView("is too long"));
    return whole;
}

} // namespace Mime
