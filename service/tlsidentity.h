// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "http/server.h"

#include <QByteArray>

/** The PEM files that say who the service is, as they are at the moment. */
struct TlsFiles {
    QByteArray certificate; ///< with its chain, leaf first
    QByteArray key;

    bool operator==(const TlsFiles &) const = default;
};

/// Empty where a file cannot be read.
TlsFiles readTlsFiles(const QString &certificateFile, const QString &keyFile);

/// Error::BadRequest says in one line what is wrong with them.
Result<Http::TlsIdentity> tlsIdentity(const TlsFiles &files);
