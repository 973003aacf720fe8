// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchfixture.h"
#include "store/search/fill/upkeep.h"
#include "store/search/index/searchindex.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace SearchTest;
using namespace Store;

namespace {

const QString pieces = u"SELECT count(*) FROM search_segments"_s;

void addMails(SearchDatabase &database, qint64 first, qint64 last)
{
    for (qint64 id = first; id <= last; ++id)
        database.addMail({ .id = id,
                           .createdAt = 1'000'000 + id * 100,
                           .subject = u"plan %1"_s.arg(id),
                           .body = u"meeting %1 words %2"_s.arg(id % 7).arg(id * 31) });
}

/// Rows that belong to no segment.
qint64 rowsOfOthers(SearchDatabase &database)
{
    const QString count =
        u"(SELECT count(*) FROM %1 WHERE segment NOT IN (SELECT id FROM search_segments))"_s;
    return database.number(u"SELECT "_s + count.arg(u"search_words"_s) + u" + "_s
                           + count.arg(u"search_places"_s) + u" + "_s + count.arg(u"search_keys"_s)
                           + u" + "_s + count.arg(u"search_gone"_s));
}

int stepsUntilDone(const std::function<Result<bool>()> &step)
{
    for (int steps = 1;; ++steps) {
        const Result<bool> more = step();
        if (!more)
            qFatal("%s", qPrintable(more.error().message));
        if (!*more)
            return steps;
    }
}

} // namespace

class tst_Upkeep : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void piecesOfTheIndexBecomeOne();
    void mergingPaysAfterMuchWasIndexed();
    void whatWasRemovedIsMergedAway();
    void freeSpaceIsGivenBackWhereItIsMuch();
    void littleFreeSpaceIsKept();
    void emptyIndexIsThrownAway();
};

void tst_Upkeep::piecesOfTheIndexBecomeOne()
{
    SearchDatabase database;
    database.addAccount(1);
    database.addFolder(1, 1, u"INBOX"_s);
    addMails(database, 1, 300);
    database.indexAll(43);
    QVERIFY(database.number(pieces) > 1);
    const QList<qint64> found = database.found(u"meeting 3"_s);

    stepsUntilDone([&] { return mergeStep(database.session()); });
    QCOMPARE(database.number(pieces), 1);
    QCOMPARE(rowsOfOthers(database), 0);
    QCOMPARE(database.found(u"meeting 3"_s), found);
    QCOMPARE(unmergedMails(database.session()), Result<Unmerged>(Unmerged()));
}

void tst_Upkeep::mergingPaysAfterMuchWasIndexed()
{
    SearchDatabase database;
    database.addAccount(1);
    database.addFolder(1, 1, u"INBOX"_s);
    addMails(database, 1, 999);
    database.indexAll();
    QCOMPARE(unmergedMails(database.session()), Result<Unmerged>({ 0, false }));
    addMails(database, 1000, 1998);
    database.indexAll();
    QCOMPARE(unmergedMails(database.session()), Result<Unmerged>({ 999, false }));
    addMails(database, 1999, 1999);
    database.indexAll();
    QCOMPARE(unmergedMails(database.session()), Result<Unmerged>({ 1000, true }));
    database.run(u"UPDATE counters SET n = 4004"_s);
    QCOMPARE(unmergedMails(database.session()), Result<Unmerged>({ 1000, false }));
}

// A deletion only adds a mark; merging removes the mark and the deleted entries.
void tst_Upkeep::whatWasRemovedIsMergedAway()
{
    SearchDatabase database;
    database.addAccount(1);
    database.addFolder(1, 1, u"INBOX"_s);
    addMails(database, 1, 1200);
    database.indexAll();
    const QString size = u"SELECT sum(length(data)) FROM search_words"_s;
    const qint64 full = database.number(size);
    for (qint64 mail = 1; mail <= 1199; ++mail)
        QVERIFY(removeFromIndex(database.session(), mail).ok());
    const Result<void> removedTwice = removeFromIndex(database.session(), 1);
    QVERIFY(removedTwice.ok());
    QCOMPARE(unmergedMails(database.session()), Result<Unmerged>({ 1199, true }));
    stepsUntilDone([&] { return mergeStep(database.session()); });
    QVERIFY2(database.number(size) < full / 20, qPrintable(QString::number(full)));
    QCOMPARE(database.number(u"SELECT count(*) FROM search_gone"_s), 0);
    QCOMPARE(database.found(u"words"_s), QList<qint64>({ 1200 }));
}

void tst_Upkeep::freeSpaceIsGivenBackWhereItIsMuch()
{
    SearchDatabase database;
    database.run(u"CREATE TABLE filler (data BLOB)"_s);
    for (int i = 0; i < 240; ++i)
        database.run(u"INSERT INTO filler VALUES (zeroblob(1048576))"_s);
    database.run(u"DELETE FROM filler WHERE rowid % 20 = 0"_s);
    QCOMPARE(hasMuchFreeSpace(database.session()), Result<bool>(false)); // a twentieth
    database.run(u"DELETE FROM filler WHERE rowid % 20 = 1"_s);
    QCOMPARE(hasMuchFreeSpace(database.session()), Result<bool>(true));
    const qint64 before = database.number(u"PRAGMA page_count"_s);
    const qint64 free = database.number(u"PRAGMA freelist_count"_s);
    stepsUntilDone([&] { return shrinkStep(database.session()); });
    QCOMPARE(database.number(u"PRAGMA freelist_count"_s), 0);
    const qint64 removed = before - database.number(u"PRAGMA page_count"_s);
    QVERIFY2(removed >= free, qPrintable(QString::number(removed)));
}

void tst_Upkeep::littleFreeSpaceIsKept()
{
    SearchDatabase database;
    database.run(u"CREATE TABLE filler (data BLOB)"_s);
    database.run(u"INSERT INTO filler VALUES (zeroblob(4194304))"_s);
    database.run(u"DELETE FROM filler"_s);
    QVERIFY(database.number(u"PRAGMA freelist_count"_s) * 16
            > database.number(u"PRAGMA page_count"_s));
    QCOMPARE(hasMuchFreeSpace(database.session()), Result<bool>(false));
}

void tst_Upkeep::emptyIndexIsThrownAway()
{
    SearchDatabase database;
    database.addAccount(1);
    database.addFolder(1, 1, u"INBOX"_s);
    addMails(database, 1, 300);
    database.indexAll();
    QVERIFY(dropEmptyIndex(database.session()).ok());
    QVERIFY(!database.found(u"meeting 3"_s).isEmpty());
    for (qint64 mail = 1; mail <= 300; ++mail)
        QVERIFY(removeFromIndex(database.session(), mail).ok());
    QVERIFY(database.number(pieces) > 0);
    QVERIFY(dropEmptyIndex(database.session()).ok());
    QCOMPARE(database.number(pieces), 0);
}

QTEST_GUILESS_MAIN(tst_Upkeep)
#include "tst_upkeep.moc"
