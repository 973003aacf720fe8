// SPDX-License-Identifier: GPL-3.0-or-later
#include "html/page.h"
#include "html/plaintext.h"

#include <QElapsedTimer>
#include <QTest>

using namespace Html;
using namespace Qt::StringLiterals;

class HtmlPageTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void writesTextAsHtml_data();
    void writesTextAsHtml();
    void takesLinearTimeForText_data();
    void takesLinearTimeForText();
    void pageHasTheMailsOwnRoot();
    void pageOfAProblemIsText();
};

namespace {

QString link(const QString &address)
{
    return u"<a href=\""_s + address
        + u"\" target=\"_blank\" rel=\"noopener noreferrer nofollow\">"_s + address + u"</a>"_s;
}

} // namespace

void HtmlPageTest::writesTextAsHtml_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("html");
    QTest::newRow("nothing") << u""_s << u""_s;
    QTest::newRow("signs") << u"a <b> & \"c\""_s << u"a &lt;b&gt; &amp; &quot;c&quot;\n"_s;
    QTest::newRow("lines") << u"a\n\n b\tc"_s << u"a\n\n b\tc\n"_s;
    QTest::newRow("control characters") << u"a\x01\x1b[0m\rb"_s << u"a[0mb\n"_s;
    QTest::newRow("quotes")
        << u"a\n> b\n>> c\n> > d\n>e\nf"_s
        << u"a\n<blockquote>b\n<blockquote>c\nd\n</blockquote>e\n</blockquote>f\n"_s;
    QTest::newRow("very deep quote") << u">"_s.repeated(1000)
            + u"a"_s << u"<blockquote>"_s.repeated(8) + u"a\n"_s + u"</blockquote>"_s.repeated(8);
    QTest::newRow("link") << u"see http://a.example/b?c=d."_s
                          << u"see "_s + link(u"http://a.example/b?c=d"_s) + u".\n"_s;
    QTest::newRow("link in brackets") << u"(https://a.example/x(1)) <https://b.example>"_s
                                      << u"("_s + link(u"https://a.example/x(1)"_s) + u") &lt;"_s
            + link(u"https://b.example"_s) + u"&gt;\n"_s;
    QTest::newRow("mailto") << u"mailto:a@b.example"_s << link(u"mailto:a@b.example"_s) + u"\n"_s;
    QTest::newRow("not a link") << u"javascript:alert(1) xhttp://a http:// file:///a"_s
                                << u"javascript:alert(1) xhttp://a http:// file:///a\n"_s;
    QTest::newRow("two links") << u"http://a.example http://b.example"_s
                               << link(u"http://a.example"_s) + u" "_s + link(u"http://b.example"_s)
            + u"\n"_s;
}

void HtmlPageTest::writesTextAsHtml()
{
    QFETCH(QString, text);
    QFETCH(QString, html);
    QCOMPARE(plainTextAsHtml(text), u"<div class=\"postrider-text\">"_s + html + u"</div>"_s);
}

void HtmlPageTest::takesLinearTimeForText_data()
{
    QTest::addColumn<QString>("piece");
    QTest::newRow("words") << u"plain words\n"_s;
    QTest::newRow("quotes that change") << u"> a\n>>>>>>>> b\n"_s;
    QTest::newRow("marks") << u">"_s;
    QTest::newRow("colons") << u":"_s;
    QTest::newRow("addresses in one word") << u".http://a"_s;
    QTest::newRow("addresses") << u"http://a.example/ "_s;
    QTest::newRow("addresses that are none") << u"http://.."_s;
}

void HtmlPageTest::takesLinearTimeForText()
{
    QFETCH(QString, piece);
    QElapsedTimer timer;
    timer.start();
    plainTextAsHtml(piece.repeated(1'000'000 / piece.size()));
    QVERIFY2(timer.elapsed() < 10'000, qPrintable(QString::number(timer.elapsed())));
}

void HtmlPageTest::pageHasTheMailsOwnRoot()
{
    const Cleaned mail{ .styles = u"p{color:red;}"_s,
                        .body = u"<p>a</p>"_s,
                        .bodyAttributes = u" bgcolor=\"#eee\""_s,
                        .language = u"de\"><script>"_s,
                        .direction = u"rtl"_s };
    const QByteArray page = pageOf(mail);
    QVERIFY(
        page.startsWith("<!DOCTYPE html>\n<html lang=\"de&quot;&gt;&lt;script&gt;\" dir=\"rtl\">"));
    QVERIFY(
        page.contains("<style>p{color:red;}</style></head><body bgcolor=\"#eee\"><p>a</p></body>"));
    QVERIFY(page.contains("color-scheme:light"));
}

void HtmlPageTest::pageOfAProblemIsText()
{
    QVERIFY(pageOfProblem(u"a <b>"_s).contains("<p>a &lt;b&gt;</p>"));
}

QTEST_GUILESS_MAIN(HtmlPageTest)
#include "tst_html_page.moc"
