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
 * Reads `config-v1.1.xml` (draft-ietf-mailmaint-autoconfig). What is unknown is passed over, and so are
 * servers without a usable port. Protocol: no such file, longer than mostConfigBytes, with a document
 * type (which could define entities that grow without end), or damaged. Pure; cost linear.
 */
Result<ConfigFile> readConfigFile(const QByteArray &xml);

} // namespace Discover
