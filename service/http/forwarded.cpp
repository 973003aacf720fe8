// SPDX-License-Identifier: GPL-3.0-or-later
#include "http/forwarded.h"

#include "http/head.h"
#include "net/plainaddress.h"

#include <algorithm>
#include <cstring>

namespace Http {

namespace {

constexpr QByteArrayView usual = "x-forwarded-for";
constexpr QByteArrayView standard = "forwarded";

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// RFC 7239 6: digits, or an identifier that begins with `_`.
bool isPort(QByteArrayView text)
{
    if (text.startsWith('_'))
        return text.size() > 1;
    return !text.isEmpty() && text.size() <= 5 && std::ranges::all_of(text, isDigit);
}

/// Accepts four numbers without leading zeros; QHostAddress also accepts forms such as 010.1.
QHostAddress ipv4Address(QByteArrayView text)
{
    qsizetype digits = 0;
    qsizetype dots = 0;
    for (qsizetype at = 0; at < text.size(); ++at) {
        const bool hasLeadingZero = digits == 1 && text[at - 1] == '0';
        if (text[at] == '.' && digits > 0 && ++dots <= 3)
            digits = 0;
        else if (!isDigit(text[at]) || hasLeadingZero || ++digits > 3)
            return {};
    }
    return dots == 3 && digits > 0 ? QHostAddress(QString::fromLatin1(text)) : QHostAddress();
}

/// Refuses an address with a zone, which has a meaning on one machine only.
QHostAddress ipv6Address(QByteArrayView text)
{
    const auto isPart = [](char c) {
        return c != '\0' && std::strchr("0123456789abcdefABCDEF:.", c);
    };
    if (!text.contains(':') || !std::ranges::all_of(text, isPart))
        return {};
    return Net::plainAddress(QHostAddress(QString::fromLatin1(text)));
}

/// RFC 9110 5.6.4: inside a quoted string a backslash makes the next character literal, also a quote or
/// a backslash.
bool isEscaped(QByteArrayView text, qsizetype at)
{
    qsizetype slashes = 0;
    while (slashes < at && text[at - slashes - 1] == '\\')
        ++slashes;
    return slashes % 2 == 1;
}

/// The position of the last separator outside quotes; -1: there is no separator. Searches from the end,
/// so that an unclosed quote before that separator has no effect.
qsizetype lastSeparator(QByteArrayView text, char separator)
{
    bool isQuoted = false;
    for (qsizetype at = text.size() - 1; at >= 0; --at) {
        if (text[at] == '"' && !isEscaped(text, at))
            isQuoted = !isQuoted;
        else if (text[at] == separator && !isQuoted)
            return at;
    }
    return -1;
}

/// RFC 7239 4: the value of `for` in `for=192.0.2.1;proto=https`; empty if `for` is
/// absent or occurs twice.
QByteArrayView forParameter(QByteArrayView element)
{
    constexpr QByteArrayView name = "for=";
    QByteArrayView found;
    for (bool isLast = false; !isLast;) {
        const qsizetype at = lastSeparator(element, ';');
        const QByteArrayView pair = withoutBlanks(element.sliced(at + 1));
        isLast = at < 0;
        element = element.first(std::max<qsizetype>(at, 0));
        if (pair.size() < name.size()
            || pair.first(name.size()).compare(name, Qt::CaseInsensitive) != 0)
            continue;
        if (!found.isEmpty())
            return {};
        found = pair.sliced(name.size());
    }
    if (found.size() > 2 && found.startsWith('"') && found.endsWith('"'))
        return found.sliced(1, found.size() - 2); // not unescaped: an address has no escapes
    return found;
}

} // namespace

QHostAddress forwardedAddress(QByteArrayView text)
{
    if (text.startsWith('[')) {
        const qsizetype end = text.indexOf(']');
        const QByteArrayView after = end < 0 ? text : text.sliced(end + 1);
        const bool isWhole = after.isEmpty() || (after.startsWith(':') && isPort(after.sliced(1)));
        return isWhole ? ipv6Address(text.sliced(1, end - 1)) : QHostAddress();
    }
    const qsizetype colon = text.indexOf(':');
    if (colon < 0)
        return ipv4Address(text);
    if (text.lastIndexOf(':') != colon)
        return ipv6Address(text);
    return isPort(text.sliced(colon + 1)) ? ipv4Address(text.first(colon)) : QHostAddress();
}

ForwardedHops::ForwardedHops(const Head &head, ForwardedHeader header)
{
    const auto isUsual = [](const auto &field) {
        return field.first == usual;
    };
    m_isQuoting = header == ForwardedHeader::Forwarded
        || (header == ForwardedHeader::Auto && std::ranges::none_of(head.fields, isUsual));
    for (const auto &[name, value] : head.fields) {
        if (name == (m_isQuoting ? standard : usual))
            m_lines.append(value);
    }
}

QHostAddress ForwardedHops::next()
{
    const QByteArrayView entry = nextEntry();
    return forwardedAddress(m_isQuoting ? forParameter(entry) : entry);
}

QByteArrayView ForwardedHops::nextEntry()
{
    if (m_isAtLineEnd) {
        if (m_lines.isEmpty())
            return {};
        m_rest = m_lines.takeLast();
    }
    const qsizetype comma = m_isQuoting ? lastSeparator(m_rest, ',') : m_rest.lastIndexOf(',');
    const QByteArrayView entry = withoutBlanks(m_rest.sliced(comma + 1));
    m_isAtLineEnd = comma < 0;
    m_rest = m_rest.first(std::max<qsizetype>(comma, 0));
    return entry;
}

} // namespace Http
