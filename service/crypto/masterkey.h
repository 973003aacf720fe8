// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "crypto/keyring.h"

#include <QString>

namespace Crypto {

/**
 * The possible sources of the master key. The first source that is set is used, and it must be
 * valid.
 */
struct MasterKeySources {
    QString
        credentialsDirectory = {}; ///< systemd's $CREDENTIALS_DIRECTORY; its file `postrider-key`
    QString keyFile = {};          ///< POSTRIDER_KEY_FILE; refused if others may read it
    QByteArray key = {};           ///< POSTRIDER_KEY; works with a warning: the environment leaks
    QString dataDirectory = {};    ///< last: `master.key` in it, made with mode 0600 where absent

    /// The three variables of this process; `dataDirectory` exists.
    static MasterKeySources fromEnvironment(const QString &dataDirectory);
};

/** The keys that were found, and messages for the operator. */
struct MasterKey {
    KeyRing keys;
    QString origin;  ///< `the file /etc/postrider/key`: for the log, never the key
    QString warning; ///< empty: nothing to say
    bool isNew = false;
};

/**
 * Reads or makes the master key. A source holds 32 raw bytes, or lines of text with one key each as
 * 64 hexadecimal digits or base64 of 32 bytes: the first seals, the rest open older values.
 * Error::BadRequest: a source that is set but unusable; the message names the source and the
 * remedy.
 */
Result<MasterKey> loadMasterKey(const MasterKeySources &sources);

/// The same, but makes no key: Error::NotFound where no key exists yet.
Result<MasterKey> findMasterKey(const MasterKeySources &sources);

} // namespace Crypto
