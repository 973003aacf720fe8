// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/searchquery.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Store;

class tst_SearchQuery : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void keywordBecomesAnExpression_data();
    void keywordBecomesAnExpression();
    void nothingToLookUpFindsNothing_data();
    void nothingToLookUpFindsNothing();
    void emptyIsNoFilter();
    void searchHasWordsAndPhrases_data();
    void searchHasWordsAndPhrases();
    void searchHasOperators();
    void unknownOperatorsAreWords();
    void keywordHasNoOperators();
    void bothMustHold();
};

void tst_SearchQuery::keywordBecomesAnExpression_data()
{
    QTest::addColumn<QString>("keyword");
    QTest::addColumn<QString>("match");

    QTest::newRow("word") << u"Meeting"_s << u"(\"meeting\" *)"_s;
    QTest::newRow("words") << u"one two"_s << u"(\"one\" *) AND (\"two\" *)"_s;
    QTest::newRow("same word twice") << u"one ONE"_s << u"(\"one\" *)"_s;
    QTest::newRow("two letters")
        << u"ab"_s << u"(\"ab\" OR {sender subject sender_parts subject_parts} : \"ab\" *)"_s;
    QTest::newRow("one letter") << u"x"_s << u"(\"x\")"_s;
    QTest::newRow("punctuation") << u"foo-bar"_s << u"(\"foo\" *) AND (\"bar\" *)"_s;
    QTest::newRow("FTS5 syntax") << u"NOT \"AND* ^sender:"_s
                                 << u"(\"not\" *) AND (\"and\" *) "
                                    "AND (\"sender\" *)"_s;
    QTest::newRow("Chinese") << u"会议纪要"_s << u"(\"会议\" + \"议纪\" + \"纪要\")"_s;
    QTest::newRow("two characters") << u"会议"_s << u"(\"会议\")"_s;
    QTest::newRow("one character") << u"会"_s << u"(\"会\" *)"_s;
    QTest::newRow("mixed") << u"第3回"_s << u"(\"第\" + \"3\" + \"回\" *)"_s;
    QTest::newRow("mixed, word last") << u"会議abc"_s << u"(\"会議\" + \"議\" + \"abc\" *)"_s;
    QTest::newRow("ideograph with brackets") << u"㈱東京"_s << u"(\"株\" *) AND (\"東京\")"_s;
    QTest::newRow("scope cannot be named") << u"\ue000a1"_s
                                           << u"(\"a1\" OR {sender subject "
                                              "sender_parts subject_parts} : "
                                              "\"a1\" *)"_s;
}

void tst_SearchQuery::keywordBecomesAnExpression()
{
    QFETCH(QString, keyword);
    QFETCH(QString, match);
    const SearchQuery query = parseKeyword(keyword);
    QCOMPARE(QString::fromUtf8(query.match), match);
    QVERIFY(!query.unanswerable);
}

void tst_SearchQuery::nothingToLookUpFindsNothing_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("per cent") << u"%"_s;
    QTest::newRow("underscores") << u"_ __"_s;
    QTest::newRow("emoji") << u"🎉"_s;
    QTest::newRow("quotes") << u"\"\""_s;
}

void tst_SearchQuery::nothingToLookUpFindsNothing()
{
    QFETCH(QString, text);
    QVERIFY(parseKeyword(text).unanswerable);
    QVERIFY(parseSearch(text).unanswerable);
}

void tst_SearchQuery::emptyIsNoFilter()
{
    QCOMPARE(parseKeyword(u"  "_s), SearchQuery());
    QCOMPARE(parseSearch(u"  "_s), SearchQuery());
}

void tst_SearchQuery::searchHasWordsAndPhrases_data()
{
    QTest::addColumn<QString>("q");
    QTest::addColumn<QString>("match");

    QTest::newRow("word") << u"hello"_s << u"(\"hello\" *)"_s;
    QTest::newRow("phrase") << u"\"Budget Plan\""_s
                            << u"({sender subject body} : \"budget\" + \"plan\")"_s;
    QTest::newRow("open phrase") << u"\"Budget Plan"_s
                                 << u"({sender subject body} : \"budget\" + \"plan\")"_s;
    QTest::newRow("from") << u"from:Anna"_s << u"({sender sender_parts} : \"anna\" *)"_s;
    QTest::newRow("from, upper case")
        << u"FROM:al"_s << u"(sender : \"al\" OR {sender sender_parts} : \"al\" *)"_s;
    QTest::newRow("from address")
        << u"from:a.li@example"_s
        << u"(sender : \"a\") AND (sender : \"li\" OR {sender sender_parts} : \"li\" *) AND "
           "({sender sender_parts} : \"example\" *)"_s;
    QTest::newRow("subject phrase") << u"subject:\"third quarter\" x"_s
                                    << u"(subject : \"third\" + \"quarter\") AND "
                                       "(\"x\")"_s;
    QTest::newRow("Chinese phrase") << u"\"会议 纪要\""_s << u"(\"会议\" + \"议\" + \"纪要\")"_s;
}

void tst_SearchQuery::searchHasWordsAndPhrases()
{
    QFETCH(QString, q);
    QFETCH(QString, match);
    SearchQuery expected;
    expected.match = match.toUtf8();
    QCOMPARE(parseSearch(q), expected);
}

void tst_SearchQuery::searchHasOperators()
{
    SearchQuery expected;
    expected.match = "(\"plan\" *)";
    expected.isRead = false;
    expected.isStarred = true;
    expected.hasAttachment = true;
    expected.since = 1704067200;
    expected.before = 1706745600;
    expected.recipients = { u"bob@x.org"_s, u"carl"_s };
    QCOMPARE(parseSearch(u"is:unread is:starred has:attachment after:2024-01-01 plan "
                         "before:2024-02-01T00:00:00Z to:Bob@X.org to:\"carl\""_s),
             expected);
    QCOMPARE(parseSearch(u"is:read is:unstarred"_s).isRead, std::optional(true));
    QCOMPARE(parseSearch(u"is:read is:unstarred"_s).isStarred, std::optional(false));
    QVERIFY(parseSearch(u"from:"_s).unanswerable);
    QVERIFY(parseSearch(u"x to:"_s).unanswerable);
}

void tst_SearchQuery::unknownOperatorsAreWords()
{
    QCOMPARE(parseSearch(u"http://foo"_s), parseKeyword(u"http foo"_s));
    SearchQuery words = parseKeyword(u"greenish"_s);
    QCOMPARE(parseSearch(u"is:greenish"_s), words);
    QCOMPARE(parseSearch(u"before:greenish"_s), words);
}

void tst_SearchQuery::keywordHasNoOperators()
{
    QCOMPARE(parseKeyword(u"from:anna"_s), parseKeyword(u"from anna"_s));
    QVERIFY(!parseKeyword(u"is:unread"_s).isRead.has_value());
}

void tst_SearchQuery::bothMustHold()
{
    const SearchQuery both = combined(parseKeyword(u"one"_s), parseSearch(u"two is:unread"_s));
    QCOMPARE(both.match, "(\"one\" *) AND (\"two\" *)"_ba);
    QCOMPARE(both.isRead, std::optional(false));
    QCOMPARE(combined(parseKeyword(u"one"_s), {}), parseKeyword(u"one"_s));
    QVERIFY(combined(parseKeyword(u"one"_s), parseSearch(u"%"_s)).unanswerable);
}

QTEST_APPLESS_MAIN(tst_SearchQuery)
#include "tst_searchquery.moc"
