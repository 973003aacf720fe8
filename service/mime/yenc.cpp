// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/yenc.h"

#include <array>

namespace Mime {

namespace {

constexpr std::array<quint32, 256> makeCrcTable()
{
    std::array<quint32, 256> table{};
    for (quint32 i = 0; i < 256; ++i) {
        quint32 value = i;
        for (int bit = 0; bit < 8; ++bit)
            value = value & 1 ? 0xedb88320u ^ (value >> 1) : value >> 1;
        table[i] = value;
    }
    return table;
}
constexpr std::array<quint32, 256> crcTable = makeCrcTable(); // CRC-32 of ISO 3309

/// Calls `put` with each decoded byte until it returns false.
template<typename Put>
void decode(Slice lines, const Put &put)
{
    bool isEscaped = false;
    for (const char c : lines) {
        if (c == '\r' || c == '\n')
            continue;
        if (c == '=' && !isEscaped) {
            isEscaped = true;
            continue;
        }
        const auto byte = static_cast<unsigned char>(c) - (isEscaped ? 106u : 42u);
        isEscaped = false;
        if (!put(static_cast<unsigned char>(byte)))
            return;
    }
}

struct Line {
    Slice text; // without its end
    qsizetype next = 0;
};

Line lineAt(Slice text, qsizetype begin)
{
    const qsizetype newline = text.indexOf('\n', begin);
    const qsizetype end = newline < 0 ? text.size() : newline;
    return { text.between(begin, end).trimmed(), newline < 0 ? text.size() : newline + 1 };
}

/// The value of ` key=`, up to the next blank; empty where there is none.
Slice valueOf(Slice line, const QByteArray &key)
{
    const qsizetype at = line.indexOf(QByteArrayView(' ' + key + '='));
    if (at < 0)
        return {};
    const qsizetype begin = at + key.size() + 2;
    const qsizetype blank = line.indexOf(' ', begin);
    return line.between(begin, blank < 0 ? line.size() : blank);
}

// The checksum as a number, because programs write it with and without leading zeros.
std::optional<quint32> checksumIn(Slice line, bool isOnePart)
{
    Slice value = valueOf(line, "pcrc32");
    if (value.isEmpty() && !isOnePart) // crc32 would be that of the whole file
        return std::nullopt;
    if (value.isEmpty())
        value = valueOf(line, "crc32");
    bool isNumber = false;
    const quint32 sum = value.toByteArray().toUInt(&isNumber, 16);
    return isNumber ? std::optional(sum) : std::nullopt;
}

bool isDamaged(Slice data, Slice endLine, bool isOnePart)
{
    qsizetype size = 0;
    quint32 crc = 0xffffffffu;
    decode(data, [&](unsigned char byte) {
        crc = crcTable[(crc ^ byte) & 0xff] ^ (crc >> 8);
        ++size;
        return true;
    });
    bool hasSize = false;
    const qlonglong wanted = valueOf(endLine, "size").toByteArray().toLongLong(&hasSize);
    const std::optional<quint32> checksum = checksumIn(endLine, isOnePart);
    return (hasSize && wanted != size) || (checksum && *checksum != ~crc);
}

} // namespace

std::optional<EmbeddedFile> yencFileAt(Slice text, qsizetype begin)
{
    const Line head = lineAt(text, begin);
    const qsizetype name = head.text.indexOf(QByteArrayView(" name="));
    if (name < 0 || valueOf(head.text, "size").isEmpty() || valueOf(head.text, "line").isEmpty())
        return std::nullopt;
    EmbeddedFile file{ .begin = begin,
                       .dataBegin = head.next,
                       .name = head.text.from(name + 6).trimmed().toByteArray(),
                       .encoding = Encoding::Yenc };
    const Line part = lineAt(text, head.next);
    const bool isOnePart = !part.text.startsWith("=ypart ");
    if (!isOnePart)
        file.dataBegin = part.next;
    qsizetype end = file.dataBegin;
    while (end < text.size() && !(text[end] == '=' && text[end + 1] == 'y')) {
        const qsizetype newline = text.indexOf('\n', end);
        end = newline < 0 ? text.size() : newline + 1;
    }
    const Line last = lineAt(text, end);
    if (!last.text.startsWith("=yend"))
        return std::nullopt;
    file.dataEnd = end;
    file.end = last.next;
    file.isDamaged = isDamaged(text.between(file.dataBegin, end), last.text, isOnePart);
    return file;
}

QByteArray decodeYenc(Slice lines, qsizetype maxBytes)
{
    QByteArray out;
    decode(lines, [&](unsigned char byte) {
        if (out.size() >= maxBytes)
            return false;
        out.append(static_cast<char>(byte));
        return true;
    });
    return out;
}

qsizetype decodedYencSize(Slice lines)
{
    qsizetype size = 0;
    decode(lines, [&size](unsigned char) { return ++size > 0; });
    return size;
}

} // namespace Mime
