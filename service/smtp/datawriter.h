// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace Smtp {

/**
 * A message as DATA carries it, RFC 5321 4.5.2: a dot that begins a line is doubled, and a bare CR
 * or LF becomes CR LF, because servers that take one for the end of a line would see the end of the
 * mail where there is none ("SMTP smuggling"). Takes the message in any pieces.
 */
class DataWriter
{
public:
    QByteArray add(QByteArrayView piece);

    /// The line end that is missing, if one is. The dot that ends it all is the caller's.
    QByteArray finish();

private:
    bool m_isLineStart = true;
    bool m_hasCr = false; ///< its LF is still to come, or is missing
};

} // namespace Smtp
