// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/search/text/searchquery.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Store;

namespace {

QString wordsOf(const SearchQuery &query)
{
    return QString::fromUtf8(toText(query.words));
}

} // namespace

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
    void longTextsAreReadToTheirEnd_data();
    void longTextsAreReadToTheirEnd();
    void longRunIsOnePhrase();
    void wordsBecomeLexemes_data();
    void wordsBecomeLexemes();
    void excludedPhraseStandsBesideTheLexemes();
    void bothInLexemesMustHold();
};

void tst_SearchQuery::keywordBecomesAnExpression_data()
{
    QTest::addColumn<QString>("keyword");
    QTest::addColumn<QString>("words");

    QTest::newRow("word") << u"Meeting"_s << u"(meeting*[erw])"_s;
    QTest::newRow("words") << u"one two"_s << u"(one*[erw] and two*[erw])"_s;
    QTest::newRow("same word twice") << u"one ONE"_s << u"(one*[erw])"_s;
    QTest::newRow("two letters") << u"ab"_s << u"(any(ab[w], ab*[efrs]))"_s;
    QTest::newRow("two letters of two bytes") << u"жа"_s << u"(any(жа[w], жа*[efrs]))"_s;
    QTest::newRow("one letter") << u"x"_s << u"(x[w])"_s;
    QTest::newRow("one letter of two bytes") << u"ж"_s << u"(ж[w])"_s;
    QTest::newRow("punctuation") << u"foo-bar"_s << u"(foo*[erw] and bar*[erw])"_s;
    QTest::newRow("syntax of other searches")
        << u"NOT \"AND* ^sender:"_s << u"(not*[erw] and and*[erw] and sender*[erw])"_s;
    QTest::newRow("Chinese") << u"会议纪要"_s << u"(\"会议 议纪 纪要\"[w])"_s;
    QTest::newRow("two characters") << u"会议"_s << u"(会议[w])"_s;
    QTest::newRow("one character") << u"会"_s << u"(会*[w])"_s;
    QTest::newRow("mixed") << u"第3回"_s << u"(\"第 3 回*\"[w])"_s;
    QTest::newRow("mixed, word last") << u"会議abc"_s << u"(\"会議 議 abc*\"[w])"_s;
    QTest::newRow("mixed, short word last") << u"会議ab"_s << u"(\"会議 議 ab\"[w])"_s;
    QTest::newRow("ideograph with brackets") << u"㈱東京"_s << u"(株*[w] and 東京[w])"_s;
    QTest::newRow("private characters are nothing")
        << u"\ue000a1"_s << u"(any(a1[w], a1*[efrs]))"_s;
}

void tst_SearchQuery::keywordBecomesAnExpression()
{
    QFETCH(QString, keyword);
    QFETCH(QString, words);
    const SearchQuery query = parseKeyword(keyword);
    QCOMPARE(wordsOf(query), words);
    QVERIFY(!query.unanswerable);
}

void tst_SearchQuery::nothingToLookUpFindsNothing_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("per cent") << u"%"_s;
    QTest::newRow("underscores") << u"_ __"_s;
    QTest::newRow("emoji") << u"🎉"_s;
    QTest::newRow("quotes") << u"\"\""_s;
    QTest::newRow("only punctuation") << u"?! ... -- /"_s;
}

void tst_SearchQuery::nothingToLookUpFindsNothing()
{
    QFETCH(QString, text);
    for (const SearchQuery &query : { parseKeyword(text), parseSearch(text).query }) {
        QVERIFY(query.unanswerable);
        QVERIFY(!query.hasWords());
    }
}

void tst_SearchQuery::emptyIsNoFilter()
{
    QCOMPARE(parseKeyword(u"  "_s), SearchQuery());
    QCOMPARE(parseSearch(u"  "_s), ParsedSearch());
}

void tst_SearchQuery::searchHasWordsAndPhrases_data()
{
    QTest::addColumn<QString>("q");
    QTest::addColumn<QString>("words");

    QTest::newRow("word") << u"hello"_s << u"(hello*[erw])"_s;
    QTest::newRow("same word twice") << u"hello x Hello"_s << u"(hello*[erw] and x[w])"_s;
    QTest::newRow("phrase") << u"\"Budget Plan\""_s << u"(\"budget plan\"[w])"_s;
    QTest::newRow("open phrase") << u"\"Budget Plan"_s << u"(\"budget plan\"[w])"_s;
    QTest::newRow("phrase of one word") << u"\"Budget\""_s << u"(budget[w])"_s;
    QTest::newRow("from") << u"from:Anna"_s << u"(anna*[ef])"_s;
    QTest::newRow("from, upper case, two letters") << u"FROM:al"_s << u"(al*[ef])"_s;
    QTest::newRow("from, one letter") << u"from:a"_s << u"(a[f])"_s;
    QTest::newRow("from address") << u"from:a.li@example"_s
                                  << u"(a[f] and li*[ef] and example*[ef])"_s;
    QTest::newRow("from, one character") << u"from:李"_s << u"(李*[f])"_s;
    QTest::newRow("from phrase of one word") << u"from:\"Anna\""_s << u"(anna[f])"_s;
    QTest::newRow("subject") << u"subject:Plan"_s << u"(plan*[rs])"_s;
    QTest::newRow("subject, two letters") << u"subject:Re"_s << u"(re*[rs])"_s;
    QTest::newRow("subject, one letter") << u"subject:x"_s << u"(x[s])"_s;
    QTest::newRow("subject, Chinese") << u"subject:会议纪要"_s << u"(\"会议 议纪 纪要\"[s])"_s;
    QTest::newRow("subject phrase")
        << u"subject:\"third quarter\" x"_s << u"(\"third quarter\"[s] and x[w])"_s;
    QTest::newRow("Chinese phrase") << u"\"会议 纪要\""_s << u"(\"会议 议 纪要\"[w])"_s;
    QTest::newRow("Chinese phrase, one character last")
        << u"\"会议 纪\""_s << u"(\"会议 议 纪*\"[w])"_s;
    QTest::newRow("without a word") << u"plan -draft"_s << u"(plan*[erw] and not draft*[erw])"_s;
    QTest::newRow("without two") << u"-draft -from:anna"_s
                                 << u"(not draft*[erw] and not anna*[ef])"_s;
    QTest::newRow("without the same twice") << u"-draft -DRAFT"_s << u"(not draft*[erw])"_s;
    QTest::newRow("without an address") << u"-a@bcd"_s << u"(not (a[w] and bcd*[erw]))"_s;
    QTest::newRow("without two letters") << u"-ab"_s << u"(not any(ab[w], ab*[efrs]))"_s;
    QTest::newRow("without a phrase") << u"-\"third quarter\""_s << u"(not \"third quarter\"[w])"_s;
    QTest::newRow("without a phrase in the subject")
        << u"x -subject:\"third quarter\""_s << u"(x[w] and not \"third quarter\"[s])"_s;
    QTest::newRow("without what is asked for")
        << u"plan -plan"_s << u"(plan*[erw] and not plan*[erw])"_s;
    QTest::newRow("without nothing") << u"plan -%"_s << u"(plan*[erw])"_s;
    QTest::newRow("minus alone") << u"plan - x"_s << u"(plan*[erw] and x[w])"_s;
    QTest::newRow("minus inside a word") << u"x-y"_s << u"(x[w] and y[w])"_s;
}

void tst_SearchQuery::searchHasWordsAndPhrases()
{
    QFETCH(QString, q);
    QFETCH(QString, words);
    const ParsedSearch search = parseSearch(q);
    QCOMPARE(wordsOf(search.query), words);
    SearchQuery expected;
    expected.words = search.query.words;
    QCOMPARE(search, (ParsedSearch{ expected, {} }));
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
    row("field without words", u"from:%"_s, [](SearchQuery &q) { q.unanswerable = true; });
    row("empty phrase", u"x \"\""_s, [](SearchQuery &q) {
        q.words = parseKeyword(u"x"_s).words;
        q.unanswerable = true;
    });
    row("contradiction beside a word", u"x has:attachment -has:attachment"_s, [](SearchQuery &q) {
        q.words = parseKeyword(u"x"_s).words;
        q.hasAttachment = false;
        q.unanswerable = true;
    });
    row("all together", u"is:unread has:attachment after:2024-01-01 x to:bob"_s,
        [](SearchQuery &q) {
            q.words = parseKeyword(u"x"_s).words;
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
    const QString isValues = u"use is:read, is:unread, is:starred or is:unstarred"_s;
    row(u"is:greenish"_s, { u"is:greenish is unknown: "_s + isValues });
    row(u"-is:\"a b\""_s, { u"-is:\"a b\" is unknown: "_s + isValues });
    row(u"has:teeth"_s, { u"has:teeth is unknown: use has:attachment"_s });
    row(u"before:greenish"_s,
        { u"before:greenish is not a date: write "
          "before:2026-05-28 or before:2026-05-28T20:30:00Z"_s });
    row(u"after:2026-02-30"_s,
        { u"after:2026-02-30 is not a date: write "
          "after:2026-05-28 or after:2026-05-28T20:30:00Z"_s });
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
    QTest::newRow("syntax of other searches")
        << u"a* ^b {c} (d OR e) NEAR(f) + sender"_s << u"a b c d OR e NEAR f sender"_s;
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
    QCOMPARE(wordsOf(both), u"(one*[erw] and two*[erw] and not x[w])"_s);
    QCOMPARE(both.isRead, std::optional(false));
    QCOMPARE(combined(parseKeyword(u"one"_s), {}), parseKeyword(u"one"_s));
    QCOMPARE(combined(parseKeyword(u"one"_s), parseSearch(u"ONE"_s).query), parseKeyword(u"one"_s));
    QVERIFY(combined(parseKeyword(u"one"_s), parseSearch(u"%"_s).query).unanswerable);
}

void tst_SearchQuery::longTextsAreReadToTheirEnd_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<qsizetype>("words");
    QTest::addColumn<QString>("last");

    QStringList thousand;
    for (int i = 0; i < 1000; ++i)
        thousand.append(u"word%1"_s.arg(i));
    QTest::newRow("1,000 words") << thousand.join(u' ') << qsizetype(1000) << u"word999*[erw]"_s;
    QTest::newRow("a word 5,000 times")
        << u"x "_s.repeated(5000) + u"plan"_s << qsizetype(2) << u"plan*[erw]"_s;
    QTest::newRow("10 kB without a blank")
        << u"abc.def/"_s.repeated(1250) + u"end"_s << qsizetype(3) << u"end*[erw]"_s;
    QTest::newRow("a word of 10 kB")
        << u"y"_s.repeated(10'000) << qsizetype(1) << u"y"_s.repeated(200) + u"*[erw]"_s;
}

void tst_SearchQuery::longTextsAreReadToTheirEnd()
{
    QFETCH(QString, text);
    QFETCH(qsizetype, words);
    QFETCH(QString, last);
    const SearchQuery query = parseSearch(text).query;
    QCOMPARE(query.words.parts.size(), words);
    QCOMPARE(QString::fromUtf8(toText(query.words.parts.last())), last);
    QCOMPARE(parseKeyword(text), query);
}

void tst_SearchQuery::longRunIsOnePhrase()
{
    const SearchQuery query = parseKeyword(u"会议纪要"_s.repeated(2500));
    QCOMPARE(query.words.parts.size(), 1);
    QCOMPARE(query.words.parts.first().kind, Search::Expression::Kind::Phrase);
    QCOMPARE(query.words.parts.first().ranges.size(), 9999);
}

void tst_SearchQuery::wordsBecomeLexemes_data()
{
    QTest::addColumn<QString>("q");
    QTest::addColumn<QString>("match");
    QTest::addColumn<QByteArrayList>("phrases");

    const QByteArrayList none;
    QTest::newRow("word") << u"Meeting"_s << u"('meeting':*)"_s << none;
    QTest::newRow("two letters") << u"ab"_s << u"('ab' | '\ue001ab':* | '\ue002ab':*)"_s << none;
    QTest::newRow("one letter") << u"x"_s << u"('x')"_s << none;
    QTest::newRow("from") << u"from:a.li@example"_s
                          << u"('\ue001a') & ('\ue001li':*) & ('\ue001example':*)"_s << none;
    QTest::newRow("subject") << u"subject:plan"_s << u"('\ue002plan':*)"_s << none;
    QTest::newRow("one character") << u"会"_s << u"('会':*)"_s << none;
    QTest::newRow("phrase of one word") << u"\"Budget\""_s << u"('budget')"_s << none;
    QTest::newRow("phrase") << u"\"Budget Plan\""_s << u"('budget' & 'plan')"_s
                            << QByteArrayList{ "0 budget plan " };
    QTest::newRow("phrase in from") << u"from:\"Anna Li\""_s << u"('\ue001anna' & '\ue001li')"_s
                                    << QByteArrayList{ "1 anna li " };
    QTest::newRow("mixed in the subject")
        << u"subject:第3回"_s << u"('\ue002第' & '\ue0023' & '\ue002回':*)"_s
        << QByteArrayList{ QByteArray("2 第 3 回") };
    QTest::newRow("without a word") << u"plan -draft"_s << u"('plan':*) & !(('draft':*))"_s << none;
    QTest::newRow("without an address") << u"-a@bcd"_s << u"!(('a') & ('bcd':*))"_s << none;
}

void tst_SearchQuery::wordsBecomeLexemes()
{
    QFETCH(QString, q);
    QFETCH(QString, match);
    QFETCH(QByteArrayList, phrases);
    const SearchQuery query = parseSearch(q, SearchSyntax::Vector).query;
    QCOMPARE(QString::fromUtf8(query.match), match);
    QCOMPARE(query.phrases, phrases);
    QVERIFY(query.excludedWords.isEmpty());
}

void tst_SearchQuery::excludedPhraseStandsBesideTheLexemes()
{
    const SearchQuery query =
        parseSearch(u"x -\"third quarter\" -会议纪,ab"_s, SearchSyntax::Vector).query;
    QCOMPARE(query.match, "('x')"_ba);
    QCOMPARE(query.phrases, QByteArrayList());
    QCOMPARE(query.excludedWords,
             (QList<ExcludedWords>{
                 { "('third' & 'quarter')", { "0 third quarter " } },
                 { u"('会议' & '议纪') & ('ab' | '\ue001ab':* | '\ue002ab':*)"_s.toUtf8(),
                   { QByteArray("0 会议 议纪 ") } } }));
}

void tst_SearchQuery::bothInLexemesMustHold()
{
    const SearchQuery both = combined(
        parseKeyword(u"one"_s, SearchSyntax::Vector),
        parseSearch(u"\"a b\" -\"c d\""_s, SearchSyntax::Vector).query, SearchSyntax::Vector);
    QCOMPARE(both, parseSearch(u"one \"a b\" -\"c d\""_s, SearchSyntax::Vector).query);
}

QTEST_APPLESS_MAIN(tst_SearchQuery)
#include "tst_searchquery.moc"
