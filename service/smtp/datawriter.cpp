// SPDX-License-Identifier: GPL-3.0-or-later
#include "smtp/datawriter.h"

namespace Smtp {

QByteArray DataWriter::add(QByteArrayView piece)
{
    QByteArray out;
    out.reserve(piece.size() + piece.size() / 64 + 16);
    qsizetype plain = 0; // where the run of unchanged bytes begins
    const auto flush = [&](qsizetype end) {
        out += piece.sliced(plain, end - plain);
        plain = end;
    };
    for (qsizetype i = 0; i < piece.size(); ++i) {
        const char c = piece[i];
        if (m_hasCr) {
            m_hasCr = false;
            m_isLineStart = true;
            flush(i);
            out += '\n'; // the LF of CR LF, or the one that a bare CR lacks
            if (c == '\n') {
                plain = i + 1;
                continue;
            }
        }
        if (c == '\n') {
            flush(i);
            out += "\r\n";
            plain = i + 1;
            m_isLineStart = true;
        } else if (c == '\r') {
            m_hasCr = true;
        } else {
            if (c == '.' && m_isLineStart) {
                flush(i);
                out += '.';
            }
            m_isLineStart = false;
        }
    }
    flush(piece.size());
    return out;
}

QByteArray DataWriter::finish()
{
    if (m_hasCr)
        return "\n";
    return m_isLineStart ? QByteArray() : QByteArray("\r\n");
}

} // namespace Smtp
