// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/search/text/searchutf8.h"

#include "store/search/text/searchfold.h"

#include <QString>

#include <algorithm>

namespace Store {

qsizetype utf8Length(QByteArrayView token)
{
    return std::count_if(token.begin(), token.end(), [](char c) { return !isUtf8Continuation(c); });
}

bool isRunToken(QByteArrayView token)
{
    if (token.isEmpty() || static_cast<unsigned char>(token.front()) < 0x80)
        return token == "$";
    const QList<uint> first =
        QString::fromUtf8(token.first(std::min<qsizetype>(token.size(), 4))).toUcs4();
    return SearchFold::instance().classOf(first.front()) == CharClass::Run;
}

qsizetype runLength(QByteArrayView token)
{
    const QList<uint> characters = QString::fromUtf8(token).toUcs4();
    return std::ranges::count_if(characters, [](uint c) { return !QChar::isMark(c); });
}

QList<QByteArrayView> searchTokens(QByteArrayView tokens)
{
    QList<QByteArrayView> list;
    qsizetype start = 0;
    while (start < tokens.size()) {
        qsizetype end = tokens.indexOf(' ', start);
        if (end < 0)
            end = tokens.size();
        if (end > start)
            list.append(tokens.sliced(start, end - start));
        start = end + 1;
    }
    return list;
}

} // namespace Store
