// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/mail/serverfolders.h"

#include "store/sql/columns.h"
#include "store/sql/session.h"

using namespace Qt::StringLiterals;

namespace Store {

namespace {

using Kind = FolderProblem::Kind;

Kind kindFromName(const QByteArray &name)
{
    if (name == "not_selectable")
        return Kind::NotSelectable;
    return name == "refused" ? Kind::Refused : Kind::Missing;
}

Result<void> put(Session &session, qint64 accountId, const ServerFolder &folder)
{
    return session.query("server_folders_put")
        .bind(u":account_id"_s, accountId)
        .bind(u":path"_s, folder.path)
        .bindName(u":role"_s, folder.role)
        .bind(u":selectable"_s, folder.isSelectable)
        .bind(u":total"_s, folder.total)
        .bind(u":unread"_s, folder.unread)
        .run();
}

const Columns<ServerFolder> serverFolderColumns{
    { "path", &ServerFolder::path },
    { "role", &ServerFolder::role },
    { "selectable", &ServerFolder::isSelectable },
    { "total", &ServerFolder::total },
    { "unread", &ServerFolder::unread },
};

const Columns<FolderProblem> problemColumns{
    { "path", &FolderProblem::path },
    { "role", &FolderProblem::role },
    { "problem", &FolderProblem::kind, kindFromName },
};

const Columns<FolderCounts> countColumns{
    { "path", &FolderCounts::path },
    { "role", &FolderCounts::role },
    { "total", &FolderCounts::total },
    { "unread", &FolderCounts::unread },
};

/// The problems of one account, or of all accounts if `accountId` is 0.
Result<QHash<qint64, QList<FolderProblem>>> readProblems(Session &session, qint64 accountId)
{
    Query query = session.query("folder_problems_of");
    query.bind(u":account_id"_s, accountId).exec();
    QHash<qint64, QList<FolderProblem>> problems;
    while (query.next())
        problems[query.int64("account_id")].append(query.read(problemColumns));
    if (query.failed())
        return query.error();
    return problems;
}

} // namespace

QByteArray problemName(Kind kind)
{
    switch (kind) {
    case Kind::Missing:
        return "missing";
    case Kind::NotSelectable:
        return "not_selectable";
    case Kind::Refused:
        return "refused";
    }
    Q_UNREACHABLE();
}

Result<QList<ServerFolder>> serverFolders(Session &session, qint64 accountId)
{
    Query query = session.query("server_folders_of");
    return query.bind(u":account_id"_s, accountId).readAll(serverFolderColumns);
}

Result<void> saveServerFolders(Session &session, qint64 accountId,
                               const QList<ServerFolder> &stored, const QList<ServerFolder> &now)
{
    QHash<QString, ServerFolder> left;
    for (const ServerFolder &folder : stored)
        left.insert(folder.path, folder);
    for (const ServerFolder &folder : now) {
        const auto before = left.constFind(folder.path);
        const bool isSame = before != left.cend() && *before == folder;
        RETURN_IF_ERROR(isSame ? Result<void>() : put(session, accountId, folder));
        left.remove(folder.path);
    }
    for (const ServerFolder &gone : std::as_const(left)) {
        RETURN_IF_ERROR(session.query("server_folders_delete")
                            .bind(u":account_id"_s, accountId)
                            .bind(u":path"_s, gone.path)
                            .run());
    }
    return {};
}

Result<QList<FolderProblem>> folderProblems(Session &session, qint64 accountId)
{
    const auto problems = readProblems(session, accountId);
    RETURN_IF_ERROR(problems);
    return problems->value(accountId);
}

Result<QHash<qint64, QList<FolderProblem>>> allFolderProblems(Session &session)
{
    return readProblems(session, 0);
}

Result<void> saveFolderProblems(Session &session, qint64 accountId,
                                const QList<FolderProblem> &problems)
{
    RETURN_IF_ERROR(
        session.query("folder_problems_delete").bind(u":account_id"_s, accountId).run());
    for (const FolderProblem &problem : problems) {
        RETURN_IF_ERROR(session.query("folder_problems_put")
                            .bind(u":account_id"_s, accountId)
                            .bind(u":path"_s, problem.path)
                            .bindName(u":role"_s, problem.role)
                            .bindName(u":problem"_s, problemName(problem.kind))
                            .run());
    }
    return {};
}

Result<QList<FolderCounts>> folderCounts(Session &session, qint64 accountId)
{
    Query query = session.query("folders_counts");
    return query.bind(u":account_id"_s, accountId).readAll(countColumns);
}

} // namespace Store
