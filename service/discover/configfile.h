// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "net/endpoint.h"

#include <QByteArrayList>
#include <QList>
#include <QString>

namespace Discover {

/** A server entry of a domain's configuration file, with its placeholders. */
struct ConfigServer {
    QString host;
    quint16 port = 0;
    Net::Security security = Net::Security::None;
    QString username;
    QByteArrayList authentication; ///< `oauth2`, `password`; empty: no method that we support

    bool operator==(const ConfigServer &) const = default;
};

/** The used entries of a configuration file, in its order. */
struct ConfigFile {
    QString displayName;
    QList<ConfigServer> imap;
    QList<ConfigServer> smtp;
    bool hasPop = false;

    bool operator==(const ConfigFile &) const = default;
};

constexpr qsizetype mostConfigBytes = 64 * 1024;

/**
 * Reads `config-v1.1.xml` (draft-ietf-mailmaint-autoconfig). Unknown elements and servers without a
 * usable port are ignored. Protocol: the text is not such a file, is longer than mostConfigBytes, is
 * damaged, or has a document type, which could define entities of unlimited size. Pure; linear cost.
 */
Result<ConfigFile> readConfigFile(const QByteArray &xml);

} // namespace Discover
