// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "indexing/indexer.h"
#include "net/callthread.h"
#include "store/db/transaction.h"
#include "support/awaited.h"
#include "support/manualclock.h"
#include "support/memorysecrets.h"
#include "support/must.h"
#include "support/scriptedserver.h"
#include "support/testdatabase.h"
#include "sync/accountconnection.h"
#include "sync/accountfolders.h"
#include "sync/accountreport.h"
#include "sync/accountrequests.h"
#include "sync/accountrow.h"
#include "sync/context.h"

#include <QTcpServer>
#include <QTcpSocket>

#include <functional>
#include <memory>
#include <optional>

/** Keeps what an account reports. */
class KeptReports : public Sync::Observer
{
public:
    void runtimeChanged(qint64, Sync::Runtime runtime) override { runtimes.append(runtime); }
    void observed(const Store::Event &event) override { events.append(event); }

    QList<QByteArray> names() const; ///< of the events
    bool has(const QByteArray &name) const { return names().contains(name); }
    Sync::Mode mode() const; ///< the one reported last
    std::optional<Sync::Trouble> trouble() const;

    QList<Sync::Runtime> runtimes;
    QList<Store::Event> events;
};

/** A task that runs while the test continues. */
template<typename T>
class Running
{
public:
    explicit Running(QCoro::Task<T> task) { keep(std::move(task), m_value); }
    bool hasEnded() const { return m_value->has_value(); }
    const T &value() const { return **m_value; }

private:
    using Value = std::shared_ptr<std::optional<T>>;
    static QCoro::Task<> keep(QCoro::Task<T> task, Value into)
    {
        T value = co_await task;
        into->emplace(std::move(value));
    }

    const Value m_value = std::make_shared<std::optional<T>>();
};

/// The same task with a value, for awaited() and Running.
QCoro::Task<bool> ended(QCoro::Task<void> task);

/** A mail server for one connection, whose lines the test sends. */
class ManualServer : public QTcpServer
{
public:
    ManualServer();
    bool isConnected() const { return m_socket != nullptr; }
    void send(const QByteArray &line);
    /// Sends `line` with the tag of the last command.
    void answer(const QByteArray &line);
    QByteArray received(); ///< everything that the client sent

private:
    QTcpSocket *m_socket = nullptr; ///< owned by the server
    QByteArray m_received;
};

/**
 * An account anna@example.org with the password `secret` in a new database, its scripted server, and
 * the objects that the classes of an account share. The clock stands. The server's script begins where
 * the client connects.
 */
class AccountFixture
{
public:
    explicit AccountFixture(const QStringList &script = {}, const Sync::Settings &settings = {});
    ~AccountFixture();

    /// Opens the connection of the account. The script begins with Dialogue::login().
    void connect();
    /// Empty: the client sent what the script expects, and every step was taken.
    QString problem() const;

    Store::Account stored(); ///< the account's row now
    /// Changes the row as a user does.
    void change(const std::function<void(Store::Account &)> &change);
    void execute(const QString &sql);
    /// Runs `work` on the writer, in a transaction.
    template<typename Work>
    auto write(Work work)
    {
        return must(database.with(Store::inTransaction(std::move(work))));
    }
    /// Stores a folder that was synchronised, without mails, with UIDVALIDITY 7. Returns its id.
    qint64 addFolder(const QString &path, const QByteArray &role = {});
    /// Stores mails with the uids 1 to `count` in the folder, with their bodies.
    void addMails(qint64 folderId, int count);
    qint64 number(const QByteArray &sql); ///< the first value of the first row
    Sync::AccountFolders makeFolders();

    ManualClock clock;
    TestDatabase database{ &clock };
    MemorySecrets secrets;
    KeptReports reports;
    QThreadPool pool;
    Support::ScriptedServer server;

private:
    Net::CallThread m_calls{ Net::HttpCallerOptions{} };
    OAuth::Logins m_logins;

public:
    Sync::Context context;
    Mailbox::Admissions admissions{ 50, 15 };
    Indexing::Indexer indexer{ *database, pool };
    const qint64 id;
    bool isStopping = false;
    Sync::AccountRow row;
    Sync::AccountRequests requests;
    Sync::AccountReport report;
    Sync::AccountConnection connection;
};

/** Parts of the scripts: commands of the client and the answers to them. */
namespace Dialogue {

const inline QString ok = QStringLiteral("S: $ OK done");
const inline QString no = QStringLiteral("S: $ NO not now");

/// The greeting and a login with `password`, after which the server offers `capabilities`.
QStringList login(const QString &capabilities = {},
                  const QString &password = QStringLiteral("secret"));
/// LIST of these folders.
QStringList list(const QStringList &paths);
/// STATUS of a folder without mails. 0: the server sends no UIDVALIDITY, so its counts say nothing.
QStringList status(const QString &path, quint32 uidValidity = 7);
/// EXAMINE of a folder without mails.
QStringList examine(const QString &path, quint32 uidValidity = 7);
QStringList refusedExamine(const QString &path);
/// The check of an open folder without mails.
QStringList noop();
/// IDLE until the client ends it.
QStringList idle();
QStringList logout();

} // namespace Dialogue
