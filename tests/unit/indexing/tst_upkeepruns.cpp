// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexing/upkeep.h"
#include "parsing/bodyparse.h"
#include "store/db/transaction.h"
#include "store/events/events.h"
#include "store/lists/mailpage.h"
#include "store/mail/accounts.h"
#include "store/mail/bodies.h"
#include "store/mail/mailinsert.h"
#include "store/people/settings.h"
#include "store/people/users.h"
#include "store/search/fill/upkeep.h"
#include "store/search/index/searchindex.h"
#include "support/awaited.h"
#include "support/patience.h"
#include "support/testdatabase.h"

#include <QFile>
#include <QSqlDatabase>
#include <QSqlQuery>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace Indexing;

/** When upkeep begins and ends; what it does is in the store's tests. */
class tst_UpkeepRuns : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void muchThatWasIndexedIsMergedOnceItIsQuiet();
    void theFileAloneHasEverythingOnceItIsQuiet();
    void oldEventsGoByThemselves();
    void mailsOfEarlierVersionsComeIntoConversations();
};

namespace {

/// Makes two segments of a thousand mails each.
Result<void> indexInTwo(Store::Session &session)
{
    Store::Transaction tx(session);
    for (const qint64 first : { 1, 1001 }) {
        QList<Store::SearchEntry> entries;
        for (qint64 id = first; id < first + 1000; ++id)
            entries.append({ { id, id, 1, 1 }, Store::searchDocument({ {}, u"word"_s, {} }) });
        if (const auto added = Store::addSegments(session, entries); !added)
            return added;
    }
    return tx.commit();
}

qint64 unmerged(TestDatabase &database)
{
    return database.with([](Store::Session &session) { return Store::unmergedMails(session); })
        ->mails;
}

/// The number of settings in a copy of the database file without its log; -1: it is not a database.
int settingsInACopyOf(const QString &folder)
{
    const QTemporaryDir elsewhere;
    const QString copy = elsewhere.filePath(u"copy.db"_s);
    QFile::copy(folder + u"/mail.db"_s, copy);
    int count = -1;
    {
        QSqlDatabase database = QSqlDatabase::addDatabase(u"QSQLITE"_s, u"copy"_s);
        database.setDatabaseName(copy);
        database.open();
        QSqlQuery query(database);
        if (query.exec(u"SELECT count(*) FROM settings WHERE name = 'x'"_s) && query.next())
            count = query.value(0).toInt();
    }
    QSqlDatabase::removeDatabase(u"copy"_s);
    return count;
}

/** A clock that stands still until a test moves it. Any thread. */
class MovableClock : public Clock
{
public:
    qint64 nowMs() const override { return ms; }
    std::atomic<qint64> ms = 1'800'000'000'000;
};

void publish(TestDatabase &database, int count)
{
    const Result<void> published = database.with([count](Store::Session &session) {
        Store::Transaction tx(session);
        for (int i = 0; i < count; ++i)
            tx.publish({ 0, "a", 0, 0, "{}" });
        return tx.commit();
    });
    QVERIFY(published.ok());
}

qint64 oldestEvent(TestDatabase &database)
{
    return database.with([](Store::Session &session) { return Store::eventBounds(session); })
        ->oldest;
}

/// Two mails as an earlier version stored them; only the text of the second one names the first.
Result<void> storeAsBefore(Store::Session &session)
{
    Store::Transaction tx(session);
    const Result<qint64> user = Store::insertUser(session, { .username = u"anna"_s });
    Store::Account account;
    account.ownerId = *user;
    const Result<qint64> id = Store::insertAccount(session, account);
    const Result<Store::Folder> folder = Store::ensureFolder(session, *id, u"INBOX"_s, "inbox");
    QList<Store::NewMail> mails(2);
    for (int i : { 0, 1 }) {
        mails[i].uid = quint32(i + 1);
        mails[i].messageId = u"<%1@x>"_s.arg(i);
    }
    const auto stored = Store::insertMails(session, *folder, mails);
    if (!stored)
        return stored.error();
    const Result<void> before = session.execute(u"DELETE FROM thread_nodes"_s);
    const Result<void> unplaced = session.execute(u"UPDATE mails SET thread_state = 0"_s);
    if (!before || !unplaced)
        return before ? unplaced : before;
    for (const auto &[place, raw] :
         { std::pair(0, "Subject: a\r\n\r\na"), std::pair(1, "In-Reply-To: <0@x>\r\n\r\nb") }) {
        Store::ParsedBody body = Parsing::readBody(0, raw).body;
        body.mailId = stored->at(place).id;
        const auto kept = Store::storeBodies(session, { body });
        if (!kept)
            return kept.error();
    }
    return tx.commit();
}

qint64 sizeOfNewestThread(TestDatabase &database)
{
    const Result<Store::MailPage> page = database.with(
        [](Store::Session &session) { return Store::listMails(session, Store::MailQuery()); });
    return page->items.first().threadSize;
}

QCoro::Task<bool> stopped(Upkeep &upkeep)
{
    co_await upkeep.stop();
    co_return true;
}

} // namespace

void tst_UpkeepRuns::muchThatWasIndexedIsMergedOnceItIsQuiet()
{
    TestDatabase database;
    QVERIFY(database.with(indexInTwo).ok());
    QVERIFY(unmerged(database) >= 1000);
    Upkeep upkeep(*database, nullptr, 5ms);
    upkeep.start();
    QTRY_COMPARE(unmerged(database), 0);
    QVERIFY(awaited(stopped(upkeep)));
}

// For users who copy the file without its log.
void tst_UpkeepRuns::theFileAloneHasEverythingOnceItIsQuiet()
{
    TestDatabase database;
    if (!QFile::exists(database.folder() + u"/mail.db"_s))
        QSKIP("only SQLite has a file");
    const Result<void> noted = database.with([](Store::Session &session) {
        Store::Transaction tx(session);
        const auto done = Store::setSetting(session, Store::wholeInstallation, u"x"_s, u"1"_s);
        return done ? tx.commit() : done;
    });
    QVERIFY(noted.ok());
    Upkeep upkeep(*database, nullptr, 5ms);
    upkeep.start();
    QTRY_COMPARE(settingsInACopyOf(database.folder()), 1);
    QVERIFY(awaited(stopped(upkeep)));
}

void tst_UpkeepRuns::oldEventsGoByThemselves()
{
    MovableClock clock;
    TestDatabase database(&clock);
    publish(database, 700);
    clock.ms += (Store::eventsKeptSeconds + 1) * 1000;
    publish(database, 1);
    Upkeep upkeep(*database, nullptr, 5ms);
    upkeep.start();
    QTRY_COMPARE(oldestEvent(database), 701);
    QVERIFY(awaited(stopped(upkeep)));
}

void tst_UpkeepRuns::mailsOfEarlierVersionsComeIntoConversations()
{
    TestDatabase database;
    const Result<void> stored = database.with(storeAsBefore);
    QVERIFY2(stored.ok(), stored.ok() ? "" : qPrintable(stored.error().message));
    QCOMPARE(sizeOfNewestThread(database), 1);
    Upkeep upkeep(*database, nullptr, 5ms);
    upkeep.start();
    QTRY_COMPARE(sizeOfNewestThread(database), 2);
    QVERIFY(awaited(stopped(upkeep)));
}

QTEST_GUILESS_MAIN(tst_UpkeepRuns)
#include "tst_upkeepruns.moc"
