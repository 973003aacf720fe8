// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/db/olderprograms.h"

#include "store/sql/advisorylock.h"
#include "store/sql/dialect.h"
#include "store/sql/session.h"

#include <QStringList>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

Result<QStringList> olderNodes(Session &session, int version)
{
    const Result<qint64> shown = session.query("schema_shows_nodes").readNumber();
    RETURN_IF_ERROR(shown);
    QStringList found;
    if (*shown == 0)
        return found;
    Query rows = session.query("schema_older_nodes");
    rows.bind(u":version"_s, version).exec();
    while (rows.next())
        found.append(u"%1 at %2 (version %3)"_s.arg(rows.text("name"), rows.text("address"),
                                                    rows.text("version")));
    RETURN_IF_ERROR(rows.result());
    return found;
}

// Also finds services that are no nodes yet, those that hang, and commands like import.
Result<QString> olderProcess(Session &session, int version)
{
    const qint64 key = keyOfPrograms(version);
    const Result<qint64> locked = session.query("schema_locked").bind(u":key"_s, key).readNumber();
    RETURN_IF_ERROR(locked);
    if (*locked != 0)
        return QString();
    Query found = session.query("schema_older_process");
    found.bind(u":key"_s, key);
    const Result<std::optional<QString>> process = found.readValue<QString>();
    RETURN_IF_ERROR(process);
    return u"a program with schema %1, connected from %2"_s.arg(
        QString::number(version), process->value_or(u"an unknown address"_s));
}

} // namespace

Result<QString> olderPrograms(Session &session, const Migration &step,
                              const QList<Migration> &steps)
{
    if (!session.dialect().isSharedByProcesses())
        return QString();
    const Result<QStringList> nodes = olderNodes(session, step.oldestProgram());
    RETURN_IF_ERROR(nodes);
    if (!nodes->isEmpty())
        return nodes->join(u", "_s);
    for (const Migration &older : steps) {
        if (older.version >= step.oldestProgram())
            break;
        const Result<QString> process = olderProcess(session, older.version);
        RETURN_IF_ERROR(process);
        if (!process->isEmpty())
            return *process;
    }
    return QString();
}

} // namespace Store
