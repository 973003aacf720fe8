// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/contentids.h"
#include "mime/htmltext.h"
#include "mime/summary.h"

#include <QTest>

using namespace Mime;
using namespace Qt::StringLiterals;

class MimeHtmlTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void showsText_data();
    void showsText();
    void writesPlainMail_data();
    void writesPlainMail();
    void stopsAtTheWantedLength();
    void looksFurtherBehindPadding();
    void leavesOutTheQuoteInFront_data();
    void leavesOutTheQuoteInFront();
    void findsContentIds();
};

void MimeHtmlTest::showsText_data()
{
    QTest::addColumn<QString>("html");
    QTest::addColumn<QString>("text");
    QTest::newRow("nothing") << u""_s << u""_s;
    QTest::newRow("white space") << u" a \r\n b\t"_s << u"a b"_s;
    QTest::newRow("inline tags") << u"a<b>b</b> <i>c</i>"_s << u"ab c"_s;
    QTest::newRow("divs") << u"<div>a</div><div>b</div>"_s << u"a\nb"_s;
    QTest::newRow("paragraphs") << u"<p>a</p>\n<p>b</p>"_s << u"a\n\nb"_s;
    QTest::newRow("breaks") << u"a<br>b<br/><br />c"_s << u"a\nb\n\nc"_s;
    QTest::newRow("cells") << u"<table><tr><td>a</td><td>b</td></tr><tr><td>c"_s << u"a\tb\nc"_s;
    QTest::newRow("tag never closed") << u"a<b"_s << u"a"_s;
    QTest::newRow("comment never closed") << u"a<!-- b"_s << u"a"_s;
    QTest::newRow("style never closed") << u"a<style>b"_s << u"a"_s;
    QTest::newRow("script with end tags inside") << u"<script>'</scripty>'</script >x"_s << u"x"_s;
    QTest::newRow("not a tag") << u"a < b <3 </ x"_s << u"a < b <3 </ x"_s;
    QTest::newRow("hidden") << u"<p hidden>a<p>b"_s << u"b"_s;
    QTest::newRow("hidden, same name inside")
        << u"<div style=display:none><div>a</div>b</div>c"_s << u"c"_s;
    QTest::newRow("hidden, never closed, nothing else")
        << u"<div style='display:none'>a"_s << u"a"_s;
    QTest::newRow("opacity of a half") << u"<p style='opacity:0.5'>a"_s << u"a"_s;
    QTest::newRow("font-size 0") << u"<span style='color:red;font-size: 0px'>a</span>b"_s << u"b"_s;
    QTest::newRow("class that a style hides")
        << u"<style>.x{display:none}</style><p class=' y\nx '>a</p>b<p class=X>c"_s << u"b\n\nc"_s;
    QTest::newRow("class hidden behind a rule for some screens")
        << u"<style>@media print{.y{opacity:0}}.x{opacity:0}</style><b class=x>a</b><b class=y>b"_s
        << u"b"_s;
    QTest::newRow("style that is not closed") << u"a<style>.x{opacity:0}<p class=x>b"_s << u"a"_s;
    QTest::newRow("style without end of its rule")
        << u"<style>.x{display:none</style><b class=x>a</b>b"_s << u"b"_s;
    QTest::newRow("settings of Office") << u"<xml><w:View>Normal</w:View></xml><xml/>a"_s << u"a"_s;
    QTest::newRow("settings of Office, never closed") << u"a<xml>b"_s << u"a"_s;
    QTest::newRow("ampersand at the end") << u"a&"_s << u"a&"_s;
    QTest::newRow("number without digits") << u"&#;&#x;"_s << u"&#;&#x;"_s;
    QTest::newRow("number too large")
        << u"&#x110000;&#99999999999;&#xD800;&#0;"_s << u"\ufffd\ufffd\ufffd\ufffd"_s;
    QTest::newRow("longest name") << u"&CounterClockwiseContourIntegral;"_s << u"∳"_s;
}

void MimeHtmlTest::showsText()
{
    QFETCH(QString, html);
    QFETCH(QString, text);
    QCOMPARE(htmlToText(html), text);
}

void MimeHtmlTest::writesPlainMail_data()
{
    QTest::addColumn<QString>("html");
    QTest::addColumn<QString>("text");
    QTest::newRow("nothing") << u""_s << u""_s;
    QTest::newRow("link") << u"see <a href='https://x.example/?a=1&amp;b=2'>this</a>."_s
                          << u"see this <https://x.example/?a=1&b=2>."_s;
    QTest::newRow("link that says it")
        << u"<a href=https://x.example/>x.example</a> <a href='mailto:a@b.example'>a@b.example</a>"_s
        << u"x.example a@b.example"_s;
    QTest::newRow("link to nowhere") << u"<a href='#top'>up</a> <a name=x>y</a>"_s << u"up y"_s;
    QTest::newRow("link around a picture")
        << u"<a href=https://x.example/><img src=y></a>z"_s << u"z"_s;
    QTest::newRow("link in a block")
        << u"<p><a href=https://x.example/>go</a><p>on"_s << u"go <https://x.example/>\n\non"_s;
    QTest::newRow("quote")
        << u"<p>yes</p><blockquote><p>one</p><p>two<br>three</p></blockquote>no"_s
        << u"yes\n\n> one\n>\n> two\n> three\n\nno"_s;
    QTest::newRow("quote in quote")
        << u"<blockquote>a<blockquote>b</blockquote>c</blockquote>"_s << u"> a\n>\n>> b\n>\n> c"_s;
    QTest::newRow("ends without begins") << u"</blockquote></a>a</li>"_s << u"a"_s;
    QTest::newRow("list") << u"<ul><li>a<li>b</ul>c"_s << u"- a\n- b\n\nc"_s;
}

void MimeHtmlTest::writesPlainMail()
{
    QFETCH(QString, html);
    QFETCH(QString, text);
    QCOMPARE(htmlToPlainMail(html), text);
}

void MimeHtmlTest::stopsAtTheWantedLength()
{
    QCOMPARE(htmlToText(u"<p>abc</p><p>def</p>", 4), u"abc\n"_s);
    QCOMPARE(htmlToText(u"ab&#128512;", 3), u"ab"_s); // half a surrogate pair is left out
}

void MimeHtmlTest::looksFurtherBehindPadding()
{
    const QString padding = u"&zwnj;&#8203;"_s.repeated(20000);
    QCOMPARE(summaryOfHtml(padding + u"<p>Hello</p>"_s), u"Hello"_s);
}

void MimeHtmlTest::leavesOutTheQuoteInFront_data()
{
    QTest::addColumn<QString>("html");
    QTest::addColumn<QString>("text");
    QTest::newRow("nothing") << u""_s << u""_s;
    QTest::newRow("no quote") << u"<p>a<p>b"_s << u"a b"_s;
    QTest::newRow("quote in quote")
        << u"<blockquote type=CITE>a<blockquote>b</blockquote>c</blockquote>d"_s << u"d"_s;
    QTest::newRow("two quotes")
        << u"<blockquote type=cite>a</blockquote><p>Ann wrote:<blockquote>b</blockquote>c"_s
        << u"c"_s;
    QTest::newRow("quote behind a word")
        << u"a<blockquote type=cite>b</blockquote>c"_s << u"a b c"_s;
    QTest::newRow("quote that is not closed") << u"<blockquote type=cite>a<p>b"_s << u"a b"_s;
    QTest::newRow("line with a colon that is no attribution")
        << u"Look:<blockquote>b</blockquote>c"_s << u"Look: b c"_s;
}

void MimeHtmlTest::leavesOutTheQuoteInFront()
{
    QFETCH(QString, html);
    QFETCH(QString, text);
    QCOMPARE(summaryOfHtml(html), text);
}

void MimeHtmlTest::findsContentIds()
{
    const QSet<QByteArray> expected{ "a@x", "b c", "d&e", "f" };
    QCOMPARE(referencedContentIds(u"<img src=\"cid:a@x\"><img src='CID:b%20c'><img src=cid:d&amp;e>"
                                  u"<p style=\"background:url(cid:f)\">http://no"),
             expected);
}

QTEST_APPLESS_MAIN(MimeHtmlTest)
#include "tst_mime_html.moc"
