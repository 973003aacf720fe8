// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/sql/dialect.h"

namespace Store {

/** SQLite: a file that one process has open, with one writing connection. */
class SqliteDialect final : public Dialect
{
public:
    Engine engine() const override { return Engine::Sqlite; }
    QString name() const override;

    bool hasServer() const override { return false; }
    bool isSharedByProcesses() const override { return false; }
    bool indexesBesideWriter() const override { return false; }
    bool costsRoundTrips() const override { return false; }
    bool reclaimsSpace() const override { return false; }
    bool limitsStatements() const override { return false; }
    bool raisesNextId() const override { return true; }
    /// sqlite_sequence has no row for a table without ids.
    bool countsIdsFromStart() const override { return false; }

    QString driver() const override;
    QString driverPackage() const override;
    Result<void> open(QSqlDatabase &database, const DatabaseAddress &address,
                      Connection::Kind kind) const override;
    void beforeClose(const QSqlDatabase &, Connection::Kind) const override { }

    bool readsForwardOnly() const override { return true; }
    bool preparesTransactions() const override { return true; }
    bool meansLost(const QSqlError &) const override { return false; }
    /// A transaction continues after a violated constraint.
    bool endsTransaction(const Error &error) const override
    {
        return error.code != Error::Code::Conflict;
    }
    QByteArray indexHint(const QByteArray &hint) const override { return hint; }
    QString numberList(const QList<qint64> &numbers) const override; ///< `[1,2]`, for json_each()
    QByteArray isOneOf(const QByteArray &column, const QByteArray &name) const override;

    QString beginWriting() const override;
    QString beginBeside() const override { return beginWriting(); }
    bool canBeginPartly() const override { return false; }
    const char *beginReading() const override { return "BEGIN"; }
    QString commitQuickly() const override;
    QString commitDurably() const override;
    QStringList afterFilling() const override { return {}; }
    QStringList afterImport() const override { return {}; }
};

} // namespace Store
