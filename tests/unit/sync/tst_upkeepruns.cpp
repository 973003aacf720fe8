// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/events.h"
#include "store/settings.h"
#include "store/transaction.h"
#include "store/upkeep.h"
#include "support/awaited.h"
#include "support/patience.h"
#include "support/testdatabase.h"
#include "sync/upkeep.h"

#include <QFile>
#include <QSqlDatabase>
#include <QSqlQuery>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace Sync;

/** When upkeep begins and ends; what it does is in the store's tests. */
class tst_UpkeepRuns : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void muchThatWasIndexedIsMergedOnceItIsQuiet();
    void theFileAloneHasEverythingOnceItIsQuiet();
    void oldEventsGoByThemselves();
};

namespace {

void setUnmerged(TestDatabase &database, int mails)
{
    const Result<void> set = database.with([mails](Store::Session &session) {
        Store::Transaction tx(session);
        const auto done = session.execute(u"UPDATE search_meta SET unmerged = %1"_s.arg(mails));
        return done ? tx.commit() : done;
    });
    QVERIFY(set.ok());
}

qint64 unmerged(TestDatabase &database)
{
    return database.with([](Store::Session &session) { return Store::unmergedMails(session); })
        ->mails;
}

/// How many settings are in a copy of the file that leaves its log behind; -1: it is no database.
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

/** A clock that stands still until a test, on whichever thread, moves it. */
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

QCoro::Task<bool> stopped(Upkeep &upkeep)
{
    co_await upkeep.stop();
    co_return true;
}

} // namespace

void tst_UpkeepRuns::muchThatWasIndexedIsMergedOnceItIsQuiet()
{
    TestDatabase database;
    setUnmerged(database, 5000);
    Upkeep upkeep(*database, nullptr, 5ms);
    upkeep.start();
    QTRY_COMPARE(unmerged(database), 0);
    QVERIFY(awaited(stopped(upkeep)));
}

// Who copies the file and not its log gets what is in the file.
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

QTEST_GUILESS_MAIN(tst_UpkeepRuns)
#include "tst_upkeepruns.moc"
