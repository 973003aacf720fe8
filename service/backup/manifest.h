// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/copy/copyrow.h"

#include <QMap>

namespace Backup {

inline constexpr char manifestName[] = "manifest.json";
inline constexpr char manifestSumName[] = "manifest.json.sha256"; ///< as sha256sum prints it
inline constexpr char keysName[] = "keys/master.key";

/** A member of the archive. */
struct Part {
    qint64 size = 0;   ///< bytes
    QByteArray sha256; ///< 32 bytes

    friend bool operator==(const Part &, const Part &) = default;
};

/** A table of the database, cut into parts. */
struct TableParts {
    QByteArray name;
    QList<Store::CopyColumn> columns;
    Store::CopyDigest digest; ///< of all its rows
    QList<QByteArray> parts;  ///< in the order of the rows

    friend bool operator==(const TableParts &, const TableParts &) = default;
};

/** What a backup holds. */
struct Manifest {
    QString version; ///< of Postrider
    int schema = 0;  ///< version of the schema
    QString engine;  ///< `sqlite` or `postgresql`: where the rows were read
    qint64 madeAt = 0;
    bool hasKeys = false;
    QList<TableParts> tables;
    QMap<QByteArray, qint64> lastIds;
    QMap<QString, QByteArray> files; ///< outgoing attachments: path below their folder -> part
    QMap<QByteArray, Part> parts;    ///< all members but the manifest and its sum

    friend bool operator==(const Manifest &, const Manifest &) = default;
};

QByteArray toJson(const Manifest &manifest);

/// Error::Storage: this is no manifest, or one of a later format, or it names missing parts or invalid paths.
Result<Manifest> manifestFrom(const QByteArray &json);

} // namespace Backup
