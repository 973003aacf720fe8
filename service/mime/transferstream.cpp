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

/// Where the incomplete line that begins at `start` may be cut: before blanks and a `=` before them, which
/// may be its end, and not in `=XX`.
qsizetype cutOf(const QByteArray &bytes, qsizetype start)
{
    qsizetype cut = bytes.size();
    while (cut > start && isSpace(bytes[cut - 1]))
        --cut;
    if (cut > start && bytes[cut - 1] == '=')
        return cut - 1;
    const bool isInEscape =
        cut == bytes.size() && cut - start >= 2 && bytes[cut - 2] == '='; // `=X`
    return isInEscape ? cut - 2 : cut;
}

/// Decodes bytes that end within a line: blanks there are not dropped, and a `=` is no soft line break.
QByteArray decodeWithinLine(QByteArray bytes)
{
    bytes.append('.');
    QByteArray decoded = decodeQuotedPrintable(bytes);
    decoded.chop(1);
    return decoded;
}

} // namespace

QByteArray TransferStream::take(const QByteArray &piece)
{
    switch (m_encoding) {
    case Encoding::Base64:
        return takeBase64(piece);
    case Encoding::QuotedPrintable:
        return takeQuotedPrintable(piece);
    case Encoding::Uuencode:
        return takeUuencode(piece);
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

QByteArray TransferStream::takeQuotedPrintable(const QByteArray &piece)
{
    m_kept += piece;
    const QByteArray blanks = takeLongBlanks();
    const qsizetype newline = piece.lastIndexOf('\n'); // m_kept had none before
    const qsizetype start = newline < 0 ? 0 : m_kept.size() - piece.size() + newline + 1;
    if (m_kept.size() - start <= longestLine) {
        const QByteArray lines = m_kept.first(start);
        m_kept.remove(0, start);
        return blanks + decodeQuotedPrintable(lines);
    }
    qsizetype cut = cutOf(m_kept, start);
    // 2: the `=`, and a CR that may belong to the end of the line.
    m_isInLongBlanks = m_kept.size() - cut > mostAddedBlanks + 2;
    if (m_isInLongBlanks)
        cut = m_kept.size();
    const QByteArray decoded = decodeWithinLine(m_kept.first(cut));
    m_kept.remove(0, cut);
    return blanks + decoded;
}

/// The next of the blanks that are kept; the end of the line or other text ends them.
QByteArray TransferStream::takeLongBlanks()
{
    qsizetype size = 0;
    while (m_isInLongBlanks && size < m_kept.size()) {
        m_isInLongBlanks = isSpace(m_kept[size]) && m_kept[size] != '\n';
        size += m_isInLongBlanks ? 1 : 0;
    }
    const QByteArray blanks = m_kept.first(size);
    m_kept.remove(0, size);
    return blanks;
}

QByteArray TransferStream::takeUuencode(const QByteArray &piece)
{
    m_kept += piece;
    qsizetype cut = m_kept.lastIndexOf('\n') + 1;
    if (m_kept.size() - cut > longestLine)
        cut = m_kept.size();
    const QByteArray lines = m_kept.first(cut);
    m_kept.remove(0, cut);
    return decodeUuencode(lines, allBytes);
}

} // namespace Mime
