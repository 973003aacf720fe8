// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/sql/connection.h"
#include "store/sql/engine.h"

#include <QByteArray>
#include <QList>
#include <QSqlDatabase>
#include <QSqlError>
#include <QString>
#include <QStringList>

namespace Store {

/**
 * The differences between the engines for code that uses connections, sessions, statements and
 * transactions. Code outside of this library calls a method that names the property on which it
 * depends, and does not ask for the engine. The text of statements is in resources/sql.
 *
 * There is one object for each engine, without data. Any thread, except where a connection is passed.
 */
class Dialect
{
public:
    virtual ~Dialect() = default;

    virtual Engine engine() const = 0;
    virtual QString name() const = 0; ///< `sqlite` or `postgresql`, as in URLs and in backups

    // Properties of the engine

    /// The database runs in a server, which has a clock of its own, may be lost or not answer, and
    /// lets us reconnect. Otherwise it is a file of this machine.
    virtual bool hasServer() const = 0;
    /// Several services may write to the database: they are notified of each other's events. Otherwise
    /// only one process has it open.
    virtual bool isSharedByProcesses() const = 0;
    /// The full text index is written at the same time as other data, on a connection of its own;
    /// rows are locked one by one.
    virtual bool indexesBesideWriter() const = 0;
    /// Each statement waits for a round trip to the server, which takes longer than most statements.
    /// So one statement reads or writes many rows. Otherwise a statement for each row takes 2 us.
    virtual bool costsRoundTrips() const = 0;
    /// The engine reuses and returns free space automatically.
    virtual bool reclaimsSpace() const = 0;
    /// Statements have a time limit at the server, the setting statement_timeout.
    virtual bool limitsStatements() const = 0;
    /// A row that is inserted with an id of ours also raises the next id of its table.
    virtual bool raisesNextId() const = 0;
    /// A table has a counter of ids from the beginning, and not only after its first id.
    virtual bool countsIdsFromStart() const = 0;

    // Connections

    virtual QString driver() const = 0;        ///< its name in QtSql
    virtual QString driverPackage() const = 0; ///< the package of the driver in Debian
    /// Opens a new connection of QtSql and sets its options; see Connection::openUnbounded().
    virtual Result<void> open(QSqlDatabase &database, const DatabaseAddress &address,
                              Connection::Kind kind) const = 0;
    /// To be called before an open connection is closed.
    virtual void beforeClose(const QSqlDatabase &database, Connection::Kind kind) const = 0;

    // Statements

    /// Queries are set to forward-only.
    virtual bool readsForwardOnly() const = 0;
    /// BEGIN and COMMIT can be prepared.
    virtual bool preparesTransactions() const = 0;
    /// Whether after this error the server is gone, or has closed the connection.
    virtual bool meansLost(const QSqlError &error) const = 0;
    /// Whether a transaction can only be rolled back after a statement failed with this error.
    virtual bool endsTransaction(const Error &error) const = 0;
    /// The hint to use an index, for statements with a mark for it; empty: the engine takes none and
    /// chooses an index from its statistics.
    virtual QByteArray indexHint(const QByteArray &hint) const = 0;
    /// Numbers in the form in which statements read a list of them.
    virtual QString numberList(const QList<qint64> &numbers) const = 0;
    /// The condition that `column` is one of the numbers of a numberList(), which is bound as `name`.
    virtual QByteArray isOneOf(const QByteArray &column, const QByteArray &name) const = 0;

    // Transactions: statements as text

    /// Begins a transaction that writes, and waits until no other one runs.
    virtual QString beginWriting() const = 0;
    /// The same for a session that writes beside others (Session::writeBesideOthers()).
    virtual QString beginBeside() const = 0;
    /// A failed beginWriting() may have begun the transaction: then it must be rolled back.
    virtual bool canBeginPartly() const = 0;
    /// Begins a transaction that reads one state of the database.
    virtual const char *beginReading() const = 0;
    /// From now on a commit of this session does not wait for the disk.
    virtual QString commitQuickly() const = 0;
    /// Reverses commitQuickly(): a committed transaction survives a power failure.
    virtual QString commitDurably() const = 0;
    /// To be run after most rows of a database were written, outside of a transaction.
    virtual QStringList afterFilling() const = 0;
    /// The same after many mails were stored: the engine would do it by itself, but later.
    virtual QStringList afterImport() const = 0;
};

/// The factory.
const Dialect &dialectOf(Engine engine);
/// The same for a connection of QtSql with this driver.
const Dialect &dialectOfDriver(QStringView driver);

} // namespace Store
