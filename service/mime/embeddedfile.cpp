// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/embeddedfile.h"

#include "mime/uuencode.h"
#include "mime/yenc.h"

namespace Mime {

namespace {

std::optional<EmbeddedFile> fileAt(Slice text, qsizetype at)
{
    if (text[at] == '=' && text.from(at).startsWith("=ybegin "))
        return yencFileAt(text, at);
    if (text[at] != 'b' || !text.from(at).startsWith("begin "))
        return std::nullopt;
    const std::optional<UuBlock> block = uuBlockAt(text, at);
    if (!block)
        return std::nullopt;
    return EmbeddedFile{ .begin = block->begin,
                         .dataBegin = block->dataBegin,
                         .dataEnd = block->dataEnd,
                         .end = block->end,
                         .name = block->name };
}

} // namespace

std::optional<EmbeddedFile> findEmbeddedFile(Slice text, qsizetype start)
{
    qsizetype at = start;
    while (at < text.size()) {
        if (text[at] == 'b' || text[at] == '=') {
            if (std::optional<EmbeddedFile> file = fileAt(text, at))
                return file;
        }
        const qsizetype newline = text.indexOf('\n', at);
        at = newline < 0 ? text.size() : newline + 1;
    }
    return std::nullopt;
}

} // namespace Mime
