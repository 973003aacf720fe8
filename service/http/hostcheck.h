// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QSet>
#include <QStringList>

namespace Http {

/**
 * Decides which Host fields are accepted while the server listens on loopback only. A foreign web
 * page can make its own host name resolve to 127.0.0.1 (DNS rebinding); the requests of its scripts
 * then have that name in Host.
 */
class HostCheck
{
public:
    /// `allowed`: names beside the loopback ones, any port.
    explicit HostCheck(const QStringList &allowed);

    bool isAllowed(QByteArrayView host) const; ///< as in the field, port included

private:
    QSet<QByteArray> m_names;
};

} // namespace Http
