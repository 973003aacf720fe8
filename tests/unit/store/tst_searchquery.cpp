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
    void operators_data();
    void operators();
    void mistakesSayWhatIsWrongAndWhatIsRight_data();
    void mistakesSayWhatIsWrongAndWhatIsRight();
    void unknownNamesAreWords_data();
    void unknownNamesAreWords();
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
    QVERIFY(parseSearch(text).query.unanswerable);
}

void tst_SearchQuery::emptyIsNoFilter()
{
    QCOMPARE(parseKeyword(u"  "_s), SearchQuery());
    QCOMPARE(parseSearch(u"  "_s), ParsedSearch());
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
    QCOMPARE(parseSearch(q), (ParsedSearch{ expected, {} }));
}

void tst_SearchQuery::operators_data()
{
    QTest::addColumn<QString>("q");
    QTest::addColumn<SearchQuery>("query");
    const auto row = [](const char *name, const QString &q, auto change) {
        SearchQuery query;
        change(query);
        QTest::newRow(name) << q << query;
    };
    row("unread", u"is:unread"_s, [](SearchQuery &q) { q.isRead = false; });
    row("read", u"is:read"_s, [](SearchQuery &q) { q.isRead = true; });
    row("not read", u"-is:read"_s, [](SearchQuery &q) { q.isRead = false; });
    row("starred", u"IS:Starred"_s, [](SearchQuery &q) { q.isStarred = true; });
    row("unstarred", u"is:unstarred"_s, [](SearchQuery &q) { q.isStarred = false; });
    row("not unstarred", u"-is:unstarred"_s, [](SearchQuery &q) { q.isStarred = true; });
    row("attachment", u"has:attachment"_s, [](SearchQuery &q) { q.hasAttachment = true; });
    row("no attachment", u"-has:attachment"_s, [](SearchQuery &q) { q.hasAttachment = false; });
    row("quoted value", u"is:\"unread\""_s, [](SearchQuery &q) { q.isRead = false; });
    row("the same twice", u"is:read is:read"_s, [](SearchQuery &q) { q.isRead = true; });
    row("contradiction", u"is:read is:unread"_s, [](SearchQuery &q) {
        q.isRead = false;
        q.unanswerable = true;
    });
    row("after a day", u"after:2024-01-01"_s, [](SearchQuery &q) { q.since = 1704067200; });
    row("before a time", u"before:2024-02-01T01:00:00+01:00"_s,
        [](SearchQuery &q) { q.before = 1706745600; });
    row("the narrower of two times", u"after:2024-01-01 after:2023-01-01"_s,
        [](SearchQuery &q) { q.since = 1704067200; });
    row("to", u"to:Bob@X.org"_s, [](SearchQuery &q) { q.recipients = { u"bob@x.org"_s }; });
    row("two recipients", u"to:bob to:\"carl\""_s, [](SearchQuery &q) {
        q.recipients = { u"bob"_s, u"carl"_s };
    });
    row("only ASCII in small letters", u"to:ÄB@X"_s,
        [](SearchQuery &q) { q.recipients = { u"Äb@x"_s }; });
    row("folder", u"folder:Archive"_s, [](SearchQuery &q) { q.folder = u"Archive"_s; });
    row("folder with a blank", u"folder:\"Work/To do\""_s,
        [](SearchQuery &q) { q.folder = u"Work/To do"_s; });
    row("two folders", u"folder:A folder:B"_s, [](SearchQuery &q) {
        q.folder = u"B"_s;
        q.unanswerable = true;
    });
    row("without a word", u"plan -draft"_s, [](SearchQuery &q) {
        q.match = "(\"plan\" *)";
        q.excluded = "((\"draft\" *))";
    });
    row("without two", u"-draft -from:anna"_s, [](SearchQuery &q) {
        q.excluded = "((\"draft\" *)) OR (({sender sender_parts} : \"anna\" *))";
    });
    row("without an address", u"-a@bcd"_s,
        [](SearchQuery &q) { q.excluded = "((\"a\") AND (\"bcd\" *))"; });
    row("without a phrase", u"-\"third quarter\""_s,
        [](SearchQuery &q) { q.excluded = "(({sender subject body} : \"third\" + \"quarter\"))"; });
    row("without nothing", u"plan -%"_s, [](SearchQuery &q) { q.match = "(\"plan\" *)"; });
    row("minus alone", u"plan - x"_s, [](SearchQuery &q) { q.match = "(\"plan\" *) AND (\"x\")"; });
    row("minus inside a word", u"x-y"_s, [](SearchQuery &q) { q.match = "(\"x\") AND (\"y\")"; });
    row("field without words", u"from:%"_s, [](SearchQuery &q) { q.unanswerable = true; });
    row("empty phrase", u"x \"\""_s, [](SearchQuery &q) {
        q.match = "(\"x\")";
        q.unanswerable = true;
    });
    row("all together", u"is:unread has:attachment after:2024-01-01 x to:bob"_s,
        [](SearchQuery &q) {
            q.match = "(\"x\")";
            q.isRead = false;
            q.hasAttachment = true;
            q.since = 1704067200;
            q.recipients = { u"bob"_s };
        });
}

void tst_SearchQuery::operators()
{
    QFETCH(QString, q);
    QFETCH(SearchQuery, query);
    QCOMPARE(parseSearch(q), (ParsedSearch{ query, {} }));
}

void tst_SearchQuery::mistakesSayWhatIsWrongAndWhatIsRight_data()
{
    QTest::addColumn<QString>("q");
    QTest::addColumn<QStringList>("mistakes");
    const auto row = [](const QString &q, const QStringList &mistakes) {
        QTest::newRow(qPrintable(q)) << q << mistakes;
    };
    const QString isValues = u"there are is:read, is:unread, is:starred and is:unstarred"_s;
    row(u"is:greenish"_s, { u"is:greenish is not known: "_s + isValues });
    row(u"-is:\"a b\""_s, { u"-is:\"a b\" is not known: "_s + isValues });
    row(u"has:teeth"_s, { u"has:teeth is not known: there is has:attachment"_s });
    row(u"before:greenish"_s,
        { u"before:greenish is no date: write before:2026-05-28 or before:2026-05-28T20:30:00Z"_s });
    row(u"after:2026-02-30"_s,
        { u"after:2026-02-30 is no date: write after:2026-05-28 or after:2026-05-28T20:30:00Z"_s });
    row(u"plan from:"_s, { u"from: needs a value right after the colon"_s });
    row(u"to: bob"_s, { u"to: needs a value right after the colon"_s });
    row(u"folder:\"\""_s, { u"folder:\"\" needs a value right after the colon"_s });
    row(u"-to:bob"_s,
        { u"-to: is not possible: only words, phrases, from:, subject:, has: and is: "
          "can be excluded"_s });
    row(u"is: has:"_s,
        { u"is: needs a value right after the colon"_s,
          u"has: needs a value right after the colon"_s });
}

void tst_SearchQuery::mistakesSayWhatIsWrongAndWhatIsRight()
{
    QFETCH(QString, q);
    QFETCH(QStringList, mistakes);
    QCOMPARE(parseSearch(q).mistakes, mistakes);
}

void tst_SearchQuery::unknownNamesAreWords_data()
{
    QTest::addColumn<QString>("q");
    QTest::addColumn<QString>("keyword");
    QTest::newRow("address of a page") << u"http://foo"_s << u"http foo"_s;
    QTest::newRow("time") << u"12:30"_s << u"12 30"_s;
    QTest::newRow("no operator") << u"colour:green"_s << u"colour green"_s;
    QTest::newRow("colon first") << u":green"_s << u"green"_s;
    QTest::newRow("colon after a blank") << u"from : green"_s << u"from green"_s;
    QTest::newRow("FTS5 syntax") << u"a* ^b {c} (d OR e) NEAR(f) + sender"_s
                                 << u"a b c d OR e NEAR f sender"_s;
}

void tst_SearchQuery::unknownNamesAreWords()
{
    QFETCH(QString, q);
    QFETCH(QString, keyword);
    QCOMPARE(parseSearch(q), (ParsedSearch{ parseKeyword(keyword), {} }));
}

void tst_SearchQuery::keywordHasNoOperators()
{
    QCOMPARE(parseKeyword(u"from:anna"_s), parseKeyword(u"from anna"_s));
    QVERIFY(!parseKeyword(u"is:unread"_s).isRead.has_value());
}

void tst_SearchQuery::bothMustHold()
{
    const SearchQuery both =
        combined(parseKeyword(u"one"_s), parseSearch(u"two is:unread -x"_s).query);
    QCOMPARE(both.match, "(\"one\" *) AND (\"two\" *)"_ba);
    QCOMPARE(both.isRead, std::optional(false));
    QCOMPARE(both.excluded, "((\"x\"))"_ba);
    QCOMPARE(combined(parseKeyword(u"one"_s), {}), parseKeyword(u"one"_s));
    QVERIFY(combined(parseKeyword(u"one"_s), parseSearch(u"%"_s).query).unanswerable);
}

QTEST_APPLESS_MAIN(tst_SearchQuery)
#include "tst_searchquery.moc"
