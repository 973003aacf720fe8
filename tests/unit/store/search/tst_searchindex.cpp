// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchfixture.h"
#include "store/db/transaction.h"
#include "store/lists/searchmails.h"
#include "store/search/fill/searchversion.h"
#include "store/search/index/searchindex.h"
#include "store/search/text/searchtext.h"

#include <QTest>

#include <functional>

using namespace Qt::StringLiterals;
using namespace SearchTest;
using namespace Store;

using Ids = QList<qint64>;

Q_DECLARE_METATYPE(std::function<void(SearchTest::SearchDatabase &)>)

/** What is written to the index and found in it, and how it stays correct. */
class tst_SearchIndex : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void findsBySemantics_data();
    void findsBySemantics();
    void partsOfSenderAndSubjectAreFound_data();
    void partsOfSenderAndSubjectAreFound();
    void deletedMailsAreFoundNoMore();
    void deletingWhatIsNotIndexedIsNoError();
    void renewingReplacesTheOldText();
    void listRowsAreFoundBeforeTheirBodies();
    void leavesListRowsToLaterWhereAsked();
    void textReadBeforeTheBodyCameIsNotTaken();
    void aMailDeletedMeanwhileIsLeftOut();
    void abortedBatchIsOnlyLate();
    void anotherNormaliserMeansANewIndex();
    void burstOfOneSecondIsOrderedById();
    void afterAllDeletesTheIndexIsEmpty_data();
    void afterAllDeletesTheIndexIsEmpty();
};

void tst_SearchIndex::findsBySemantics_data()
{
    QTest::addColumn<QString>("keyword");
    QTest::addColumn<QString>("body");
    QTest::addColumn<bool>("isFound");

    const auto row = [](const char *name, const QString &keyword, const QString &body, bool found) {
        QTest::newRow(name) << keyword << body << found;
    };
    row("whole word", u"meeting"_s, u"The Meeting."_s, true);
    row("beginning", u"meet"_s, u"The meeting."_s, true);
    row("no part in the body", u"eting"_s, u"The meeting."_s, false);
    row("two letters, whole", u"ab"_s, u"x ab y"_s, true);
    row("two letters, no beginning in the body", u"ab"_s, u"abc"_s, false);
    row("one letter, whole", u"x"_s, u"a x b"_s, true);
    row("one letter, no beginning", u"x"_s, u"xy"_s, false);
    row("all words", u"one two"_s, u"two and one"_s, true);
    row("one word missing", u"one three"_s, u"two and one"_s, false);
    row("accents", u"cafe"_s, u"Café"_s, true);
    row("accents the other way", u"café"_s, u"CAFE"_s, true);
    row("sharp s", u"STRASSE"_s, u"straße"_s, true);
    row("sharp s the other way", u"straße"_s, u"STRASSE"_s, true);
    row("stroke", u"lodz"_s, u"Łódź"_s, true);
    row("stroke the other way", u"SØREN"_s, u"soren"_s, true);
    row("ligature", u"oeuvre"_s, u"Œuvre"_s, true);
    row("dotless i", u"ISPANAK"_s, u"ıspanak"_s, true);
    row("full width", u"abc"_s, u"ＡＢＣ"_s, true);
    row("full width the other way", u"ＡＢＣ"_s, u"abc"_s, true);
    row("Russian", u"ВСТРЕЧ"_s, u"встреча завтра"_s, true);
    row("Greek", u"ΣΑΣ"_s, u"σας"_s, true);
    row("Chinese", u"会议"_s, u"明天的会议纪要"_s, true);
    row("Chinese, longer", u"会议纪要"_s, u"明天的会议纪要请看"_s, true);
    row("Chinese, pairs apart", u"会议纪要"_s, u"会议和议纪以及纪要"_s, false);
    row("Chinese, across a space", u"会议纪要"_s, u"会议 议纪 纪要"_s, false);
    row("Chinese, one character inside", u"议"_s, u"会议纪要"_s, true);
    row("Chinese, one character at the end", u"要"_s, u"会议纪要"_s, true);
    row("Chinese, absent", u"约"_s, u"会议纪要"_s, false);
    row("Japanese", u"請求書"_s, u"添付の請求書番号"_s, true);
    row("Japanese in half width", u"ｶﾞｲﾄﾞ"_s, u"旅行ガイドブック"_s, true);
    row("voiced is another letter", u"か"_s, u"が"_s, false);
    row("voiced is itself", u"が"_s, u"が"_s, true);
    row("Korean", u"회의"_s, u"내일회의자료"_s, true);
    row("Korean, apart", u"회의자료"_s, u"회의 자료"_s, false);
    row("Thai", u"ประชุม"_s, u"ขอบคุณสำหรับการประชุมวันนี้"_s, true);
    row("mixed scripts", u"第3回会議"_s, u"これは第3回会議です"_s, true);
    row("mixed scripts, other number", u"第3回"_s, u"第4回 第3号"_s, false);
    row("address", u"anna.meyer@example.com"_s, u"write to anna.meyer@example.com!"_s, true);
    row("part of an address", u"meyer"_s, u"write to anna.meyer@example.com!"_s, true);
    row("host of an address", u"example.com"_s, u"write to anna.meyer@example.com!"_s, true);
    row("per cent is no wildcard", u"1%9"_s, u"1239"_s, false);
    row("underscore is no wildcard", u"a_c"_s, u"abc"_s, false);
    row("per cent", u"100%"_s, u"save 100% now"_s, true);
    row("per cent alone", u"%"_s, u"save 100% now"_s, false);
    row("words of query languages are words", u"near OR not"_s, u"not or near"_s, true);
    row("quotes are no syntax", u"\"two one\""_s, u"one two"_s, true);
    row("no column names", u"body:one"_s, u"one two"_s, false);
}

void tst_SearchIndex::findsBySemantics()
{
    QFETCH(QString, keyword);
    QFETCH(QString, body);
    QFETCH(bool, isFound);

    SearchDatabase database;
    database.addAccount(1);
    database.addFolder(1, 1, u"INBOX"_s);
    database.addMail({ .id = 1, .body = body });
    database.addMail({ .id = 2, .subject = body, .body = u"-"_s });
    database.addMail({ .id = 3, .body = u"Something else."_s });
    database.indexAll();
    QCOMPARE(database.found(keyword).contains(1), isFound);
    if (isFound)
        QVERIFY(database.found(keyword).contains(2));
    QVERIFY(!database.found(keyword).contains(3));
    QVERIFY(!database.found(keyword).contains(-1));
}

void tst_SearchIndex::partsOfSenderAndSubjectAreFound_data()
{
    QTest::addColumn<QString>("keyword");
    QTest::addColumn<bool>("isFound");

    QTest::newRow("name") << u"Lefèvre"_s << true;
    QTest::newRow("inside a name") << u"fev"_s << true;
    QTest::newRow("end of a name") << u"vre"_s << true;
    QTest::newRow("two letters inside") << u"ev"_s << true;
    QTest::newRow("one letter inside") << u"v"_s << false;
    QTest::newRow("whole address") << u"z.lefevre@mail.example.net"_s << true;
    QTest::newRow("inside the host") << u"xampl"_s << true;
    QTest::newRow("inside the subject") << u"uarterl"_s << true;
    QTest::newRow("Chinese in the subject") << u"议纪"_s << true;
    QTest::newRow("Russian inside") << u"треч"_s << true;
    QTest::newRow("sender and subject") << u"zoe quarter"_s << true;
    QTest::newRow("not there") << u"xyz"_s << false;
}

void tst_SearchIndex::partsOfSenderAndSubjectAreFound()
{
    QFETCH(QString, keyword);
    QFETCH(bool, isFound);
    SearchDatabase database;
    database.addAccount(1);
    database.addFolder(1, 1, u"INBOX"_s);
    database.addMail({ .id = 1,
                       .fromName = u"Zoë Lefèvre"_s,
                       .from = u"z.lefevre@mail.example.net"_s,
                       .subject = u"Quarterly 会议纪要 встреча"_s });
    database.indexAll();
    QCOMPARE(database.found(keyword), isFound ? Ids{ 1 } : Ids());
}

void tst_SearchIndex::deletedMailsAreFoundNoMore()
{
    SearchDatabase database;
    database.addAccount(1);
    database.addFolder(1, 1, u"INBOX"_s);
    for (qint64 id = 1; id <= 3; ++id)
        database.addMail({ .id = id,
                           .createdAt = 1000 + id,
                           .subject = u"Straße 会议"_s,
                           .body = u"hello world %1"_s.arg(id) });
    database.indexAll();
    QCOMPARE(database.found(u"hello"_s), (Ids{ 3, 2, 1 }));
    database.removeMail(2);
    QCOMPARE(database.found(u"hello"_s), (Ids{ 3, 1 }));
    QCOMPARE(database.found(u"会议"_s), (Ids{ 3, 1 }));
    QCOMPARE(database.found(u"rass"_s), (Ids{ 3, 1 }));
    QCOMPARE(database.entriesWith(u"hello"_s), 2);
}

void tst_SearchIndex::deletingWhatIsNotIndexedIsNoError()
{
    SearchDatabase database;
    Transaction tx(database.session());
    QVERIFY(removeFromIndex(database.session(), 77).ok());
}

void tst_SearchIndex::renewingReplacesTheOldText()
{
    SearchDatabase database;
    database.addAccount(1);
    database.addFolder(1, 1, u"INBOX"_s);
    database.addMail({ .id = 1, .body = u"first text"_s });
    database.indexAll();
    {
        Transaction tx(database.session());
        Session &session = database.session();
        const SearchFields fields{ u"anna"_s, u"subject"_s, u"second words"_s };
        QVERIFY(putInIndex(session, { 1, 1'700'000'000, 1, 1 }, searchDocument(fields)).ok());
        QVERIFY(tx.commit().ok());
    }
    QCOMPARE(database.found(u"first"_s), Ids());
    QCOMPARE(database.found(u"second"_s), Ids{ 1 });
    QCOMPARE(database.entries(), 1);
}

void tst_SearchIndex::listRowsAreFoundBeforeTheirBodies()
{
    SearchDatabase database;
    database.addAccount(1);
    database.addFolder(1, 1, u"INBOX"_s);
    TestMail mail{
        .id = 1, .bodyState = 0, .fromName = u"Anna"_s, .subject = u"Plan"_s, .body = u"treasure"_s
    };
    database.addMail(mail);
    QCOMPARE(database.indexAll(), 1);
    QCOMPARE(database.found(u"anna plan"_s), Ids{ 1 });
    QCOMPARE(database.found(u"treasure"_s), Ids());
    QCOMPARE(database.number(u"SELECT search_state FROM mails"_s), 0);

    database.run(u"DELETE FROM mails"_s);
    mail.bodyState = 1;
    database.addMail(mail);
    QCOMPARE(database.indexAll(), 1);
    QCOMPARE(database.found(u"anna treasure"_s), Ids{ 1 });
    QCOMPARE(database.number(u"SELECT search_state FROM mails"_s), 2);
}

void tst_SearchIndex::leavesListRowsToLaterWhereAsked()
{
    SearchDatabase database;
    database.addAccount(1);
    database.addFolder(1, 1, u"INBOX"_s);
    database.addMail({ .id = 1, .bodyState = 0, .subject = u"Plan"_s }); // its `stored_at` is 0
    database.addMail({ .id = 2, .bodyState = 1, .subject = u"Plan"_s });
    database.addMail({ .id = 3, .bodyState = 2, .subject = u"Plan"_s });
    QCOMPARE(database.indexAll(100, { .withBody = false, .listedUntil = -1 }), 1);
    QCOMPARE(database.found(u"plan"_s), Ids{ 3 });
    QCOMPARE(database.indexAll(100, { .withBody = true, .listedUntil = -1 }), 1);
    QCOMPARE(database.found(u"plan"_s), (Ids{ 3, 2 }));
    QCOMPARE(database.indexAll(100, { .withBody = false, .listedUntil = 0 }), 1);
    QCOMPARE(database.found(u"plan"_s), (Ids{ 3, 2, 1 }));
}

void tst_SearchIndex::textReadBeforeTheBodyCameIsNotTaken()
{
    SearchDatabase database;
    database.addAccount(1);
    database.addFolder(1, 1, u"INBOX"_s);
    database.addMail({ .id = 1, .bodyState = 0, .subject = u"Plan"_s });
    const auto work = searchWork(database.session(), 10, {});
    QCOMPARE(work->size(), 1);
    const PreparedSearchWork prepared = prepareSearchWork(work->first(), {});
    database.run(u"UPDATE mails SET body_state = 1"_s);
    Transaction tx(database.session());
    QVERIFY(storeSearchWork(database.session(), { prepared }) == Result<int>(0));
    QVERIFY(tx.commit().ok());
    QCOMPARE(database.number(u"SELECT search_state FROM mails"_s), 1);
}

void tst_SearchIndex::aMailDeletedMeanwhileIsLeftOut()
{
    SearchDatabase database;
    database.addAccount(1);
    database.addFolder(1, 1, u"INBOX"_s);
    database.addMail({ .id = 1, .bodyState = 0, .subject = u"Plan"_s });
    const auto work = searchWork(database.session(), 10, {});
    const PreparedSearchWork prepared = prepareSearchWork(work->first(), {});
    database.removeMail(1);
    Transaction tx(database.session());
    QVERIFY(storeSearchWork(database.session(), { prepared }) == Result<int>(0));
    QVERIFY(tx.commit().ok());
    QCOMPARE(database.entries(), 0);
}

void tst_SearchIndex::abortedBatchIsOnlyLate()
{
    SearchDatabase database;
    database.addAccount(1);
    database.addFolder(1, 1, u"INBOX"_s);
    for (qint64 id = 1; id <= 20; ++id)
        database.addMail({ .id = id, .createdAt = 1000 + id, .body = u"hello"_s });
    {
        Transaction lost(database.session()); // as if the service were killed before the commit
        const auto work = searchWork(database.session(), 20, {});
        QList<PreparedSearchWork> prepared;
        for (const SearchWork &one : *work)
            prepared.append(prepareSearchWork(one, [](const QByteArray &) {
                return SearchFields{ {}, {}, u"no"_s };
            }));
        QVERIFY(storeSearchWork(database.session(), prepared) == Result<int>(20));
    }
    QCOMPARE(database.found(u"no"_s), Ids());
    QCOMPARE(database.number(u"SELECT count(*) FROM mails WHERE search_state = 1"_s), 20);
    QCOMPARE(database.indexAll(7), 20);
    QCOMPARE(database.found(u"hello"_s).size(), 20);
}

void tst_SearchIndex::anotherNormaliserMeansANewIndex()
{
    SearchDatabase database;
    database.addAccount(1);
    database.addFolder(1, 1, u"INBOX"_s);
    database.addMail({ .id = 1, .body = u"hello"_s });
    database.indexAll();
    QVERIFY(prepareSearch(database.session()) == Result<bool>(false));
    database.run(u"UPDATE search_meta SET text_version = text_version - 1"_s);
    QVERIFY(prepareSearch(database.session()) == Result<bool>(true));
    QCOMPARE(database.found(u"hello"_s), Ids());
    QCOMPARE(database.indexAll(), 1);
    QCOMPARE(database.found(u"hello"_s), Ids{ 1 });
}

void tst_SearchIndex::burstOfOneSecondIsOrderedById()
{
    SearchDatabase database;
    database.addAccount(1);
    database.addFolder(1, 1, u"INBOX"_s);
    database.addMail({ .id = 1, .createdAt = 1001, .subject = u"burst"_s });
    for (qint64 id = 2; id <= 30; ++id)
        database.addMail({ .id = id, .createdAt = 1000, .subject = u"burst"_s });
    QCOMPARE(database.indexAll(9), 30);
    Ids expected{ 1 };
    for (qint64 id = 30; id >= 2; --id)
        expected.append(id);
    QCOMPARE(database.found(u"burst"_s), expected);
}

void tst_SearchIndex::afterAllDeletesTheIndexIsEmpty_data()
{
    using Change = std::function<void(SearchDatabase &)>;
    QTest::addColumn<Change>("change");
    const auto row = [](const char *name, const Change &change) {
        QTest::newRow(name) << change;
    };
    row("nothing happened", [](SearchDatabase &) {});
    row("another message", [](SearchDatabase &database) {
        database.run(u"UPDATE bodies SET raw = (SELECT raw FROM bodies WHERE mail_id = 7)"_s);
    });
    row("damaged messages", [](SearchDatabase &database) {
        const bool isSqlite = database.engine() == Engine::Sqlite;
        database.run(u"UPDATE bodies SET raw = %1'00'"_s.arg(isSqlite ? u"x"_s : QString()));
    });
    row("no messages and other list rows", [](SearchDatabase &database) {
        database.run(u"DELETE FROM bodies"_s);
        database.run(u"UPDATE mails SET subject = 'something else'"_s);
    });
}

// Deleted mails must not be found, even if their texts have changed since they were indexed.
void tst_SearchIndex::afterAllDeletesTheIndexIsEmpty()
{
    QFETCH(std::function<void(SearchDatabase &)>, change);
    SearchDatabase database;
    database.addAccount(1);
    database.addFolder(1, 1, u"INBOX"_s);
    const QString text = u"Straße 会议纪要 ｶﾞｲﾄﾞ Привет "_s + QString(500, QChar(u'x')) + QChar(0);
    for (qint64 id = 1; id <= 50; ++id)
        database.addMail({ .id = id,
                           .createdAt = 1000 + id / 9,
                           .fromName = u"Zoë"_s,
                           .subject = text,
                           .body = text.repeated(int(id)) });
    database.addMail({ .id = 51, .bodyState = 0, .fromName = u"List row"_s, .subject = text });
    database.indexAll(20);
    change(database);
    for (qint64 id = 1; id <= 51; ++id)
        database.removeMail(id);
    QCOMPARE(database.entries(), 0);
    QCOMPARE(database.entriesWith(u"zoe"_s), 0);
}

QTEST_GUILESS_MAIN(tst_SearchIndex)
#include "tst_searchindex.moc"
