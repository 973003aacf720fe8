// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/manualclock.h"
#include "sync/foldervisits.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Imap::FolderStatus;
using Sync::FolderVisits;
using Sync::Wake;

namespace {

const QString path = u"Work"_s;

/// Two mails, below uid 10; `modSeq` 0: the server has none.
FolderStatus statusWith(quint64 modSeq)
{
    FolderStatus status;
    status.path = path;
    status.messages = 2;
    status.unseen = 0;
    status.uidNext = 10;
    status.uidValidity = 7;
    if (modSeq != 0)
        status.highestModSeq = modSeq;
    return status;
}

} // namespace

/** Which folders a pass leaves out. */
class TestFolderVisits : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void folderWithoutCountsIsVisited();
    void storedValuesAreEnoughBeforeTheFirstVisit_data();
    void storedValuesAreEnoughBeforeTheFirstVisit();
    void sameCountsNeedNoVisit();
    void otherCountsNeedAVisit();
    void oldComparisonNeedsAVisit();
    void countsOfTheVisitAreThoseBeforeIt();
    void withoutModSeqSameCountsAreEnoughForAWhile_data();
    void withoutModSeqSameCountsAreEnoughForAWhile();
    void withoutModSeqStoredValuesAreNotEnough();
    void forgottenFolderIsVisited();
    void visitEndsTheUseOfTheStoredCount();

private:
    bool isUnchanged(Wake why = Wake::Elapsed) const
    {
        return m_visits->isUnchanged(path, m_folder, why);
    }
    void setStatus(const FolderStatus &status) { m_visits->setStatuses({ { path, status } }); }

    ManualClock m_clock;
    std::unique_ptr<FolderVisits> m_visits;
    Store::Folder m_folder; ///< as stored: compared now, with modSeq 5 and mails below uid 10
};

void TestFolderVisits::init()
{
    m_visits = std::make_unique<FolderVisits>(m_clock, 300s);
    m_folder = {};
    m_folder.path = path;
    m_folder.uidValidity = 7;
    m_folder.uidNext = 10;
    m_folder.firstImportDone = true;
    m_folder.highestModSeq = 5;
    m_folder.comparedAt = m_clock.now();
}

void TestFolderVisits::folderWithoutCountsIsVisited()
{
    QVERIFY(!isUnchanged());
    m_visits->note(path);
    QVERIFY(!isUnchanged());
}

void TestFolderVisits::storedValuesAreEnoughBeforeTheFirstVisit_data()
{
    QTest::addColumn<quint64>("modSeq");
    QTest::addColumn<qint64>("held");
    QTest::addColumn<bool>("isUnchanged");
    QTest::newRow("same") << quint64(5) << qint64(2) << true;
    QTest::newRow("other flags") << quint64(6) << qint64(2) << false;
    QTest::newRow("a mail is missing here") << quint64(5) << qint64(1) << false;
    QTest::newRow("the number here is not known") << quint64(5) << qint64(-1) << false;
}

void TestFolderVisits::storedValuesAreEnoughBeforeTheFirstVisit()
{
    QFETCH(quint64, modSeq);
    QFETCH(qint64, held);
    setStatus(statusWith(modSeq));
    if (held >= 0)
        m_visits->setHeld({ { path, held } });
    QTEST(isUnchanged(), "isUnchanged");
    QTEST(isUnchanged(Wake::Asked), "isUnchanged"); // with a modSeq the counts show all changes
}

void TestFolderVisits::sameCountsNeedNoVisit()
{
    setStatus(statusWith(6));
    m_visits->note(path);
    QVERIFY(isUnchanged());
    QVERIFY(isUnchanged(Wake::Asked));
}

void TestFolderVisits::otherCountsNeedAVisit()
{
    setStatus(statusWith(6));
    m_visits->note(path);
    setStatus(statusWith(7));
    QVERIFY(!isUnchanged());
    m_visits->note(path);
    QVERIFY(isUnchanged());
}

void TestFolderVisits::oldComparisonNeedsAVisit()
{
    setStatus(statusWith(6));
    m_visits->note(path);
    m_folder.comparedAt = m_clock.now() - 86'400;
    QVERIFY(!isUnchanged());
}

// A change between STATUS and the visit is found twice rather than never.
void TestFolderVisits::countsOfTheVisitAreThoseBeforeIt()
{
    setStatus(statusWith(6));
    m_visits->note(path);
    FolderStatus later = statusWith(6);
    later.messages = 3;
    setStatus(later);
    QVERIFY(!isUnchanged());
}

void TestFolderVisits::withoutModSeqSameCountsAreEnoughForAWhile_data()
{
    QTest::addColumn<qint64>("afterMs");
    QTest::addColumn<int>("why");
    QTest::addColumn<bool>("isUnchanged");
    QTest::newRow("soon") << qint64(299'999) << int(Wake::Elapsed) << true;
    QTest::newRow("soon, on request") << qint64(0) << int(Wake::Asked) << false;
    QTest::newRow("late") << qint64(300'000) << int(Wake::Elapsed) << false;
    QTest::newRow("the clock was set back") << qint64(-1) << int(Wake::Elapsed) << false;
}

void TestFolderVisits::withoutModSeqSameCountsAreEnoughForAWhile()
{
    QFETCH(qint64, afterMs);
    QFETCH(int, why);
    setStatus(statusWith(0));
    m_visits->note(path);
    m_clock.advance(std::chrono::milliseconds(afterMs));
    QTEST(isUnchanged(Wake(why)), "isUnchanged");
}

void TestFolderVisits::withoutModSeqStoredValuesAreNotEnough()
{
    m_folder.highestModSeq = 0;
    setStatus(statusWith(0));
    m_visits->setHeld({ { path, 2 } });
    QVERIFY(!isUnchanged());
}

void TestFolderVisits::forgottenFolderIsVisited()
{
    setStatus(statusWith(6));
    m_visits->note(path);
    m_visits->forget(path);
    QVERIFY(!isUnchanged());
}

// The mails that the database had before the visit say nothing of the folder afterwards.
void TestFolderVisits::visitEndsTheUseOfTheStoredCount()
{
    setStatus(statusWith(5));
    m_visits->setHeld({ { path, 2 } });
    QVERIFY(isUnchanged());
    m_visits->note(path);
    m_visits->forget(path);
    QVERIFY(!isUnchanged());
}

QTEST_GUILESS_MAIN(TestFolderVisits)
#include "tst_foldervisits.moc"
