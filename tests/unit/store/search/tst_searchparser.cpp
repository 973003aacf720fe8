// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/search/text/searchparser.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Store;

/** What people write in `q`, and the condition that it means. */
class tst_SearchParser : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void conditions_data();
    void conditions();
    void words_data();
    void words();
    void keywordsHaveNoOperators_data();
    void keywordsHaveNoOperators();
    void nothingToLookUpFindsNothing_data();
    void nothingToLookUpFindsNothing();
    void mistakesSayWhatToWrite_data();
    void mistakesSayWhatToWrite();
    void longInputsAreRead();
};

namespace {

constexpr qint64 now = 1'780'000'000; ///< 2026-05-28T20:26:40Z

QString textOf(const QString &q)
{
    const ParsedCondition parsed = parseCondition(q, now);
    return parsed.mistakes.isEmpty() ? QString::fromUtf8(toText(parsed.condition))
                                     : u"mistake: "_s + parsed.mistakes.join(u'|');
}

} // namespace

void tst_SearchParser::conditions_data()
{
    QTest::addColumn<QString>("condition");

    const auto row = [](const char *q, const char *condition) {
        QTest::newRow(q) << QString::fromUtf8(condition);
    };
    row("", "everything");
    row("plan", "plan*[emnrtuw]");
    row("one two", "(one* and two*)");
    row("ann@example.com", "\"ann example com*\"[ntw]");
    row("3.14", "\"3 14\"[ntw]");
    row("1,234", "\"1 234*\"[ntw]");
    row("one,two", "(one* and two*)");
    row("Müller", "(muller* or mueller*)");
    row("mueller", "mueller*");
    row("C++", "c++*");
    row("c", "c[ntw]");
    row(".NET", ".net*");
    row("🎉", "🎉*[ntw]");
    row("$100", "\"$ 100*\"[ntw]");
    row("from:anna", "anna*[ef]");
    row("subject:\"third quarter\"", "\"third quarter\"[s]");
    row("to:anna", "anna*[tu]");
    row("to:\"Anna Müller\"", "(\"anna muller\"[t] or \"anna mueller\"[t])");
    row("cc:anna", "anna*[c]");
    row("bcc:anna", "anna*[b]");
    row("filename:report", "report*[mn]");
    row("FROM:anna", "anna*[ef]");
    row("in:inbox", "in \"inbox\"");
    row("folder:\"My Mail\"", "in \"My Mail\"");
    row("has:attachment", "attachment=1");
    row("is:unread", "read=0");
    row("is:replied", "replied=1");
    row("-is:starred", "not starred=1");
    row("before:2026-05-28", "time<1779926400");
    row("after:2026-05", "time>=1777593600");
    row("before:2026", "time<1767225600");
    row("newer:3d", "time>=1779740800");
    row("older:2w", "time<1778790400");
    row("older:1m", "time<1777408000");
    row("newer:1year", "time>=1748464000");
    row("older:2026-05-28", "time<1779926400");
    row("larger:1.5M", "size>1572864");
    row("smaller:20kb", "size<20480");
    row("larger:500", "size>500");
    row("is:unread OR is:starred", "(read=0 or starred=1)");
    row("is:read (is:unread OR is:starred)", "(read=1 and (read=0 or starred=1))");
    row("is:read is:unread OR is:starred", "((read=1 and read=0) or starred=1)");
    row("-(is:read is:starred)", "not (read=1 and starred=1)");
    row("((is:read))", "read=1");
    row("(is:read is:starred) is:replied", "(read=1 and starred=1 and replied=1)");
    row("is:read AND is:starred", "(read=1 and starred=1)");
    row("is:read is:read", "read=1");
    row("is:read or is:starred", "(read=1 and any(or[w], or*[efmnrstu]) and starred=1)");
    row("\"OR\"", "or[ntw]");
    row("http://x", "\"http x\"[ntw]");
    row("10:30", "\"10 30\"[ntw]");
    row("Re: plan", "(any(re[w], re*[efmnrstu]) and plan*)");
    row("%", "nothing");
    row("is:read %", "read=1");
    row("from:%", "nothing");
    row("-%", "nothing");
}

void tst_SearchParser::conditions()
{
    QFETCH(QString, condition);
    const QString q = QString::fromUtf8(QTest::currentDataTag());
    QString text = textOf(q);
    if (q != u"plan") // the spaces of a word that may be anywhere are checked in that row only
        text.replace(u"*[emnrtuw]"_s, u"*"_s);
    QCOMPARE(text, condition);
}

void tst_SearchParser::words_data()
{
    QTest::addColumn<QString>("q");
    QTest::addColumn<QString>("condition");

    QTest::newRow("word") << u"hello"_s << u"hello*[emnrtuw]"_s;
    QTest::newRow("same word twice") << u"hello x Hello"_s << u"(hello*[emnrtuw] and x[ntw])"_s;
    QTest::newRow("phrase") << u"\"Budget Plan\""_s << u"\"budget plan\"[ntw]"_s;
    QTest::newRow("open phrase") << u"\"Budget Plan"_s << u"\"budget plan\"[ntw]"_s;
    QTest::newRow("phrase of one word") << u"\"Budget\""_s << u"budget[ntw]"_s;
    QTest::newRow("from") << u"from:Anna"_s << u"anna*[ef]"_s;
    QTest::newRow("from, upper case, two letters") << u"FROM:al"_s << u"al*[ef]"_s;
    QTest::newRow("from, one letter") << u"from:a"_s << u"a[f]"_s;
    QTest::newRow("from address") << u"from:a.li@example"_s << u"\"a li example*\"[f]"_s;
    QTest::newRow("from, one character") << u"from:李"_s << u"李*[f]"_s;
    QTest::newRow("from phrase of one word") << u"from:\"Anna\""_s << u"anna[f]"_s;
    QTest::newRow("subject") << u"subject:Plan"_s << u"plan*[rs]"_s;
    QTest::newRow("subject, two letters") << u"subject:Re"_s << u"re*[rs]"_s;
    QTest::newRow("subject, one letter") << u"subject:x"_s << u"x[s]"_s;
    QTest::newRow("subject, Chinese") << u"subject:会议纪要"_s << u"\"会议 议纪 纪要\"[s]"_s;
    QTest::newRow("subject phrase")
        << u"subject:\"third quarter\" x"_s << u"(\"third quarter\"[s] and x[ntw])"_s;
    QTest::newRow("Chinese phrase") << u"\"会议 纪要\""_s << u"\"会议 议 纪要\"[ntw]"_s;
    QTest::newRow("Chinese phrase, one character last")
        << u"\"会议 纪\""_s << u"\"会议 议 纪*\"[ntw]"_s;
    QTest::newRow("without a word")
        << u"plan -draft"_s << u"(plan*[emnrtuw] and not draft*[emnrtuw])"_s;
    QTest::newRow("without two") << u"-draft -from:anna"_s
                                 << u"(not draft*[emnrtuw] and not anna*[ef])"_s;
    QTest::newRow("without the same twice") << u"-draft -DRAFT"_s << u"not draft*[emnrtuw]"_s;
    QTest::newRow("without an address") << u"-a@bcd"_s << u"not \"a bcd*\"[ntw]"_s;
    QTest::newRow("without two letters") << u"-ab"_s << u"not any(ab[w], ab*[efmnrstu])"_s;
    QTest::newRow("without a phrase") << u"-\"third quarter\""_s << u"not \"third quarter\"[ntw]"_s;
    QTest::newRow("without a phrase in the subject")
        << u"x -subject:\"third quarter\""_s << u"(x[ntw] and not \"third quarter\"[s])"_s;
    QTest::newRow("without what is asked for")
        << u"plan -plan"_s << u"(plan*[emnrtuw] and not plan*[emnrtuw])"_s;
    QTest::newRow("without nothing") << u"plan -%"_s << u"plan*[emnrtuw]"_s;
    QTest::newRow("minus alone") << u"plan - x"_s << u"(plan*[emnrtuw] and x[ntw])"_s;
    QTest::newRow("minus inside a word") << u"x-y"_s << u"\"x y\"[ntw]"_s;
}

void tst_SearchParser::words()
{
    QFETCH(QString, q);
    QFETCH(QString, condition);
    QCOMPARE(textOf(q), condition);
}

void tst_SearchParser::keywordsHaveNoOperators_data()
{
    QTest::addColumn<QString>("keyword");
    QTest::addColumn<QString>("condition");

    QTest::newRow("word") << u"Meeting"_s << u"meeting*[erw]"_s;
    QTest::newRow("words") << u"one two"_s << u"(one*[erw] and two*[erw])"_s;
    QTest::newRow("same word twice") << u"one ONE"_s << u"one*[erw]"_s;
    QTest::newRow("two letters") << u"ab"_s << u"any(ab[w], ab*[efrs])"_s;
    QTest::newRow("two letters of two bytes") << u"жа"_s << u"any(жа[w], жа*[efrs])"_s;
    QTest::newRow("one letter") << u"x"_s << u"x[w]"_s;
    QTest::newRow("one letter of two bytes") << u"ж"_s << u"ж[w]"_s;
    QTest::newRow("punctuation") << u"foo-bar"_s << u"(foo*[erw] and bar*[erw])"_s;
    QTest::newRow("syntax of other searches")
        << u"NOT \"AND* ^sender:"_s << u"(not*[erw] and and*[erw] and sender*[erw])"_s;
    QTest::newRow("Chinese") << u"会议纪要"_s << u"\"会议 议纪 纪要\"[w]"_s;
    QTest::newRow("two characters") << u"会议"_s << u"会议[w]"_s;
    QTest::newRow("one character") << u"会"_s << u"会*[w]"_s;
    QTest::newRow("mixed") << u"第3回"_s << u"\"第 3 回*\"[w]"_s;
    QTest::newRow("mixed, word last") << u"会議abc"_s << u"\"会議 議 abc*\"[w]"_s;
    QTest::newRow("mixed, short word last") << u"会議ab"_s << u"\"会議 議 ab\"[w]"_s;
    QTest::newRow("ideograph with brackets") << u"㈱東京"_s << u"(株*[w] and 東京[w])"_s;
    QTest::newRow("private characters are nothing") << u"\ue000a1"_s << u"any(a1[w], a1*[efrs])"_s;
    QTest::newRow("address") << u"ann@example.com"_s
                             << u"(ann*[erw] and example*[erw] and com*[erw])"_s;
    QTest::newRow("signs") << u"C++, C# .NET"_s
                           << u"(c++*[erw] and any(c#[w], c#*[efrs]) and .net*[erw])"_s;
    QTest::newRow("operator") << u"from:anna"_s << u"(from*[erw] and anna*[erw])"_s;
    QTest::newRow("nothing") << u"  "_s << u"everything"_s;
}

void tst_SearchParser::keywordsHaveNoOperators()
{
    QFETCH(QString, keyword);
    QFETCH(QString, condition);
    const SearchCondition all = keywordCondition(keyword);
    const bool isOne = all.parts.size() == 1;
    QCOMPARE(QString::fromUtf8(toText(isOne ? all.parts.first() : all)), condition);
}

void tst_SearchParser::nothingToLookUpFindsNothing_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("per cent") << u"%"_s;
    QTest::newRow("underscores") << u"_ __"_s;
    QTest::newRow("quotes") << u"\"\""_s;
    QTest::newRow("only punctuation") << u"?! ... -- /"_s;
}

void tst_SearchParser::nothingToLookUpFindsNothing()
{
    QFETCH(QString, text);
    QCOMPARE(keywordCondition(text), SearchCondition::nothing());
    QCOMPARE(parseCondition(text, now).condition, SearchCondition::nothing());
}

void tst_SearchParser::mistakesSayWhatToWrite_data()
{
    QTest::addColumn<QString>("sentence");

    const auto row = [](const char *q, const char *sentence) {
        QTest::newRow(q) << QString::fromUtf8(sentence);
    };
    row("from:", "from: needs a value right after the colon");
    row("from: anna", "from: needs a value right after the colon");
    row("form:anna",
        "form: is not an operator. Known are from:, to:, cc:, bcc:, subject:, filename:, in:, "
        "folder:, "
        "has:, is:, before:, after:, older:, newer:, larger:, smaller:. For the text itself write "
        "\"form:anna\" in quotes");
    row("has:star", "has:star is unknown: use has:attachment");
    row("is:red",
        "is:red is unknown: use is:read, is:unread, is:starred, is:unstarred, is:replied or "
        "is:unreplied");
    row("before:3d",
        "before:3d is not a date: write before:2026, before:2026-05-28 or "
        "before:2026-05-28T20:30:00Z");
    row("older:3x",
        "older:3x is neither an age nor a date: write older:3d, older:2w, older:6m, older:1y or "
        "older:2026-05-28");
    row("newer:2026-13",
        "newer:2026-13 is neither an age nor a date: write newer:3d, newer:2w, newer:6m, newer:1y "
        "or "
        "newer:2026-05-28");
    row("larger:big",
        "larger:big is not a size: write larger:500k, larger:20M or a number of bytes");
    row("larger:1.2.3k",
        "larger:1.2.3k is not a size: write larger:500k, larger:20M or a number of bytes");
    row("(a", "A parenthesis is not closed: a ) is missing at the end");
    row("a)", "There is a ) without a ( before it. To search for a parenthesis, put it in quotes");
    row("()", "There is nothing to search for between ( and )");
    row("a OR", "OR needs something to search for on both sides. The word itself is \"or\"");
    row("OR a", "OR needs something to search for on both sides. The word itself is \"or\"");
    row("a OR OR b", "OR needs something to search for on both sides. The word itself is \"or\"");
    row("(OR)", "OR needs something to search for on both sides. The word itself is \"or\"");
}

void tst_SearchParser::mistakesSayWhatToWrite()
{
    QFETCH(QString, sentence);
    QCOMPARE(parseCondition(QString::fromUtf8(QTest::currentDataTag()), now).mistakes,
             QStringList{ sentence });
}

void tst_SearchParser::longInputsAreRead()
{
    QVERIFY(parseCondition(QString(10'000, u'('), now).mistakes.size() == 1);
    QVERIFY(parseCondition(QString(10'000, u')'), now).mistakes.size() == 1);
    QString words;
    for (int i = 0; i < 1000; ++i)
        words += u"word%1 "_s.arg(i);
    const ParsedCondition parsed = parseCondition(words, now);
    QCOMPARE(parsed.mistakes, QStringList());
    QCOMPARE(parsed.condition.parts.size(), 1000);
    const SearchCondition run = keywordCondition(u"会议纪要"_s.repeated(2500)).parts.first();
    QCOMPARE(run.words.kind, Search::Expression::Kind::Phrase);
    QCOMPARE(run.words.ranges.size(), 9999);
}

QTEST_APPLESS_MAIN(tst_SearchParser)
#include "tst_searchparser.moc"
