// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/clock.h"
#include "store/mail/accounts.h"
#include "store/mail/folders.h"
#include "store/mail/mailrow.h"
#include "store/sql/connection.h"
#include "store/sql/session.h"
#include "support/must.h"

#include <QTemporaryDir>

#include <functional>
#include <memory>

/** A clock that stands still until it is set. */
class StillClock : public Clock
{
public:
    qint64 nowMs() const override { return ms; }
    qint64 ms = 1'800'000'000'000;
};

/**
 * A new database in a folder of its own with one session that may write, on the test's thread:
 * user 1, account 1 of user 1 with the folder INBOX (id 1). What fails here ends the test program.
 */
class StoreFixture
{
public:
    StoreFixture();

    Store::Session &session() { return *m_session; }
    Store::Engine engine() const { return m_address.engine; }
    const Store::DatabaseAddress &address() const { return m_address; }
    QSqlDatabase handle() const { return m_connection->handle(); }
    QString file() const { return m_address.file; } ///< on SQLite

    /// Goes on with the files as they are now, as after kill -9: nothing is closed before.
    void reopen();
    /// The same in the middle of a transaction, which `end` ends after the files are saved.
    void crash(const std::function<void()> &end);

    qint64 addUser(const QString &name);
    qint64 addAccount(qint64 owner, const QString &email);
    Store::Folder addFolder(qint64 account, const QString &path, const QByteArray &role = {});
    Store::Folder inbox();

    /// Inserts in one transaction and answers the ids.
    QList<qint64> insert(const Store::Folder &folder, const QList<Store::NewMail> &mails);

    /// The number that this query returns, for checks of the database itself.
    qint64 number(const QString &sql);
    /// Rows that differ between the counters and the mails as counted: must be 0 at all times.
    qint64 wrongCounters();

    StillClock clock;

private:
    void open();
    void crashOfServer(const std::function<void()> &end);

    std::unique_ptr<QTemporaryDir> m_dir = std::make_unique<QTemporaryDir>();
    Store::DatabaseAddress m_address;
    std::unique_ptr<Store::Connection> m_connection;
    std::unique_ptr<Store::Session> m_session;
};

/// A mail with this uid; everything else follows from it.
Store::NewMail mailWith(quint32 uid);
