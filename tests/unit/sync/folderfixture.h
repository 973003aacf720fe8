// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "indexing/indexer.h"
#include "net/callthread.h"
#include "store/mail/folders.h"
#include "store/mail/mailflags.h"
#include "store/mail/mailrow.h"
#include "support/awaited.h"
#include "support/manualclock.h"
#include "support/memorysecrets.h"
#include "support/must.h"
#include "support/scriptedserver.h"
#include "support/testdatabase.h"
#include "sync/context.h"

#include <QMutex>

/** Receives the state of accounts and ignores it. */
class NoObserver : public Sync::Observer
{
public:
    void runtimeChanged(qint64, Sync::Runtime) override { }
    void observed(const Store::Event &) override { }
};

/**
 * An account with the folder INBOX in a new database, a session that is logged in at a scripted server,
 * and what the synchronisation of a folder needs besides. A failure here ends the test program.
 *
 * The mails of these tests follow from their uid: the server's answers and the stored rows are equal.
 */
class FolderFixture
{
public:
    FolderFixture();
    ~FolderFixture();

    /// Starts the server, which offers `capabilities`, and opens the session. `script`: what follows.
    void connect(const QStringList &script, const QByteArray &capabilities = {});
    /// Empty: the client sent what the script expects, and every step was taken.
    QString problem() const;

    void changeAccount(const std::function<void(Store::Account &)> &change);

    /// INBOX after its first import: UIDVALIDITY 7, compared 100 s ago, mails below uid 10 are old and
    /// were checked, without a modSeq. Not stored.
    Store::Folder imported() const;
    void store(const Store::Folder &row);
    Store::Folder storedRow(); ///< of INBOX

    /// Stores these mails in INBOX and returns their ids.
    QList<qint64> insert(const QList<quint32> &uids);
    QList<qint64> insertRows(const QList<Store::NewMail> &mails);
    void insertElsewhere(const QString &path, const Store::NewMail &mail); ///< in another folder
    qint64 idOf(quint32 uid); ///< of a mail in INBOX; 0: none
    /// The mails as `uid flags place body`, by uid: flags `-`, `r`, `s` or `rs`; place `there` (at the
    /// server), `kept` or `hidden`; body `pending`, `stored`, `outline` or `unavailable`.
    QStringList mails();
    QByteArray rawBody(quint32 uid);

    void mark(quint32 uid, const Store::FlagPatch &flags); ///< as a user does
    void deleteMail(quint32 uid);                          ///< as a user does
    /// The number of flag changes that have to be stored at the server.
    qsizetype pendingChanges();
    void execute(const QString &sql);
    qint64 number(const QString &sql);

    /// The names of the events since the last call.
    QList<QByteArray> takeEvents();

    ManualClock clock;
    TestDatabase database{ &clock };
    Store::Account account;
    QThreadPool pool;
    std::unique_ptr<Support::ScriptedServer> server;
    Imap::Session session;
    Indexing::Indexer indexer{ *database, pool, nullptr, { .batchWait = std::chrono::hours(1) } };

private:
    MemorySecrets m_secrets;
    NoObserver m_observer;
    Net::CallThread m_calls{ {} };
    OAuth::Logins m_logins;
    QMutex m_mutex;
    QList<QByteArray> m_events; ///< filled on the writer's thread

public:
    Sync::Context context;
};

/** Answers of a server about the mails, as steps of Support::ScriptedServer, and the mails themselves. */
namespace Dialogue {

QByteArray message(quint32 uid);
Store::NewMail row(quint32 uid);

/// The command that opens INBOX, and the answer. 0: the server does not send the value.
QStringList examine(quint32 exists, quint32 uidNext, quint64 modSeq = 0, quint32 uidValidity = 7);
QStringList opened(const QString &command, quint32 exists, quint32 uidNext, quint64 modSeq = 0,
                   quint32 uidValidity = 7);

QString requestRows(const QString &uids); ///< the command for the list rows
QString requestStructures(const QString &uids);
QString requestEmailIds(const QString &uids); ///< the same with EMAILID
QString requestBodies(const QString &uids);   ///< the command for the bodies
QString requestFlags(const QString &uids);    ///< the command for the flags
QString answerRow(quint32 uid, const QString &flags = {});
QString answerRowOf(quint32 uid, quint32 mail); ///< the row of another mail, under this uid
QString answerLargeRow(quint32 uid, qint64 size);
QString answerBody(quint32 uid);
QString answerFlags(quint32 uid, const QString &flags = {});

const inline QString ok = QStringLiteral("S: $ OK done");
const inline QString no = QStringLiteral("S: $ NO not now");

} // namespace Dialogue
