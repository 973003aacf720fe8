// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/transferwriter.h"

#include "mime/hex.h"

namespace Mime {

namespace {

constexpr qsizetype longestLine = 998; // RFC 5322 2.1.1
constexpr qsizetype encodedLine = 76;  // RFC 2045 6.7 and 6.8
constexpr qsizetype bytesOfBase64Line = encodedLine / 4 * 3;

// Whether programs may change the line: old mail stores write a `>` in front of `From `, and a lone
// dot ends SMTP's DATA.
bool isTouchedOnTheWay(Slice line)
{
    return line.startsWith("From ") || (line.size() == 1 && line[0] == '.');
}

bool isQuotedPrintableLiteral(char c)
{
    return c >= 0x20 && c < 0x7f && c != '=';
}

/** Goes over a text line by line; all lines but the last end in CR LF. */
class Lines
{
public:
    explicit Lines(Slice text) : m_text(text) { }

    bool hasMore() const { return m_at <= m_text.size(); }
    Slice next() // without its end
    {
        const qsizetype newline = m_text.indexOf('\n', m_at);
        const qsizetype begin = m_at;
        m_at = newline < 0 ? m_text.size() + 1 : newline + 1;
        return m_text.between(begin, newline < 0 ? m_text.size() : newline - 1);
    }

private:
    Slice m_text;
    qsizetype m_at = 0;
};

bool isPlainAscii(Slice line)
{
    return std::all_of(line.begin(), line.end(),
                       [](char c) { return (c >= 0x20 && c < 0x7f) || c == '\t'; });
}

void appendBase64(QByteArray &out, Slice bytes)
{
    out.reserve(out.size() + bytes.size() / 3 * 4 + bytes.size() / bytesOfBase64Line * 2 + 80);
    for (qsizetype at = 0; at < bytes.size(); at += bytesOfBase64Line) {
        const Slice line = bytes.between(at, at + bytesOfBase64Line);
        if (at > 0)
            out.append("\r\n");
        out.append(QByteArray::fromRawData(line.begin(), line.size()).toBase64());
    }
}

/** Quoted-printable, RFC 2045 6.7: one line of the text after the other. */
class QuotedPrintableWriter
{
public:
    explicit QuotedPrintableWriter(QByteArray &out) : m_out(out) { }

    void write(Slice text)
    {
        Lines lines(text);
        writeLine(lines.next());
        while (lines.hasMore()) {
            m_out.append("\r\n");
            writeLine(lines.next());
        }
    }

private:
    void writeLine(Slice line)
    {
        m_column = 0;
        const bool isTouched = isTouchedOnTheWay(line);
        for (qsizetype i = 0; i < line.size(); ++i) {
            const char c = line[i];
            const bool isLast = i + 1 == line.size();
            const bool isLiteral = isQuotedPrintableLiteral(c) || c == '\t';
            if (isLiteral && !(isLast && isBlank(c)) && !(isTouched && i == 0))
                put(c);
            else
                putEscaped(c);
        }
    }

    void put(char c)
    {
        breakBefore(1);
        m_out.append(c);
    }

    void putEscaped(char c)
    {
        breakBefore(3);
        appendHexEscape(m_out, '=', c);
    }

    void breakBefore(int length) // keeps room for the `=` of a soft break
    {
        if (m_column + length >= encodedLine) {
            m_out.append("=\r\n");
            m_column = 0;
        }
        m_column += length;
    }

    QByteArray &m_out;
    qsizetype m_column = 0;
};

} // namespace

QByteArray withWireLineEnds(Slice bytes)
{
    return WireLineEnds().take(bytes);
}

QByteArray WireLineEnds::take(Slice piece)
{
    QByteArray out;
    out.reserve(piece.size() + piece.size() / 32);
    for (const char c : piece.view()) {
        const bool isSecondHalf = m_isAfterCr && c == '\n';
        m_isAfterCr = c == '\r';
        if (isSecondHalf)
            continue;
        if (c == '\r' || c == '\n')
            out.append("\r\n");
        else
            out.append(c);
    }
    return out;
}

bool isSentAsItIs(Slice text)
{
    for (Lines lines(text); lines.hasMore();) {
        const Slice line = lines.next();
        if (line.size() > longestLine || !isPlainAscii(line) || isTouchedOnTheWay(line))
            return false;
    }
    return true;
}

bool SentAsItIs::take(const QByteArray &piece)
{
    m_line += piece;
    const qsizetype lines = m_line.lastIndexOf('\n') + 1;
    m_isSo = m_isSo && isSentAsItIs(Slice(m_line).first(lines));
    m_line.remove(0, lines);
    m_isSo = m_isSo && m_line.size() <= longestLine;
    return m_isSo;
}

bool SentAsItIs::finish()
{
    return m_isSo && isSentAsItIs(m_line);
}

Encoding encodingFor(Slice text)
{
    if (isSentAsItIs(text))
        return Encoding::Identity;
    const auto escaped = std::count_if(text.begin(), text.end(), [](char c) {
        return !isQuotedPrintableLiteral(c) && !isSpace(c);
    });
    // Escapes add two bytes each, base64 adds a third.
    return escaped * 6 <= text.size() ? Encoding::QuotedPrintable : Encoding::Base64;
}

QByteArrayView nameOf(Encoding encoding)
{
    switch (encoding) {
    case Encoding::Base64:
        return "base64";
    case Encoding::QuotedPrintable:
        return "quoted-printable";
    case Encoding::Identity:
    case Encoding::Uuencode: // never written
    case Encoding::Yenc:
        break;
    }
    return "7bit";
}

void appendEncoded(QByteArray &out, Slice bytes, Encoding encoding)
{
    if (encoding == Encoding::Base64)
        appendBase64(out, bytes);
    else if (encoding == Encoding::QuotedPrintable)
        QuotedPrintableWriter(out).write(bytes);
    else
        out.append(bytes.view());
}

} // namespace Mime
