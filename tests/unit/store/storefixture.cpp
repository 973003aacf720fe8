// SPDX-License-Identifier: GPL-3.0-or-later
#include "storefixture.h"

#include "store/db/migrate.h"
#include "store/db/transaction.h"
#include "store/mail/mailinsert.h"
#include "store/people/users.h"
#include "support/testserver.h"

#include <QFile>
#include <QSqlError>
#include <QSqlQuery>

using namespace Qt::StringLiterals;

StoreFixture::StoreFixture() : m_address(TestServer::newAddress(m_dir->filePath(u"mail.db"_s)))
{
    open();
    must(Store::migrate(*m_session));
    addAccount(addUser(u"anna"_s), u"anna@example.org"_s);
    addFolder(1, u"INBOX"_s, "inbox");
}

void StoreFixture::open()
{
    m_connection = must(Store::Connection::open(m_address, Store::Connection::Kind::Writer));
    m_session = std::make_unique<Store::Session>(m_connection->handle(), clock);
    if (engine() == Store::Engine::Sqlite) // no test simulates a power failure
        must(m_session->execute(u"PRAGMA synchronous=OFF"_s));
}

void StoreFixture::reopen()
{
    crash([] {});
}

// PostgreSQL rolls back the transaction of a process that is gone. Here its backend is terminated.
void StoreFixture::crashOfServer(const std::function<void()> &end)
{
    const qint64 process = number(u"SELECT pg_backend_pid()"_s);
    {
        const auto other =
            must(Store::Connection::open(m_address, Store::Connection::Kind::Writer));
        QSqlQuery query(other->handle());
        if (!query.exec(u"SELECT pg_terminate_backend(%1, 10000)"_s.arg(process)))
            qFatal("%s", qPrintable(query.lastError().text()));
    }
    end();
    m_session.reset();
    m_connection.reset();
    open();
    must(Store::migrate(*m_session));
}

void StoreFixture::crash(const std::function<void()> &end)
{
    if (engine() == Store::Engine::Postgresql) {
        crashOfServer(end);
        return;
    }
    auto left = std::make_unique<QTemporaryDir>();
    for (const QString &name : { u"mail.db"_s, u"mail.db-wal"_s })
        QFile::copy(m_dir->filePath(name), left->filePath(name));
    end();
    m_session.reset();
    m_connection.reset();
    m_dir = std::move(left);
    m_address.file = m_dir->filePath(u"mail.db"_s);
    open();
    must(Store::migrate(*m_session));
}

qint64 StoreFixture::addUser(const QString &name)
{
    Store::User user;
    user.username = name;
    user.passwordHash = "$scrypt$";
    return must(Store::insertUser(*m_session, user));
}

qint64 StoreFixture::addAccount(qint64 owner, const QString &email)
{
    Store::Account account;
    account.ownerId = owner;
    account.name = account.email = account.username = email;
    account.host = u"imap.example.org"_s;
    return must(Store::insertAccount(*m_session, account));
}

Store::Folder StoreFixture::addFolder(qint64 account, const QString &path, const QByteArray &role)
{
    Store::Folder folder = must(Store::ensureFolder(*m_session, account, path, role));
    folder.uidValidity = 7;
    must(Store::updateFolder(*m_session, folder));
    return folder;
}

Store::Folder StoreFixture::inbox()
{
    return must(Store::folderById(*m_session, 1));
}

QList<qint64> StoreFixture::insert(const Store::Folder &folder, const QList<Store::NewMail> &mails)
{
    Store::Transaction tx(*m_session);
    QList<qint64> ids;
    for (const Store::StoredMail &mail : must(Store::insertMails(*m_session, folder, mails)))
        ids.append(mail.id);
    must(tx.commit());
    return ids;
}

qint64 StoreFixture::number(const QString &sql)
{
    QSqlQuery query(m_connection->handle());
    if (!query.exec(sql) || !query.next())
        qFatal("no number: %s", qPrintable(sql));
    return query.value(0).toLongLong();
}

qint64 StoreFixture::wrongCounters()
{
    const QString counted = u"SELECT account_id, folder_id, listing, is_read, is_starred,"
                            " has_attachment, count(*) FROM mails GROUP BY 1, 2, 3, 4, 5, 6"_s;
    const QString kept = u"SELECT account_id, folder_id, listing, is_read, is_starred,"
                         " has_attachment, n FROM counters WHERE n <> 0"_s;
    return number(u"SELECT count(*) FROM (SELECT * FROM (%1 EXCEPT %2) AS a UNION ALL"
                  " SELECT * FROM (%2 EXCEPT %1) AS b) AS c"_s.arg(counted, kept));
}

Store::NewMail mailWith(quint32 uid)
{
    Store::NewMail mail;
    mail.uid = uid;
    mail.createdAt = 1'700'000'000 + uid;
    mail.sentAt = mail.createdAt - 5;
    mail.size = 1000 + uid;
    mail.messageId = u"<%1@example.org>"_s.arg(uid);
    mail.from = u"sender%1@example.org"_s.arg(uid % 7);
    mail.fromName = u"Sender %1"_s.arg(uid % 7);
    mail.to = { u"anna@example.org"_s };
    mail.subject = u"Mail %1"_s.arg(uid);
    return mail;
}
