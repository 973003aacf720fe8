// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QSet>
#include <QStringList>

namespace Http {

/**
 * Which Host fields are answered while we listen on loopback only. A page of a stranger can make
 * its own name resolve to 127.0.0.1 (DNS rebinding); then its scripts come with that name.
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
