// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/transaction.h"
#include "store/upkeep.h"
#include "support/awaited.h"
#include "support/testdatabase.h"
#include "sync/upkeep.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace Sync;

/** When upkeep begins and ends; what it does is in the store's tests. */
class tst_UpkeepRuns : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void muchThatWasIndexedIsMergedOnceItIsQuiet();
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

QTEST_GUILESS_MAIN(tst_UpkeepRuns)
#include "tst_upkeepruns.moc"
