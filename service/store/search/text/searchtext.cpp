// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/search/text/searchtext.h"

#include "store/search/text/searchtokenizer.h"
#include "store/search/text/searchutf8.h"

#include <QList>
#include <QString>

#include <algorithm>

namespace Store {

namespace {

constexpr qsizetype maxPartsBytes = 32 * 1024;
constexpr qsizetype maxKeyBytes = 512;

// The beginning of `text` that is at most `limit` bytes of UTF-8.
QStringView withinUtf8(QStringView text, qsizetype limit)
{
    if (text.size() * 3 <= limit)
        return text;
    qsizetype bytes = 0;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const char16_t unit = text[i].unicode();
        bytes += unit < 0x80 ? 1 : unit < 0x800 || text[i].isSurrogate() ? 2 : 3;
        if (bytes > limit)
            return text.first(i);
    }
    return text;
}

void appendSuffixes(QByteArray &parts, QByteArrayView word)
{
    qsizetype last = word.size(); // start of the last character, which alone is no part
    while (last > 0 && isUtf8Continuation(word[--last])) { }
    for (qsizetype i = 1; i < last; ++i) {
        if (isUtf8Continuation(word[i]))
            continue;
        if (!parts.isEmpty())
            parts += ' ';
        parts += word.sliced(i);
    }
}

} // namespace

QByteArray normalizedTokens(QStringView text, qsizetype limit)
{
    return SearchTokenizer(withinUtf8(text, limit)).tokens();
}

QByteArray wordParts(QByteArrayView tokens)
{
    QByteArray parts;
    for (const QByteArrayView word : searchTokens(tokens)) {
        if (parts.size() + word.size() * word.size() / 2 > maxPartsBytes)
            break;
        if (!isRunToken(word) && word.front() != withSigns)
            appendSuffixes(parts, word.front() == otherSpelling ? word.sliced(1) : word);
    }
    return parts;
}

QByteArray normalizedKey(QStringView text)
{
    // Folds only as much as the key can need, because a subject may have a megabyte.
    const QString head = text.first(std::min(text.size(), maxKeyBytes * 4)).toString();
    QByteArray key = SearchTokenizer(head).key();
    if (key.size() > maxKeyBytes) {
        qsizetype end = maxKeyBytes;
        while (isUtf8Continuation(key[end]))
            --end;
        key.truncate(end);
    }
    return key;
}

} // namespace Store
