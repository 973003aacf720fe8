// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>
#include <QList>

namespace Store {

inline bool isUtf8Continuation(char c)
{
    return (static_cast<unsigned char>(c) & 0xc0) == 0x80;
}

/// Characters in a token.
qsizetype utf8Length(QByteArrayView token);

/// Whether a token is of a script without spaces: a pair of characters or a last one alone.
bool isRunToken(QByteArrayView token);

/// The characters of such a token, each with the marks that belong to it.
qsizetype runLength(QByteArrayView token);

/// The tokens of a string that normalizedTokens() made; views into it.
QList<QByteArrayView> searchTokens(QByteArrayView tokens);

} // namespace Store
