// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/jsonwriter.h"

#include <QString>

#include <algorithm>
#include <array>
#include <cmath>

namespace Json {

namespace {

/// Makes `out` longer by `bytes` and returns the start of the new part, which the caller fills. Faster
/// than several appends, each of which costs more than copying its bytes.
char *extend(QByteArray &out, qsizetype bytes)
{
    const qsizetype at = out.size();
    out.resize(at + bytes);
    return out.data() + at;
}

void appendEscape(QByteArray &out, char16_t c)
{
    switch (c) {
    case u'"':
        out += "\\\"";
        return;
    case u'\\':
        out += "\\\\";
        return;
    case u'\n':
        out += "\\n";
        return;
    case u'\r':
        out += "\\r";
        return;
    case u'\t':
        out += "\\t";
        return;
    default:
        out += "\\u00";
        out += "0123456789abcdef"[c >> 4 & 15];
        out += "0123456789abcdef"[c & 15];
    }
}

bool isPlain(char16_t c)
{
    return c >= 0x20 && c < 0x7f && c != u'"' && c != u'\\';
}

enum : quint8 { Plain = 0, Escaped = 1, Beyond7Bit = 2 };

constexpr std::array<quint8, 256> kindsOfBytes()
{
    std::array<quint8, 256> kinds{};
    for (std::size_t c = 0; c < kinds.size(); ++c) {
        if (c >= 0x80)
            kinds[c] = Beyond7Bit;
        else if (c < 0x20 || c == 0x7f || c == '"' || c == '\\')
            kinds[c] = Escaped;
    }
    return kinds;
}

constexpr std::array<quint8, 256> kinds = kindsOfBytes();

/// The kinds of all bytes of `text`, combined with OR.
quint8 kindsIn(QByteArrayView text)
{
    quint8 found = Plain;
    for (const char c : text)
        found |= kinds[uchar(c)];
    return found;
}

void appendEscaped(QByteArray &out, QByteArrayView utf8)
{
    for (const char *at = utf8.begin(); at != utf8.end();) {
        const char *const end =
            std::find_if(at, utf8.end(), [](char c) { return kinds[uchar(c)] == Escaped; });
        out.append(at, end - at);
        at = end;
        if (at != utf8.end())
            appendEscape(out, uchar(*at++));
    }
}

} // namespace

void appendString(QByteArray &out, QStringView text)
{
    out += '"';
    for (qsizetype i = 0; i < text.size();) {
        qsizetype end = i;
        while (end < text.size() && isPlain(text[end].unicode()))
            ++end;
        if (end > i) { // a run of ASCII: one byte a character
            char *to = extend(out, end - i);
            for (; i < end; ++i)
                *to++ = char(text[i].unicode());
            continue;
        }
        if (text[i].unicode() < 0x80) {
            appendEscape(out, text[i++].unicode());
            continue;
        }
        while (end < text.size() && text[end].unicode() >= 0x80)
            ++end;
        out += text.sliced(i, end - i).toUtf8();
        i = end;
    }
    out += '"';
}

Writer &Writer::open(char bracket)
{
    separate();
    m_out += bracket;
    m_needComma = false;
    return *this;
}

Writer &Writer::close(char bracket)
{
    m_out += bracket;
    m_needComma = true;
    return *this;
}

void Writer::separate()
{
    if (m_needComma)
        m_out += ',';
    m_needComma = true;
}

Writer &Writer::key(QByteArrayView plainName)
{
    char *to = extend(m_out, plainName.size() + (m_needComma ? 4 : 3));
    if (m_needComma)
        *to++ = ',';
    *to++ = '"';
    to = std::ranges::copy(plainName, to).out;
    *to++ = '"';
    *to = ':';
    m_needComma = false;
    return *this;
}

Writer &Writer::keyText(QStringView name)
{
    separate();
    appendString(m_out, name);
    m_out += ':';
    m_needComma = false;
    return *this;
}

Writer &Writer::value(QStringView text)
{
    separate();
    appendString(m_out, text);
    return *this;
}

Writer &Writer::value(QByteArrayView utf8)
{
    const quint8 found = kindsIn(utf8);
    if ((found & Beyond7Bit) && !utf8.isValidUtf8())
        return value(QString::fromUtf8(utf8));
    separate();
    if (found & Escaped) {
        m_out += '"';
        appendEscaped(m_out, utf8);
        m_out += '"';
        return *this;
    }
    char *to = extend(m_out, utf8.size() + 2);
    *to++ = '"';
    to = std::ranges::copy(utf8, to).out;
    *to = '"';
    return *this;
}

Writer &Writer::value(double number)
{
    if (!std::isfinite(number))
        return null();
    return raw(QByteArray::number(number, 'g', 15));
}

Writer &Writer::raw(QByteArrayView json)
{
    char *to = extend(m_out, json.size() + (m_needComma ? 1 : 0));
    if (m_needComma)
        *to++ = ',';
    std::ranges::copy(json, to);
    m_needComma = true;
    return *this;
}

} // namespace Json
