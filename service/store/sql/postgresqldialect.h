// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/sql/dialect.h"

namespace Store {

/** PostgreSQL: a server, with one writing transaction at a time of all processes. */
class PostgresqlDialect final : public Dialect
{
public:
    Engine engine() const override { return Engine::Postgresql; }
    QString name() const override;

    bool hasServer() const override { return true; }
    bool isSharedByProcesses() const override { return true; }
    bool indexesBesideWriter() const override { return true; }
    bool costsRoundTrips() const override { return true; }
    bool reclaimsSpace() const override { return true; } ///< autovacuum
    bool limitsStatements() const override { return true; }
    bool raisesNextId() const override { return false; }
    bool countsIdsFromStart() const override { return true; }

    QString driver() const override;
    QString driverPackage() const override;
    Result<void> open(QSqlDatabase &database, const DatabaseAddress &address,
                      Connection::Kind kind) const override;
    void beforeClose(const QSqlDatabase &database, Connection::Kind kind) const override;

    /// With forward-only queries QPSQL allows only one unfinished statement at a time.
    bool readsForwardOnly() const override { return false; }
    bool preparesTransactions() const override { return false; }
    bool meansLost(const QSqlError &error) const override;
    /// After any error the server accepts only ROLLBACK.
    bool endsTransaction(const Error &) const override { return true; }
    QByteArray indexHint(const QByteArray &) const override { return {}; }
    QString numberList(const QList<qint64> &numbers) const override; ///< `{1,2}`, an array
    QByteArray isOneOf(const QByteArray &column, const QByteArray &name) const override;

    QString beginWriting() const override;
    QString beginBeside() const override;
    bool canBeginPartly() const override { return true; } ///< BEGIN succeeded and the lock failed
    const char *beginReading() const override;
    QString commitQuickly() const override;
    QString commitDurably() const override;
    QStringList afterFilling() const override;
    QStringList afterImport() const override;
};

} // namespace Store
