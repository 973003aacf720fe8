// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchfixture.h"
#include "store/db/transaction.h"
#include "store/lists/searchmails.h"
#include "store/search/fill/upkeep.h"
#include "store/search/index/searchindex.h"
#include "store/search/index/segmentrepair.h"
#include "support/must.h"

#include <QRandomGenerator>
#include <QTest>

#include <algorithm>
#include <memory>

using namespace Qt::StringLiterals;
using namespace SearchTest;
using namespace Store;

using Ids = QList<qint64>;

/** How segments of the full text index are merged while mails arrive and are deleted. */
class tst_SegmentMerging : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void eightSmallSegmentsBecomeOne();
    void fewSegmentsStayWhereNothingPresses();
    void mailDeletedBetweenTwoStepsIsFoundNoMore();
    void mailIndexedAnewBetweenTwoStepsIsFoundOnce();
    void mailsOfLaterTransactionsAreFoundWhileItRuns();
    void mergeThatACrashEndedIsRemovedAndDoneAgain();
    void serviceThatEndsMeanwhileEndsAsUsual();
    void segmentOfDeletedMailsGoes();
    void indexThatIsThrownAwayEndsAMerge();
    void keptRowsAreReadOnceAndGoWithTheirSegments();
    void damagedRowIsAnErrorAndNoWrongAnswer_data();
    void damagedRowIsAnErrorAndNoWrongAnswer();
    void damagedSegmentIsMadeAgain_data() { damagedRowIsAnErrorAndNoWrongAnswer_data(); }
    void damagedSegmentIsMadeAgain();
};

namespace {

const QString segments = u"SELECT count(*) FROM search_segments WHERE state = 1"_s;

/// With so many words that merging takes several steps.
QString longText(qint64 id)
{
    QRandomGenerator random{ quint32(id) };
    QString text = u"common number%1"_s.arg(id);
    for (int i = 0; i < 900; ++i)
        text += u' ' + QString::number(random.generate(), 36);
    return text;
}

/** Mails in segments of `each`, all with long texts. */
std::unique_ptr<SearchDatabase> filled(qint64 mails, int each)
{
    auto database = std::make_unique<SearchDatabase>();
    database->addAccount(1);
    database->addFolder(1, 1, u"INBOX"_s);
    for (qint64 id = 1; id <= mails; ++id)
        database->addMail({ .id = id, .createdAt = 1'000'000 + id * 100, .body = longText(id) });
    database->indexAll(each);
    return database;
}

bool step(SearchDatabase &database, MergeExtent extent = MergeExtent::Whole)
{
    const Result<bool> isMore = mergeSegments(database.session(), extent);
    if (!isMore)
        qFatal("%s", qPrintable(isMore.error().message));
    return *isMore;
}

int finish(SearchDatabase &database, MergeExtent extent = MergeExtent::Whole)
{
    int steps = 1;
    while (step(database, extent))
        ++steps;
    return steps;
}

qint64 rowsLeftOver(SearchDatabase &database)
{
    qint64 rows = 0;
    for (const QString &table :
         { u"search_words"_s, u"search_places"_s, u"search_keys"_s, u"search_gone"_s })
        rows += database.number(
            u"SELECT count(*) FROM %1 WHERE segment NOT IN (SELECT id FROM search_segments)"_s.arg(
                table));
    return rows;
}

/// Checks that each mail is found by the common word and by its own word.
void verifyFound(SearchDatabase &database, const Ids &ids)
{
    QCOMPARE(database.entriesWith(u"common"_s), ids.size());
    QCOMPARE(database.entries(), ids.size());
    for (const qint64 id : ids)
        QCOMPARE(database.entriesWith(u"number%1"_s.arg(id)), 1);
}

/// Changes one byte of each of these rows.
void damage(SearchDatabase &database, const QString &table, const QString &where = {})
{
    const QString damaged = database.engine() == Engine::Sqlite
        ? u"CAST(substr(data, 1, 20) || x'AA' || substr(data, 22) AS BLOB)"_s
        : u"overlay(data PLACING decode('AA', 'hex') FROM 21)"_s;
    database.run(u"UPDATE %1 SET data = %2 %3"_s.arg(table, damaged, where));
}

Ids upTo(qint64 last)
{
    Ids ids;
    for (qint64 id = 1; id <= last; ++id)
        ids.append(id);
    return ids;
}

} // namespace

void tst_SegmentMerging::eightSmallSegmentsBecomeOne()
{
    const auto database = filled(8, 1);
    QCOMPARE(database->number(segments), 8);
    finish(*database, MergeExtent::Tiers);
    QCOMPARE(database->number(segments), 1);
    QCOMPARE(database->number(u"SELECT count(*) FROM search_segments"_s), 1);
    QCOMPARE(rowsLeftOver(*database), 0);
    verifyFound(*database, upTo(8));
}

void tst_SegmentMerging::fewSegmentsStayWhereNothingPresses()
{
    const auto database = filled(9, 1);
    finish(*database, MergeExtent::Pressing);
    QCOMPARE(database->number(segments), 9);
}

void tst_SegmentMerging::mailDeletedBetweenTwoStepsIsFoundNoMore()
{
    const auto database = filled(300, 50);
    for (int steps = 0; steps < 3; ++steps)
        QVERIFY(step(*database));
    QCOMPARE(database->number(segments), 6); // the merge is under way
    for (const qint64 id : { 1, 77, 300 })
        database->removeMail(id);
    QCOMPARE(database->entriesWith(u"common"_s), 297);
    finish(*database);
    QCOMPARE(database->number(segments), 1);
    Ids left = upTo(299);
    left.removeAll(1);
    left.removeAll(77);
    verifyFound(*database, left);
}

void tst_SegmentMerging::mailIndexedAnewBetweenTwoStepsIsFoundOnce()
{
    const auto database = filled(300, 50);
    for (int steps = 0; steps < 3; ++steps)
        QVERIFY(step(*database));
    database->run(u"UPDATE mails SET search_state = 1 WHERE id IN (5, 250)"_s);
    QCOMPARE(database->indexAll(), 2);
    verifyFound(*database, upTo(300));
    finish(*database);
    QCOMPARE(database->number(segments), 1);
    verifyFound(*database, upTo(300));
}

void tst_SegmentMerging::mailsOfLaterTransactionsAreFoundWhileItRuns()
{
    const auto database = filled(300, 50);
    QVERIFY(step(*database));
    qint64 next = 301;
    while (step(*database) && next < 330) {
        database->addMail({ .id = next, .createdAt = 2'000'000 + next, .body = longText(next) });
        database->indexAll();
        QCOMPARE(database->entriesWith(u"common"_s), next);
        ++next;
    }
    QVERIFY(next > 305);
    finish(*database);
    verifyFound(*database, upTo(next - 1));
}

void tst_SegmentMerging::mergeThatACrashEndedIsRemovedAndDoneAgain()
{
    const auto database = filled(300, 50);
    for (int steps = 0; steps < 3; ++steps)
        QVERIFY(step(*database));
    const qint64 unfinished = database->number(u"SELECT id FROM search_segments WHERE state = 0"_s);
    QVERIFY(unfinished > 0);
    database->session().setSegmentMerge({}); // as a new process finds it
    verifyFound(*database, upTo(300));
    finish(*database);
    QCOMPARE(database->number(u"SELECT count(*) FROM search_segments"_s), 1);
    QCOMPARE(rowsLeftOver(*database), 0);
    verifyFound(*database, upTo(300));
}

void tst_SegmentMerging::serviceThatEndsMeanwhileEndsAsUsual()
{
    const auto database = filled(300, 50);
    QVERIFY(step(*database));
    QVERIFY(step(*database));
    QVERIFY(database->session().segmentMerge());
}

void tst_SegmentMerging::segmentOfDeletedMailsGoes()
{
    const auto database = filled(20, 10);
    for (qint64 id = 1; id <= 10; ++id)
        database->removeMail(id);
    finish(*database, MergeExtent::Tiers);
    QCOMPARE(database->number(segments), 1);
    QCOMPARE(rowsLeftOver(*database), 0);
    QCOMPARE(database->entriesWith(u"common"_s), 10);
}

void tst_SegmentMerging::indexThatIsThrownAwayEndsAMerge()
{
    const auto database = filled(300, 50);
    for (int steps = 0; steps < 3; ++steps)
        QVERIFY(step(*database));
    {
        Transaction tx(database->session());
        QVERIFY(clearIndex(database->session()).ok());
        QVERIFY(tx.commit().ok());
    }
    QCOMPARE(finish(*database), 1);
    QCOMPARE(database->number(u"SELECT count(*) FROM search_segments"_s), 0);
    QCOMPARE(rowsLeftOver(*database), 0);
    database->run(u"UPDATE mails SET search_state = 1, in_index = NULL"_s);
    QCOMPARE(database->indexAll(), 300);
    verifyFound(*database, upTo(300));
}

void tst_SegmentMerging::keptRowsAreReadOnceAndGoWithTheirSegments()
{
    const auto database = filled(20, 10);
    const bool isKept = database->session().dialect().costsRoundTrips();
    database->session().rememberSegmentRows();
    Ids newestFirst = upTo(20);
    std::ranges::reverse(newestFirst);
    QCOMPARE(database->found(u"common"_s), newestFirst);
    database->removeMail(7);
    newestFirst.removeOne(7);
    QCOMPARE(database->found(u"common"_s), newestFirst);

    finish(*database);
    QCOMPARE(database->number(segments), 1);
    QCOMPARE(database->found(u"common"_s), newestFirst);
    damage(*database, u"search_keys"_s);
    MailQuery query;
    query.search = u"common"_s;
    QCOMPARE(searchMails(database->session(), query).ok(), isKept);
    database->session().rememberSegmentRows();
    QVERIFY(!searchMails(database->session(), query).ok());
}

void tst_SegmentMerging::damagedRowIsAnErrorAndNoWrongAnswer_data()
{
    QTest::addColumn<QString>("table");
    QTest::addColumn<QString>("search");

    QTest::newRow("words") << u"search_words"_s << u"common"_s;
    QTest::newRow("places") << u"search_places"_s << u"\"common number1\""_s;
    QTest::newRow("keys") << u"search_keys"_s << u"common"_s;
}

void tst_SegmentMerging::damagedRowIsAnErrorAndNoWrongAnswer()
{
    QFETCH(QString, table);
    QFETCH(QString, search);
    const auto database = filled(10, 10);
    damage(*database, table);
    MailQuery query;
    query.search = search;
    const Result<SearchHits> hits = searchMails(database->session(), query);
    QVERIFY(!hits.ok());
    QVERIFY2(hits.error().message.contains(table), qPrintable(hits.error().message));
}

void tst_SegmentMerging::damagedSegmentIsMadeAgain()
{
    QFETCH(QString, table);
    QFETCH(QString, search);
    const auto database = filled(20, 10);
    Session &session = database->session();
    const qint64 segment = database->number(u"SELECT min(segment) FROM search_words"_s);
    qint64 reported = 0;
    session.onDamage([&reported](qint64 one) { reported = one; });
    MailQuery query;
    query.search = search;
    database->removeMail(5);
    const SearchHits expected = must(searchMails(session, query));
    QVERIFY(expected.total > 0);
    damage(*database, table, u"WHERE segment = %1"_s.arg(segment));
    QVERIFY(!searchMails(session, query).ok());
    QCOMPARE(reported, segment);
    QCOMPARE(must(removeDamagedSegment(session, segment)), true);
    QCOMPARE(must(removeDamagedSegment(session, segment)), false);
    QVERIFY(must(searchMails(session, query)).total < expected.total);
    database->indexAll();
    QCOMPARE(must(searchMails(session, query)), expected);
    finish(*database);
    QCOMPARE(must(searchMails(session, query)), expected);
    QCOMPARE(rowsLeftOver(*database), 0);
}

QTEST_GUILESS_MAIN(tst_SegmentMerging)
#include "tst_segmentmerging.moc"
