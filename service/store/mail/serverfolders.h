// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QByteArray>
#include <QHash>
#include <QList>
#include <QString>

#include <optional>

namespace Store {

class Session;

/** One folder from the last folder list of an account's server. */
struct ServerFolder {
    QString path;
    QByteArray role;              ///< as in Folder; empty: none
    bool isSelectable = false;    ///< false: it holds other folders only
    std::optional<qint64> total;  ///< mails at the server; absent: not reported
    std::optional<qint64> unread; ///< the unread ones

    friend bool operator==(const ServerFolder &, const ServerFolder &) = default;
};

/** A folder that is named in an account's settings and cannot be used. */
struct FolderProblem {
    enum class Kind { Missing, NotSelectable, Refused };

    QString path;    ///< empty: no folder has the role
    QByteArray role; ///< that the settings give it; empty: it is set to be synchronised
    Kind kind = Kind::Missing;

    friend bool operator==(const FolderProblem &, const FolderProblem &) = default;
};

/// As in the API: `missing`, `not_selectable`, `refused`.
QByteArray problemName(FolderProblem::Kind kind);

Result<QList<ServerFolder>> serverFolders(Session &session, qint64 accountId); ///< by path

/// Stores the differences between the stored folders and `now`, both by path.
Result<void> saveServerFolders(Session &session, qint64 accountId,
                               const QList<ServerFolder> &stored, const QList<ServerFolder> &now);

Result<QList<FolderProblem>> folderProblems(Session &session, qint64 accountId); ///< by path
Result<QHash<qint64, QList<FolderProblem>>> allFolderProblems(Session &session); ///< by account
Result<void> saveFolderProblems(Session &session, qint64 accountId,
                                const QList<FolderProblem> &problems);

/** The number of stored mails of one folder; `$sent` is left out. */
struct FolderCounts {
    QString path;
    QByteArray role;
    qint64 total = 0; ///< as lists show them
    qint64 unread = 0;

    friend bool operator==(const FolderCounts &, const FolderCounts &) = default;
};

Result<QList<FolderCounts>> folderCounts(Session &session, qint64 accountId); ///< by path

} // namespace Store
