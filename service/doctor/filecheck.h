// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace Doctor {

class Report;

/** The files of an installation. */
struct Files {
    QString configuration; ///< empty: none
    QString dataDir;
    QString attachments;
    QStringList database;   ///< of SQLite, with its log and lock
    QStringList others;     ///< more that only the service may read: caches, first password
    QString tlsCertificate; ///< empty: the service uses no TLS
    QString tlsKey;
};

/// Checks that the files exist, who can read them, the free space, and the expiry of the service's own
/// certificate. Creates and changes nothing. checkSecrets() checks the key that seals passwords.
void checkFiles(const Files &files, Report &report);

/// Checks the disk of `folder`: a fault below the limit at which the service treats it as full, a warning
/// below 1 GiB. `bytes`: the free space; below 0: unknown.
void checkSpace(const QString &folder, qint64 bytes, Report &report);

} // namespace Doctor
