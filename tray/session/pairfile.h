// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QUrl>

namespace Session {

/** How the user's own service is found, and a code that it takes once in place of a password. */
struct Pairing {
    QUrl url;
    QString code;
    QByteArray secret; ///< of this run: the service proves with it that the file is its own

    bool operator==(const Pairing &) const = default;
};

/// Where the service leaves it: `postrider/pair.json` in the runtime directory.
QString pairFilePath();

/**
 * Reads it. Only a regular file of ours that nobody else may read counts, and only an address on
 * this machine: another user's service must not get our trust. A file without a secret is of an older
 * service, which can prove nothing. NotFound: there is no file.
 */
Result<Pairing> readPairFile(const QString &path);

} // namespace Session
