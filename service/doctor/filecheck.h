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
    QString tlsCertificate; ///< empty: the service speaks no TLS
    QString tlsKey;
};

/// Whether they are there, for whom they are readable, how much space is left, and until when the
/// service's own certificate is valid. Makes and changes nothing. The key that seals passwords is
/// looked at by checkSecrets().
void checkFiles(const Files &files, Report &report);

/// Of the disk of `folder`: a fault below what the service calls full, a warning below 1 GiB. `bytes`
/// is what is left; below 0: nobody knows.
void checkSpace(const QString &folder, qint64 bytes, Report &report);

} // namespace Doctor
