// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/uuencode.h"

namespace Mime {

namespace {

struct Line {
    Slice text; // without its end
    qsizetype next = 0;
};

Line lineAt(Slice text, qsizetype begin)
{
    const qsizetype newline = text.indexOf('\n', begin);
    const qsizetype next = newline < 0 ? text.size() : newline + 1;
    qsizetype end = newline < 0 ? text.size() : newline;
    while (end > begin && text[end - 1] == '\r')
        --end;
    return { text.between(begin, end), next };
}

quint32 valueOf(char c) // space and backquote are both zero
{
    return (static_cast<quint32>(static_cast<unsigned char>(c)) - 32) & 63;
}

qsizetype encodedLength(qsizetype bytes)
{
    return (bytes + 2) / 3 * 4;
}

// The length may differ, because trailing blanks get lost on the way and a checksum character may
// follow.
bool isDataLine(Slice line)
{
    if (line.isEmpty() || line[0] < ' ' || line[0] > '`')
        return false;
    const auto bytes = static_cast<qsizetype>(valueOf(line[0]));
    const qsizetype length = line.size() - 1;
    const qsizetype wanted = encodedLength(bytes);
    return bytes > 0 && length <= wanted + 2 && length >= wanted - 4
        && std::all_of(line.begin(), line.end(), [](char c) { return c >= ' ' && c <= '`'; });
}

// `begin 644 name`
std::optional<QByteArray> nameIn(Slice line)
{
    if (!line.startsWith("begin "))
        return std::nullopt;
    qsizetype i = 6;
    while (line[i] >= '0' && line[i] <= '7')
        ++i;
    if (i < 9 || i > 10 || line[i] != ' ')
        return std::nullopt;
    const Slice name = line.from(i).trimmed();
    return name.isEmpty() ? std::nullopt : std::optional(name.toByteArray());
}

void decodeLine(Slice line, QByteArray &out)
{
    qsizetype left = static_cast<qsizetype>(valueOf(line[0]));
    for (qsizetype i = 1; left > 0; i += 4) {
        const auto at = [&](qsizetype k) {
            return k < line.size() ? valueOf(line[k]) : 0;
        };
        const quint32 bits = at(i) << 18 | at(i + 1) << 12 | at(i + 2) << 6 | at(i + 3);
        for (int shift = 16; shift >= 0 && left > 0; shift -= 8, --left)
            out.append(static_cast<char>(bits >> shift & 0xff));
    }
}

} // namespace

std::optional<UuBlock> uuBlockAt(Slice text, qsizetype begin)
{
    const Line head = lineAt(text, begin);
    const std::optional<QByteArray> name = nameIn(head.text);
    if (!name)
        return std::nullopt;
    qsizetype at = head.next;
    while (at < text.size()) {
        const Line line = lineAt(text, at);
        const Slice word = line.text.trimmed();
        if (word.view() == "end")
            return UuBlock{ begin, head.next, at, line.next, *name };
        if (!word.isEmpty() && word.view() != "`" && !isDataLine(line.text))
            return std::nullopt;
        at = line.next;
    }
    return std::nullopt;
}

std::optional<UuBlock> findUuBlock(Slice text, qsizetype start)
{
    qsizetype at = start;
    while (at < text.size()) {
        if (text[at] == 'b' && text.from(at).startsWith("begin ")) {
            if (std::optional<UuBlock> block = uuBlockAt(text, at))
                return block;
        }
        const qsizetype newline = text.indexOf('\n', at);
        at = newline < 0 ? text.size() : newline + 1;
    }
    return std::nullopt;
}

QByteArray decodeUuencode(Slice lines, qsizetype maxBytes)
{
    QByteArray out;
    for (qsizetype at = 0; at < lines.size() && out.size() < maxBytes;) {
        const Line line = lineAt(lines, at);
        if (isDataLine(line.text))
            decodeLine(line.text, out);
        at = line.next;
    }
    out.truncate(std::min(out.size(), maxBytes));
    return out;
}

} // namespace Mime
