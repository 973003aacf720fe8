// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "http/server.h"

#include <QByteArray>

/** The current contents of the PEM files with the service's certificate and key. */
struct TlsFiles {
    QByteArray certificate; ///< with its chain, leaf first
    QByteArray key;

    bool operator==(const TlsFiles &) const = default;
};

/// Empty where a file cannot be read.
TlsFiles readTlsFiles(const QString &certificateFile, const QString &keyFile);

/// Error::BadRequest: the files are not valid; the message is one line.
Result<Http::TlsIdentity> tlsIdentity(const TlsFiles &files);
