// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/clock.h"
#include "store/mail/mailquery.h"
#include "store/search/fill/searchbatch.h"
#include "store/sql/connection.h"
#include "store/sql/session.h"

#include <QSqlQuery>
#include <QString>

#include <memory>
#include <optional>

namespace SearchTest {

/** A mail of the test, in full: what the database holds and what is to be found. */
struct TestMail {
    qint64 id = 0;
    qint64 accountId = 1;
    qint64 folderId = 1;
    qint64 createdAt = 1'700'000'000;
    std::optional<qint64> sentAt{};
    qint64 size = 1000;
    bool isRead = false;
    bool isStarred = false;
    bool hasAttachment = false;
    Store::Listing listing = Store::Listing::OnServer;
    int bodyState = 1;
    QString fromName{};
    QString from{};
    QString to{};
    QString cc{};
    QString bcc{};
    QString filenames{};
    bool isReplied = false;
    QString subject{};
    QString body{};
};

/** A database of its own in memory with the whole schema; accounts, folders and mails are put in by SQL. */
class SearchDatabase
{
public:
    SearchDatabase();

    Store::Session &session() { return *m_session; }
    Store::Engine engine() const { return m_session->engine(); }

    void addAccount(qint64 id, qint64 ownerId = 1, bool deleting = false);
    void addFolder(qint64 id, qint64 accountId, const QString &path);
    void addMail(const TestMail &mail); ///< marked to be indexed
    void run(const QString &sql);
    qint64 number(const QString &sql); ///< first column of the first row

    /// Indexes all that waits, `batch` mails a transaction; the text of a raw body is itself.
    int indexAll(int batch = Store::searchBatchSize, const Store::SearchWorkWanted &wanted = {});
    /// As the deletion of a mail does it.
    void removeMail(qint64 id);

    /// Entries of the index itself with this word, whether or not their mails exist.
    qint64 entriesWith(const QString &word);

    qint64 entries(); ///< of the index, whether or not their mails exist

    /// Ids found by a keyword, newest first; -1 in front if the total is not their number.
    QList<qint64> found(const QString &keyword);

private:
    QSqlQuery prepared(const QString &sql);

    SystemClock m_clock;
    std::unique_ptr<Store::Connection> m_connection;
    std::unique_ptr<Store::Session> m_session;
};

} // namespace SearchTest
