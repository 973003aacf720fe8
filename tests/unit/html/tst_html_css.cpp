// SPDX-License-Identifier: GPL-3.0-or-later
#include "html/csscleaner.h"

#include <QTest>

using namespace Html;
using namespace Qt::StringLiterals;

class HtmlCssTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cleansDeclarations_data();
    void cleansDeclarations();
    void cleansRules_data();
    void cleansRules();
    void appliesTheMediaOfTheElement_data();
    void appliesTheMediaOfTheElement();
    void countsTheMediaOfTheElement();
    void showsImagesFromElsewhere_data();
    void showsImagesFromElsewhere();
};

namespace {

QString rulesOf(const QString &css, const QString &media = {})
{
    const ImageSources none;
    Images images(none);
    return cleanStyleSheet(css, media, images);
}

QString declarationsOf(const QString &css)
{
    const ImageSources none;
    Images images(none);
    return cleanDeclarations(css, images);
}

} // namespace

void HtmlCssTest::cleansDeclarations_data()
{
    QTest::addColumn<QString>("css");
    QTest::addColumn<QString>("cleaned");
    QTest::newRow("nothing") << u""_s << u""_s;
    QTest::newRow("one") << u"color:red"_s << u"color:red;"_s;
    QTest::newRow("several") << u" COLOR : Red ;; margin: 0  auto ; "_s
                             << u"color:Red;margin:0 auto;"_s;
    QTest::newRow("important") << u"color:red ! important"_s << u"color:red ! important;"_s;
    QTest::newRow("numbers") << u"margin:-1.5em +.5e-3px 10% 1e3"_s
                             << u"margin:-1.5em +.5e-3px 10% 1e3;"_s;
    QTest::newRow("functions") << u"color:rgb(1, 2,3);width:calc(1px + (2em * 3))"_s
                               << u"color:rgb(1, 2,3);width:calc(1px + (2em * 3));"_s;
    QTest::newRow("colour") << u"color:#FFF;background:#1a2b3c"_s
                            << u"color:#FFF;background:#1a2b3c;"_s;
    QTest::newRow("strings") << u"font:'A\\22 B',\"c\""_s << u"font:\"A\\22 B\",\"c\";"_s;
    QTest::newRow("custom property")
        << u"--A-b:red;color:var(--A-b)"_s << u"--A-b:red;color:var(--A-b);"_s;
    QTest::newRow("of Outlook") << u"mso-line-height-rule:exactly;mso-table-lspace:0pt"_s
                                << u"mso-line-height-rule:exactly;mso-table-lspace:0pt;"_s;
    QTest::newRow("escape in a property") << u"c\\6f lor:red"_s << u"color:red;"_s;
    QTest::newRow("escape that is no name") << u"color:r\\3c ed"_s << u"color:r\\3c ed;"_s;
    QTest::newRow("comments") << u"/*a*/color/**/:/*b*/red/*c*/blue/* "_s
                              << u"color:red/**/blue;"_s;
    QTest::newRow("no colon") << u"color red;margin:0"_s << u"margin:0;"_s;
    QTest::newRow("star hack") << u"*zoom:1;_height:1px;margin:0"_s << u"_height:1px;margin:0;"_s;
    QTest::newRow("filter of old browsers")
        << u"filter:progid:DXImageTransform.Microsoft.Alpha(opacity=50);margin:0"_s
        << u"margin:0;"_s;
    QTest::newRow("semicolon in a string")
        << u"content:';}';color:red"_s << u"content:\";}\";color:red;"_s;
    QTest::newRow("semicolon in brackets") << u"a:b(;c);color:red"_s << u"color:red;"_s;
    QTest::newRow("string that is not closed") << u"content:'a\n;color:red"_s << u"color:red;"_s;
    QTest::newRow("string to the end") << u"content:'a"_s << u"content:\"a\";"_s;
    QTest::newRow("address") << u"background:url(http://a) top"_s << u"background:none top;"_s;
    QTest::newRow("address before a name") << u"a:url(x)b"_s << u"a:none/**/b;"_s;
    QTest::newRow("address before brackets")
        << u"a:url('c')2l( 'c' ),url(x)('c')"_s << u"a:none/**/2l/**/( \"c\" ),none/**/(\"c\");"_s;
    QTest::newRow("unit before brackets")
        << u"a:1u\\72l(x) 2px (1),#url(x)"_s << u"a:1url/**/(x) 2px (1),#url/**/(x);"_s;
    QTest::newRow("address before a comma") << u"a:url(x),url(x)"_s << u"a:none,none;"_s;
    QTest::newRow("address in quotes")
        << u"background:URL( 'http://a' )"_s << u"background:none;"_s;
    QTest::newRow("address with escapes")
        << u"background:\\75\\72\\6C(http://a)"_s << u"background:none;"_s;
    QTest::newRow("address with a blank")
        << u"background:url (http://a);color:red"_s << u"color:red;"_s;
    QTest::newRow("bad address") << u"background:url(a(b);color:red"_s << u"color:red;"_s;
    QTest::newRow("address that is not closed")
        << u"background:url(http://a"_s << u"background:none;"_s;
    QTest::newRow("address with modifiers")
        << u"background:url('http://a' foo);color:red"_s << u"color:red;"_s;
    QTest::newRow("sets of images")
        << u"background:image-set('http://a' 1x);color:red"_s << u"color:red;"_s;
    QTest::newRow("sets of images with prefix")
        << u"background:-webkit-image-set(url(http://a) 1x);color:red"_s << u"color:red;"_s;
    QTest::newRow("image, src, element, paint, attr, cross-fade")
        << u"a:image('x');a:src('x');a:-moz-element(#x);a:paint(x);a:attr(x url);a:cross-fade(x)"_s
        << u""_s;
    QTest::newRow("expression") << u"width:expression(alert(1));color:red"_s << u"color:red;"_s;
    QTest::newRow("behaviour") << u"behavior:url(#x);-ms-behavior:x;-moz-binding:url(x)"_s << u""_s;
    QTest::newRow("position")
        << u"position:fixed;position:STICKY;position:-webkit-sticky;position:var(--a);position:relative"_s
        << u"position:relative;"_s;
    QTest::newRow("position with escapes") << u"p\\6fsition:f\\69xed"_s << u""_s;
    QTest::newRow("scheme of colours")
        << u"color-scheme:dark;supported-color-schemes:dark"_s << u""_s;
    QTest::newRow("braces") << u"color:{red};margin:0"_s << u"margin:0;"_s;
    QTest::newRow("brackets that do not fit") << u"a:(];margin:0);color:red"_s << u"color:red;"_s;
    QTest::newRow("at-rule inside") << u"@import 'a';color:red"_s << u"color:red;"_s;
    QTest::newRow("end of a style") << u"a:\"</style><script>\";b:\\3c/style>"_s
                                    << u"a:\"\\3c /style\\3e \\3c script\\3e \";"_s;
    QTest::newRow("dash alone") << u"a:\\-;b:\\31 x;c:-\\31 x"_s
                                << u"a:\\2d ;b:\\31 x;c:-\\31 x;"_s;
    QTest::newRow("unit that is no exponent") << u"a:1\\65 3"_s << u"a:1\\65 3;"_s;
    QTest::newRow("sign of a colour alone") << u"color:#"_s << u""_s;
    QTest::newRow("NUL") << u"a:b"_s + QChar(0) + u"c"_s << u"a:b\ufffdc;"_s;
}

void HtmlCssTest::cleansDeclarations()
{
    QFETCH(QString, css);
    QFETCH(QString, cleaned);
    QCOMPARE(declarationsOf(css), cleaned);
    QCOMPARE(declarationsOf(cleaned), cleaned);
    QVERIFY(!cleaned.contains(u'<'));
}

void HtmlCssTest::cleansRules_data()
{
    QTest::addColumn<QString>("css");
    QTest::addColumn<QString>("cleaned");
    QTest::newRow("rule") << u"a , .b > #c:hover [d='e']::before { color:red }"_s
                          << u"a , .b > #c:hover [d=\"e\"]::before{color:red;}"_s;
    QTest::newRow("two") << u"a{color:red}b{margin:0}"_s << u"a{color:red;}b{margin:0;}"_s;
    QTest::newRow("empty rule") << u"a{}b{c}"_s << u""_s;
    QTest::newRow("functions") << u"li:nth-child(2n+1):not(.a){color:red}"_s
                               << u"li:nth-child(2n+1):not(.a){color:red;}"_s;
    QTest::newRow("comment of HTML") << u"<!-- a{color:red} -->"_s << u"a{color:red;}"_s;
    QTest::newRow("import") << u"@import 'a';@import url(b) print;a{color:red}"_s
                            << u"a{color:red;}"_s;
    QTest::newRow("import with escapes") << u"@\\69mport 'a';a{color:red}"_s << u"a{color:red;}"_s;
    QTest::newRow("import that is not closed")
        << u"@import 'a' a{color:red}b{color:red}"_s << u"b{color:red;}"_s;
    QTest::newRow("other at-rules")
        << u"@charset 'a';@namespace url(a);@font-face{src:url(a)}@page{margin:0}@keyframes a{from{b:c}}@supports(a:b){c{d:e}}@-ms-viewport{width:1px}@layer a;z{color:red}"_s
        << u"z{color:red;}"_s;
    QTest::newRow("media")
        << u"@media only screen and (max-width:600px){a{color:red}b{}}c{color:red}"_s
        << u"@media only screen and (max-width:600px){a{color:red;}}c{color:red;}"_s;
    QTest::newRow("media in media")
        << u"@MEDIA a{@media b{c{d:e}}}"_s << u"@media a{@media b{c{d:e;}}}"_s;
    QTest::newRow("import in media") << u"@media a{@import 'b';c{d:e}}"_s << u"@media a{c{d:e;}}"_s;
    QTest::newRow("media that is too deep") << u"@media a{"_s.repeated(9) + u"b{c:d}"_s << u""_s;
    QTest::newRow("media of dark desktops")
        << u"@media (prefers-color-scheme:dark){a{color:#fff}}b{color:red}"_s << u"b{color:red;}"_s;
    QTest::newRow("media with a range")
        << u"@media (400px<=width){a{color:red}}b{color:red}"_s << u"b{color:red;}"_s;
    QTest::newRow("end that is too early")
        << u"a{color:red}}b{color:red}"_s << u"a{color:red;}b{color:red;}"_s;
    QTest::newRow("not closed") << u"a{color:red"_s << u"a{color:red;}"_s;
    QTest::newRow("not closed in media")
        << u"@media a{b{color:red"_s << u"@media a{b{color:red;}}"_s;
    QTest::newRow("rule in a rule")
        << u"a{color:red;b:hover{margin:0}top:0}"_s << u"a{color:red;top:0;}"_s;
    QTest::newRow("selector with an address")
        << u"a[b=url(c)]{color:red}d{color:red}"_s << u"d{color:red;}"_s;
    QTest::newRow("selector with an end of the style")
        << u"a\\3c/style\\3e{color:red}"_s << u"a\\3c /style\\3e {color:red;}"_s;
    QTest::newRow("selector with a string")
        << u"a[b='</style>']{color:red}"_s << u"a[b=\"\\3c /style\\3e \"]{color:red;}"_s;
    QTest::newRow("brackets that are not closed")
        << u"a:not(b{color:red}c{color:red}"_s << u"c{color:red;}"_s;
    QTest::newRow("only a block") << u"{color:red}"_s << u""_s;
}

void HtmlCssTest::cleansRules()
{
    QFETCH(QString, css);
    QFETCH(QString, cleaned);
    QCOMPARE(rulesOf(css), cleaned);
    QCOMPARE(rulesOf(cleaned), cleaned);
    QVERIFY(!cleaned.contains(u'<'));
}

void HtmlCssTest::appliesTheMediaOfTheElement_data()
{
    QTest::addColumn<QString>("media");
    QTest::addColumn<QString>("cleaned");
    QTest::newRow("none") << u" "_s << u"a{color:red;}"_s;
    QTest::newRow("print") << u"print"_s << u"@media print{a{color:red;}}"_s;
    QTest::newRow("narrow") << u"(max-width: 5px)"_s << u"@media (max-width: 5px){a{color:red;}}"_s;
    QTest::newRow("dark") << u"(prefers-color-scheme: dark)"_s << u""_s;
    QTest::newRow("what would end the rule") << u"a}b"_s << u""_s;
    QTest::newRow("what would begin a block") << u"a{b"_s << u"@media a{a{color:red;}}"_s;
}

void HtmlCssTest::appliesTheMediaOfTheElement()
{
    QFETCH(QString, media);
    QTEST(rulesOf(u"a{color:red}"_s, media), "cleaned");
}

void HtmlCssTest::countsTheMediaOfTheElement()
{
    const auto nested = [](int depth) {
        return QString(u"@media a{"_s.repeated(depth) + u"b{c:d;}"_s + u"}"_s.repeated(depth));
    };
    QCOMPARE(rulesOf(nested(4)), nested(4));
    QCOMPARE(rulesOf(nested(3), u"a"_s), nested(4));
    QCOMPARE(rulesOf(nested(4), u"a"_s), QString());
}

void HtmlCssTest::showsImagesFromElsewhere_data()
{
    QTest::addColumn<QString>("css");
    QTest::addColumn<QString>("cleaned");
    QTest::newRow("plain") << u"a:url(http://a)"_s << u"a:url(\"i\\29 \\22 \");"_s;
    QTest::newRow("quoted") << u"a:b url( \"//a\" ) c"_s << u"a:b url(\"i\\29 \\22 \") c;"_s;
    QTest::newRow("two") << u"a:url(http://a),url(http://b)"_s
                         << u"a:url(\"i\\29 \\22 \"),url(\"i\\29 \\22 \");"_s;
    QTest::newRow("in the mail") << u"a:url(data:image/gif;base64,R0lG)"_s
                                 << u"a:url(\"data:image/gif;base64,R0lG\");"_s;
    QTest::newRow("other scheme") << u"a:url(javascript:x)"_s << u"a:none;"_s;
}

void HtmlCssTest::showsImagesFromElsewhere()
{
    QFETCH(QString, css);
    const ImageSources sources{ .part = {}, .remote = [](const QString &) {
                                   return u"i)\""_s;
                               } };
    Images images(sources);
    QTEST(cleanDeclarations(css, images), "cleaned");
}

QTEST_GUILESS_MAIN(HtmlCssTest)
#include "tst_html_css.moc"
