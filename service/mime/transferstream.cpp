// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/transferstream.h"

#include "mime/uuencode.h"
#include "mime/yenc.h"

namespace Mime {

namespace {

constexpr qsizetype longestLine = 64 * 1024; ///< longer ones are decoded in parts
constexpr qsizetype mostHeld = 64 * 1024;    ///< behind a padding: may be text

enum class Kind { Value, Blank, Pad, Foreign };

struct Character {
    Kind kind = Kind::Foreign;
    quint32 value = 0;
};

Character base64Character(char c)
{
    if (c >= 'A' && c <= 'Z')
        return { Kind::Value, quint32(c - 'A') };
    if (c >= 'a' && c <= 'z')
        return { Kind::Value, quint32(c - 'a') + 26 };
    if (c >= '0' && c <= '9')
        return { Kind::Value, quint32(c - '0') + 52 };
    if (c == '+' || c == '/')
        return { Kind::Value, c == '+' ? 62U : 63U };
    if (c == '=')
        return { Kind::Pad, 0 };
    return { isSpace(c) ? Kind::Blank : Kind::Foreign, 0 };
}

/// Where an incomplete line may be cut: not behind a blank, which the decoder would drop, and not
/// in `=XX`.
qsizetype cutOf(const QByteArray &line)
{
    const qsizetype equals = line.lastIndexOf('=');
    qsizetype cut = equals >= 0 && equals + 3 > line.size() ? equals : line.size();
    while (cut > 0 && isSpace(line[cut - 1]))
        --cut;
    return cut;
}

} // namespace

QByteArray TransferStream::take(const QByteArray &piece)
{
    switch (m_encoding) {
    case Encoding::Base64:
        return takeBase64(piece);
    case Encoding::QuotedPrintable:
    case Encoding::Uuencode:
        return takeLines(piece);
    case Encoding::Yenc:
        return takeYenc(piece);
    case Encoding::Identity:
        break;
    }
    return piece;
}

// Line ends are ignored. The first half of an escape is kept until the next piece.
QByteArray TransferStream::takeYenc(const QByteArray &piece)
{
    QByteArray bytes = std::exchange(m_kept, {}) + piece;
    qsizetype escapes = 0;
    for (qsizetype at = bytes.size() - 1; at >= 0; --at) {
        if (bytes[at] == '=')
            ++escapes;
        else if (bytes[at] != '\r' && bytes[at] != '\n')
            break;
    }
    if (escapes % 2 == 1)
        m_kept = "=";
    return decodeYenc(bytes, allBytes);
}

QByteArray TransferStream::finish()
{
    const QByteArray rest = std::exchange(m_kept, {});
    switch (m_encoding) {
    case Encoding::Base64:
        return finishBase64();
    case Encoding::QuotedPrintable:
        return decodeQuotedPrintable(rest);
    case Encoding::Uuencode:
        return decodeUuencode(rest, allBytes); // skips the lines around the data
    case Encoding::Yenc:
        return decodeYenc(rest, allBytes);
    case Encoding::Identity:
        break;
    }
    return {};
}

// Writes the bytes of a quantum; fewer than 3 if a padding or the end cuts it short.
void TransferStream::putQuantum(bool isWhole)
{
    const quint32 bits = m_bits << (6 * (4 - m_count));
    const int bytes = isWhole ? 3 : m_count - 1;
    for (int i = 0; i < bytes; ++i)
        m_out.append(char(bits >> (16 - 8 * i) & 0xff));
    m_bits = 0;
    m_count = 0;
}

// As decodeBase64(): other characters are skipped, but behind a padding they are appended text, and
// so is everything since the padding. Therefore the bytes behind a padding are held back.
QByteArray TransferStream::takeBase64(const QByteArray &piece)
{
    for (const char c : piece) {
        if (m_isEnded)
            break;
        const Character character = base64Character(c);
        if (character.kind == Kind::Value) {
            m_bits = m_bits << 6 | character.value;
            if (++m_count == 4)
                putQuantum(true);
        } else if (character.kind == Kind::Pad) {
            putQuantum(false);
            m_safe = m_out.size();
            m_isPadded = true;
        } else if (character.kind == Kind::Foreign && m_isPadded) {
            m_out.truncate(m_safe);
            m_count = 0;
            m_isEnded = true;
        }
    }
    if (!m_isPadded || m_isEnded || m_out.size() - m_safe > mostHeld)
        m_safe = m_out.size();
    const QByteArray safe = m_out.first(m_safe);
    m_out.remove(0, std::exchange(m_safe, 0));
    return safe;
}

QByteArray TransferStream::finishBase64()
{
    putQuantum(false);
    return std::exchange(m_out, {});
}

QByteArray TransferStream::takeLines(const QByteArray &piece)
{
    m_kept += piece;
    const qsizetype newline = m_kept.lastIndexOf('\n');
    qsizetype cut = newline + 1;
    if (m_kept.size() - cut > longestLine)
        cut = m_encoding == Encoding::Uuencode ? m_kept.size() : cutOf(m_kept);
    if (cut == 0 && m_kept.size() > 2 * longestLine) // only blanks, which are dropped
        cut = m_kept.size();
    const QByteArray lines = m_kept.first(cut);
    m_kept.remove(0, cut);
    return m_encoding == Encoding::Uuencode ? decodeUuencode(lines, allBytes)
                                            : decodeQuotedPrintable(lines);
}

} // namespace Mime
