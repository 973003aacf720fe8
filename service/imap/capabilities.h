// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>
#include <QSet>

namespace Imap {

/** The capabilities of a server, RFC 3501 7.2.1. Names are compared without case. */
class Capabilities
{
public:
    Capabilities() = default;
    explicit Capabilities(const QList<QByteArray> &names);

    /// Names divided by spaces, as servers list them; of a flood the first 1,000.
    static Capabilities parse(QByteArrayView list);

    bool isKnown() const { return !m_names.isEmpty(); }
    bool has(QByteArrayView name) const;                ///< e.g. "IDLE"; upper case
    QList<QByteArray> authMechanisms() const;           ///< the X of each AUTH=X, upper case
    QList<QByteArray> names() const { return m_names; } ///< upper case, in the server's order

    bool operator==(const Capabilities &) const = default;

private:
    QList<QByteArray> m_names;
};

} // namespace Imap
