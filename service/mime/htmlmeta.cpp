// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/htmlmeta.h"

namespace Mime {

namespace {

bool isLabelCharacter(char c)
{
    return (c >= '0' && c <= '9') || (lowered(c) >= 'a' && lowered(c) <= 'z') || c == '-'
        || c == '_' || c == ':' || c == '.' || c == '+';
}

// Reads `charset=x` and `content="text/html; charset=x"`, with quotes and blanks around the value.
QByteArrayView charsetInTag(Slice tag)
{
    for (qsizetype i = 0; i < tag.size(); ++i) {
        if (!tag.from(i).startsWithIgnoringCase("charset"))
            continue;
        qsizetype begin = i + 7;
        while (isSpace(tag[begin]) || tag[begin] == '=' || tag[begin] == '"' || tag[begin] == '\'')
            ++begin;
        qsizetype end = begin;
        while (isLabelCharacter(tag[end]))
            ++end;
        if (end > begin)
            return tag.between(begin, end).view();
    }
    return {};
}

} // namespace

QByteArrayView charsetInMeta(Slice html)
{
    html = html.first(4096);
    for (qsizetype at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) {
        if (!html.from(at).startsWithIgnoringCase("<meta"))
            continue;
        const qsizetype end = html.indexOf('>', at);
        const QByteArrayView charset = charsetInTag(html.between(at, end < 0 ? html.size() : end));
        if (!charset.isEmpty())
            return charset;
    }
    return {};
}

} // namespace Mime
