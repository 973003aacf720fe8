// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/search/text/searchhits.h"
#include "store/search/text/searchparser.h"
#include "store/search/text/searchtext.h"
#include "store/search/text/snippet.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Store;

namespace {

HitFinder finderOf(const QString &search)
{
    return HitFinder(parseCondition(search, 0).condition);
}

// The text with brackets around the hits.
QString marked(const QString &text, const QList<TextSpan> &spans)
{
    QString result;
    qsizetype at = 0;
    for (const TextSpan &span : spans) {
        result += text.sliced(at, span.begin - at) + u'['
            + text.sliced(span.begin, span.end - span.begin) + u']';
        at = span.end;
    }
    return result + text.sliced(at);
}

QString hitsIn(const QString &search, const QString &text, HitField field)
{
    QList<TextSpan> spans;
    for (const SearchHit &hit : finderOf(search).hits(text, field))
        spans.append(hit.span);
    return marked(text, spans);
}

QString snippetIn(const QString &search, const QString &text)
{
    const Snippet snippet = snippetOf(text, finderOf(search).hits(text, HitField::Text));
    return marked(snippet.text, snippet.hits);
}

} // namespace

class tst_SearchHits : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void tokensAreThoseOfTheIndex_data();
    void tokensAreThoseOfTheIndex();
    void marksWhatMatches_data();
    void marksWhatMatches();
    void operatorsMarkTheirFieldOnly();
    void snippetHasTheHit();
    void snippetHasMostDifferentWords();
    void snippetKeepsCharactersWhole();
    void longHitIsWhole();
};

void tst_SearchHits::tokensAreThoseOfTheIndex_data()
{
    QTest::addColumn<QString>("text");
    for (const QString &text :
         { u"Hello, World 100%"_s, u"Straße Müller Zoë"_s, u"会议纪要 and 议"_s,
           u"C++ and C#, .NET a.b@c.de"_s, u"e\u0301te\u0301 foo\u00adbar"_s, u"price 5€ 🎉🎉 $3"_s,
           u"سَلام שָׁלוֹם"_s, u"ﬁne ㈱ Ａｂｃ"_s, u""_s, u"สวัสดี"_s, u"x\ny\tz"_s })
        QTest::newRow(qPrintable(text)) << text;
}

void tst_SearchHits::tokensAreThoseOfTheIndex()
{
    QFETCH(QString, text);
    QByteArrayList all;
    for (const WordSpan &word : wordSpans(text, text.size())) {
        all.append(word.token);
        QVERIFY(word.span.begin < word.span.end);
        QVERIFY(word.span.end <= text.size());
    }
    QByteArrayList expected;
    for (const QByteArray &token : normalizedTokens(text).split(' ')) {
        if (!token.isEmpty() && token.front() != otherSpelling && token.front() != withSigns)
            expected.append(token);
    }
    QCOMPARE(all, expected);
}

void tst_SearchHits::marksWhatMatches_data()
{
    QTest::addColumn<QString>("search");
    QTest::addColumn<HitField>("field");
    QTest::addColumn<QString>("expected");
    using enum HitField;
    QTest::newRow("whole word") << u"meeting"_s << Text << u"the [meeting] is off"_s;
    QTest::newRow("beginning") << u"meet"_s << Text << u"a [Meeting], they [meet]"_s;
    QTest::newRow("no part of a word in the text") << u"eeti"_s << Text << u"a meeting"_s;
    QTest::newRow("part of a word in the subject") << u"eeti"_s << Subject << u"a [meeting]"_s;
    QTest::newRow("short word is whole") << u"is"_s << Text << u"this [is] it"_s;
    QTest::newRow("two words") << u"this it"_s << Text << u"[this] is [it]"_s;
    QTest::newRow("phrase") << u"\"please find\""_s << Text << u"find please, [Please find]"_s;
    QTest::newRow("accents") << u"zoe strasse"_s << Text << u"[Zoë], [Straße] 3"_s;
    QTest::newRow("second spelling") << u"mueller"_s << Text << u"Frau [Müller]"_s;
    QTest::newRow("signs") << u"C++"_s << Text << u"C and [C]++"_s;
    QTest::newRow("one CJK character") << u"议"_s << Text << u"会[议]纪要"_s;
    QTest::newRow("several CJK characters") << u"会议纪"_s << Text << u"开[会议纪]要"_s;
    QTest::newRow("address") << u"ann@example.com"_s << Text << u"to [ann@example.com]!"_s;
    QTest::newRow("alternatives") << u"red OR blue"_s << Text << u"[red] and [blue]"_s;
    QTest::newRow("excluded") << u"red -blue"_s << Text << u"[red] and blue"_s;
    QTest::newRow("white space stays") << u"red"_s << Text << u"a\n  [red]\tone"_s;
}

void tst_SearchHits::marksWhatMatches()
{
    QFETCH(QString, search);
    QFETCH(HitField, field);
    QFETCH(QString, expected);
    const QString text = QString(expected).remove(u'[').remove(u']');
    QCOMPARE(hitsIn(search, text, field), expected);
}

void tst_SearchHits::operatorsMarkTheirFieldOnly()
{
    QCOMPARE(hitsIn(u"from:ann"_s, u"Ann"_s, HitField::Sender), u"[Ann]"_s);
    QCOMPARE(hitsIn(u"from:ann"_s, u"Ann"_s, HitField::Subject), u"Ann"_s);
    QCOMPARE(hitsIn(u"from:ann"_s, u"Ann"_s, HitField::Text), u"Ann"_s);
    QCOMPARE(hitsIn(u"to:ann"_s, u"Ann"_s, HitField::Recipients), u"[Ann]"_s);
    QCOMPARE(hitsIn(u"filename:plan"_s, u"my-plan.pdf"_s, HitField::Filenames), u"my-[plan].pdf"_s);
    QCOMPARE(hitsIn(u"filename:plan"_s, u"plan"_s, HitField::Text), u"plan"_s);
    QVERIFY(finderOf(u"is:unread in:inbox"_s).findsNothing());
}

void tst_SearchHits::snippetHasTheHit()
{
    QCOMPARE(snippetIn(u"red"_s, u"a  red\n\nhouse "_s), u"a [red] house"_s);
    const QString filler = u"word "_s.repeated(100);
    const QString snippet = snippetIn(u"red"_s, filler + u"red "_s + filler);
    QVERIFY2(snippet.startsWith(u"…word word"_s), qPrintable(snippet));
    QVERIFY2(snippet.endsWith(u" word…"_s), qPrintable(snippet));
    QVERIFY2(snippet.contains(u"[red]"_s), qPrintable(snippet));
    QVERIFY2(snippet.size() <= snippetLength + 4, qPrintable(snippet));
}

void tst_SearchHits::snippetHasMostDifferentWords()
{
    const QString far = u"word "_s.repeated(100);
    const QString text = u"red red red "_s + far + u"red and blue "_s + far + u"blue"_s;
    const QString snippet = snippetIn(u"red blue"_s, text);
    QVERIFY2(snippet.contains(u"[red] and [blue]"_s), qPrintable(snippet));
}

void tst_SearchHits::snippetKeepsCharactersWhole()
{
    for (int before = 30; before < 50; ++before) {
        const QString text = u"😀"_s.repeated(before) + u" red "_s + u"😀"_s.repeated(200);
        const Snippet snippet = snippetOf(text, finderOf(u"red"_s).hits(text, HitField::Text));
        QVERIFY(snippet.text.isValidUtf16());
        QCOMPARE(snippet.text.sliced(snippet.hits.first().begin, 3), u"red"_s);
    }
}

void tst_SearchHits::longHitIsWhole()
{
    const QString word = u"a"_s.repeated(500);
    QCOMPARE(snippetIn(u"aaa"_s, u"x "_s + word + u" y"_s), u"x ["_s + word + u"]…"_s);
}

QTEST_APPLESS_MAIN(tst_SearchHits)
#include "tst_searchhits.moc"
