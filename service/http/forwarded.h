// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>
#include <QHostAddress>
#include <QList>

namespace Http {

struct Head;

/** Which header a trusted proxy writes the client's address into. */
enum class ForwardedHeader {
    Auto,          ///< X-Forwarded-For; Forwarded only where there is no X-Forwarded-For
    XForwardedFor, ///< never Forwarded
    Forwarded,     ///< RFC 7239; never X-Forwarded-For
};

/**
 * The addresses that proxies have written into a head, from the last one to the first, over all lines
 * of the header. Each proxy adds its entry at the end, so entries written by a client are returned
 * last and cannot change how entries of proxies are read. The head must outlive this object.
 */
class ForwardedHops
{
public:
    ForwardedHops(const Head &head, ForwardedHeader header);

    /// Null where no entry is left, and for an entry that is not an address (`unknown`, `_hidden`).
    QHostAddress next();

private:
    QByteArrayView nextEntry();

    QList<QByteArrayView> m_lines; ///< not begun yet
    QByteArrayView m_rest;         ///< of the line that was begun
    bool m_isAtLineEnd = true;
    bool m_isQuoting = false; ///< the header is Forwarded
};

/// An address as proxies write it: IPv4 or IPv6, also with brackets and port. Null: the text is not
/// an address.
QHostAddress forwardedAddress(QByteArrayView text);

} // namespace Http
