// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QUrl>

namespace Session {

/** The address of the user's own service, and a code that it accepts once instead of a password. */
struct Pairing {
    QUrl url;
    QString code;
    QByteArray secret; ///< of this run: the service proves with it that it wrote the file

    bool operator==(const Pairing &) const = default;
};

/// The pairing file, which the service writes: `postrider/pair.json` in the runtime directory.
QString pairFilePath();

/**
 * Reads the pairing file. It must be a regular file of this user without access for others, and name an
 * address of this machine, so that another user's service is not trusted. A file without a secret is
 * refused: it is from an older service, which cannot prove itself. NotFound: there is no file.
 */
Result<Pairing> readPairFile(const QString &path);

} // namespace Session
