// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace Smtp {

/**
 * A message as DATA carries it, RFC 5321 4.5.2: a dot that begins a line is doubled, and a bare CR
 * or LF becomes CR LF, because a server that accepts a bare CR or LF as a line end could find a
 * false end of the mail ("SMTP smuggling"). Takes the message in any pieces.
 */
class DataWriter
{
public:
    QByteArray add(QByteArrayView piece);

    /// The missing line end at the end of the message, if any. The caller sends the final dot.
    QByteArray finish();

private:
    bool m_isLineStart = true;
    bool m_hasCr = false; ///< the last byte was CR; its LF follows or is missing
};

} // namespace Smtp
