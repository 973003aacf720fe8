// SPDX-License-Identifier: GPL-3.0-or-later
#include "html/cleaner.h"

#include <QElapsedTimer>
#include <QTest>

using namespace Html;
using namespace Qt::StringLiterals;

class HtmlCleanerTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void writesAnew_data();
    void writesAnew();
    void leavesNothingThatRunsOrLoads_data();
    void leavesNothingThatRunsOrLoads();
    void keepsLinksThatAreSafe_data();
    void keepsLinksThatAreSafe();
    void decidesOnImages_data();
    void decidesOnImages();
    void countsRemoteImages_data();
    void countsRemoteImages();
    void carriesWhatTheRootSays();
    void closesWhatIsOpen_data();
    void closesWhatIsOpen();
    void boundsTheDepth();
    void takesLinearTime_data();
    void takesLinearTime();
};

namespace {

/// The mail has one image part, `logo@x`; remote images come from `images/1`.
ImageSources allSources()
{
    return { .part =
                 [](const QString &address) {
                     return address == u"cid:logo@x" || address == u"https://mhtml.example/a.png"
                         ? u"parts/7"_s
                         : QString();
                 },
             .remote =
                 [](const QString &) {
                     return u"images/1"_s;
                 } };
}

QString bodyOf(const QString &html)
{
    return clean(html, {}).body;
}

} // namespace

void HtmlCleanerTest::writesAnew_data()
{
    QTest::addColumn<QString>("html");
    QTest::addColumn<QString>("body");
    QTest::newRow("nothing") << u""_s << u""_s;
    QTest::newRow("text") << u"a < b > c & d"_s << u"a &lt; b &gt; c &amp; d"_s;
    QTest::newRow("references") << u"&lt;b&gt; &auml; &#60; &amp;lt;"_s
                                << u"&lt;b&gt; ä &lt; &amp;lt;"_s;
    QTest::newRow("upper case") << u"<B CLASS=X>a</B>"_s << u"<b class=\"X\">a</b>"_s;
    QTest::newRow("value without quotes") << u"<td width=5%>a"_s << u"<td width=\"5%\">a</td>"_s;
    QTest::newRow("value in single quotes")
        << u"<p title='a\"b<c>&amp;d'>x"_s << u"<p title=\"a&quot;b&lt;c&gt;&amp;d\">x</p>"_s;
    QTest::newRow("first of two") << u"<p title=a title=b>"_s << u"<p title=\"a\"></p>"_s;
    QTest::newRow("attribute without value") << u"<td nowrap>a"_s << u"<td nowrap=\"\">a</td>"_s;
    QTest::newRow("name that is too long for us")
        << u"<p aria-labelledby=a titletitletitle=b>x"_s << u"<p>x</p>"_s;
    QTest::newRow("unknown element") << u"<o:p>a</o:p><blink>b"_s << u"ab"_s;
    QTest::newRow("form") << u"<form action=http://x><p>a<input value=b><button>c</button></form>"_s
                          << u"<p>ac</p>"_s;
    QTest::newRow("comment") << u"a<!-- <b> -->c<!-->d<!--->e<!-- x --!>f<!- g>h"_s << u"acdefh"_s;
    QTest::newRow("comment for Outlook")
        << u"<!--[if mso]><p>a</p><![endif]-->b<![if !mso]><i>c</i><![endif]>"_s << u"b<i>c</i>"_s;
    QTest::newRow("declarations") << u"<!DOCTYPE html><?xml version=1?><![CDATA[a]]>b"_s << u"b"_s;
    QTest::newRow("xmp is text") << u"<xmp><b>&lt;</xmp>c"_s << u"<pre>&lt;b&gt;&amp;lt;</pre>c"_s;
    QTest::newRow("plaintext is text to the end")
        << u"<plaintext><b></plaintext>"_s << u"<pre>&lt;b&gt;&lt;/plaintext&gt;</pre>"_s;
    QTest::newRow("noscript is shown, since nothing runs")
        << u"<noscript><b>a</b></noscript>"_s << u"<b>a</b>"_s;
    QTest::newRow("what a video shows where there is none")
        << u"<video src=http://x><source src=http://y>see <b>here</b></video>"_s
        << u"see <b>here</b>"_s;
    QTest::newRow("characters that control")
        << u"a\x01\x0b&#1;&#12;b\r\nc\rd&#13;"_s << u"ab\nc\nd"_s;
    QTest::newRow("tag that is never closed") << u"a<b title='x>"_s << u"a"_s;
    QTest::newRow("lone end tags") << u"a</b></p></br></svg>c"_s << u"a<br>c"_s;
    QTest::newRow("reference in an address") << u"<p title='?a=1&copy=2&copyb&copy;'>"_s
                                             << u"<p title=\"?a=1&amp;copy=2&amp;copyb©\"></p>"_s;
    QTest::newRow("place in the same mail")
        << u"<a href=#top>a</a><a name=top id=i></a>"_s
        << u"<a href=\"#top\">a</a><a name=\"top\" id=\"i\"></a>"_s;
    QTest::newRow("map of an image")
        << u"<img usemap=#m><img usemap=http://x><map name=m><area shape=rect coords=1,2 href=http://y/></map>"_s
        << u"<img usemap=\"#m\"><img><map name=\"m\"><area shape=\"rect\" coords=\"1,2\" "
           u"href=\"http://y/\" "
           "target=\"_blank\" rel=\"noopener noreferrer nofollow\"></map>"_s;
    QTest::newRow("style") << u"<p style='color:red;behavior:url(x)'>a"_s
                           << u"<p style=\"color:red;\">a</p>"_s;
    QTest::newRow("quotes in a style") << u"<p style='font-family:&quot;A B&quot;'>a"_s
                                       << u"<p style=\"font-family:&quot;A B&quot;;\">a</p>"_s;
}

void HtmlCleanerTest::writesAnew()
{
    QFETCH(QString, html);
    QTEST(bodyOf(html), "body");
}

// What runs or loads has `evil` in it, so that the test finds what is left over.
void HtmlCleanerTest::leavesNothingThatRunsOrLoads_data()
{
    QTest::addColumn<QString>("html");
    const QList<std::pair<const char *, QString>> vectors{
        { "script", u"<script>evil()</script>"_s },
        { "script that is not closed", u"<script>evil()"_s },
        { "script with a broken end", u"<script>evil()</script bar=>"_s },
        { "script in script", u"<scr<script>ipt>e()</scr</script>ipt>"_s },
        { "script with slash", u"<script/src=//evil></script>"_s },
        { "script in a comment's end", u"<!--><script>evil()</script>-->"_s },
        { "script behind --!>", u"<!-- --!><script>evil()</script>"_s },
        { "onerror", u"<img src=x onerror=evil()>"_s },
        { "onerror with slash", u"<img/src=x/onerror=evil()>"_s },
        { "onload in quotes", u"<img src=\"x\"onload=\"evil()\">"_s },
        { "backticks", u"<img src=`x` onerror=`evil()`>"_s },
        { "backtick in alt", u"<img alt=\"``onload=evil()\">"_s.replace(u"evil"_s, u"e"_s) },
        { "NUL in the name",
          u"<scr"_s + QChar(0) + u"ipt src=//evil>a</scr"_s + QChar(0) + u"ipt>"_s },
        { "NUL in the attribute", u"<img src=x on"_s + QChar(0) + u"error=evil()>"_s },
        { "javascript", u"<a href=javascript:evil()>a</a>"_s },
        { "javascript with a tab", u"<a href='java&#x09;script:evil()'>a</a>"_s },
        { "javascript with line ends", u"<a href='java\n\rscript:evil()'>a</a>"_s },
        { "javascript behind control characters", u"<a href='\x01 javascript:evil()'>a</a>"_s },
        { "javascript as references", u"<a href='&#106avascript&colon;evil()'>a</a>"_s },
        { "javascript in upper case", u"<a href=JaVaScRiPt:evil()>a</a>"_s },
        { "vbscript", u"<a href=vbscript:evil()>a</a>"_s },
        { "data page", u"<a href='data:text/html,evil'>a</a>"_s },
        { "data image that is a page", u"<img src='data:text/html;base64,evil'>"_s },
        { "data image that is svg", u"<img src='data:image/svg+xml;base64,evil'>"_s },
        { "blob, file, ftp", u"<a href=blob:evil><a href=file:///evil><a href=ftp://evil>"_s },
        { "relative link", u"<a href=/evil>a</a><a href=evil.html>"_s },
        { "form", u"<form action=//evil><button formaction=//evil>a</button></form>"_s },
        { "controls",
          u"<input type=image src=//evil><textarea>evil</textarea><select><option>evil</select>"_s },
        { "meta refresh", u"<meta http-equiv=refresh content='0;url=//evil'>"_s },
        { "base", u"<base href=//evil>"_s },
        { "link stylesheet", u"<link rel=stylesheet href=//evil>"_s },
        { "link preconnect",
          u"<link rel=preconnect href=//evil><link rel='dns-prefetch' href=//evil>"_s },
        { "iframe", u"<iframe src=//evil>evil</iframe><iframe srcdoc='evil'>"_s },
        { "frames", u"<frameset><frame src=//evil></frameset><noframes>evil</noframes>"_s },
        { "object",
          u"<object data=//evil><param name=src value=//evil><embed src=//evil></object>"_s },
        { "applet", u"<applet code=evil>evil</applet>"_s },
        { "media",
          u"<video src=//evil poster=//evil><source src=//evil><track src=//evil></video><audio src=//evil>"_s },
        { "picture", u"<picture><source srcset='//evil 1x'><img srcset='//evil 2x'></picture>"_s },
        { "srcset, lowsrc, dynsrc, longdesc",
          u"<img srcset='//evil 1x' lowsrc=//evil dynsrc=//evil longdesc=//evil>"_s },
        { "background",
          u"<body background=//evil><table background=//evil><tr><td background=//evil>"_s },
        { "ping", u"<a href=http://x ping=//evil>a</a>"_s },
        { "cite, data, icon",
          u"<blockquote cite=//evil><q cite=//evil><menuitem icon=//evil><div data=//evil>"_s },
        { "svg",
          u"<svg><script>evil()</script><image href=//evil /><a xlink:href=javascript:evil()>"_s },
        { "svg style", u"<svg><style><img src=x onerror=evil()></style></svg>"_s },
        { "svg title", u"<svg></p><title><img src=x onerror=evil()></title></svg>"_s },
        { "math",
          u"<math><mi//xlink:href='data:x,evil'><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=1 onerror=evil()&gt;'>"_s },
        { "form in math",
          u"<form><math><mtext></form><form><mglyph><style></math><img src onerror=evil()>"_s },
        { "noscript",
          u"<noscript><p title='</noscript><img src=x onerror=evil()>'></noscript>"_s.replace(
              u"evil"_s, u"e"_s) },
        { "template", u"<template><script>evil()</script></template>"_s },
        { "title and textarea",
          u"<title><img src=evil></title><textarea><img src=evil></textarea>"_s },
        { "xmp in svg", u"<svg><xmp><img src=evil></xmp></svg>"_s },
        { "noembed", u"<noembed><img src=x onerror=evil()></noembed>"_s },
        { "style that ends early", u"<style>a{}</sty</style><img src=x onerror=evil()>"_s },
        { "style with import", u"<style>@import '//evil';@import url(//evil);</style>"_s },
        { "style with url",
          u"<style>a{background:url(//evil)}b{background:u\\72l(//evil)}</style>"_s },
        { "style with image-set",
          u"<style>a{background:image-set('//evil' 1x);mask:image(\"//evil\")}</style>"_s },
        { "style with font", u"<style>@font-face{font-family:a;src:url(//evil)}</style>"_s },
        { "style with comment of HTML", u"<style><!-- @import '//evil'; --></style>"_s },
        { "expression", u"<p style='width:expression(evil())'>a"_s },
        { "expression with comment", u"<p style='width:exp/**/ression(evil())'>a"_s },
        { "moz-binding", u"<p style='-moz-binding:url(//evil)'>a"_s },
        { "url in a style", u"<p style='background:url(//evil)'>a"_s },
        { "escaped url in a style",
          u"<p style='background:\\75rl(//evil);background:\\000075\\72\\6c(//evil)'>a"_s },
        { "list-style and cursor",
          u"<p style='list-style:url(//evil);cursor:url(//evil),auto'>a"_s },
        { "href of other elements",
          u"<div href=//evil><image xlink:href=//evil><td href=//evil>"_s },
        { "xml data island", u"<xml><evil/></xml><xml id=a>evil"_s },
        { "isindex and keygen", u"<isindex action=//evil><keygen autofocus onfocus=evil()>"_s },
        { "marquee", u"<marquee onstart=evil()>a</marquee>"_s },
        { "details", u"<details open ontoggle=evil()>a</details>"_s },
        { "dialog, slot, portal",
          u"<dialog open onclose=evil()><portal src=//evil><slot name=a>"_s },
        { "attributes of a body", u"<body onload=evil() style='background:url(//evil)'>"_s },
        { "contenteditable, autofocus, tabindex",
          u"<p contenteditable tabindex=1 onfocus=evil() autofocus>a"_s },
        { "import map and speculation",
          u"<script type=speculationrules>{\"prefetch\":[\"//evil\"]}</script>"_s },
    };
    for (const auto &[name, html] : vectors)
        QTest::newRow(name) << html;
}

void HtmlCleanerTest::leavesNothingThatRunsOrLoads()
{
    QFETCH(QString, html);
    const Cleaned cleaned = clean(html, {});
    const QString all = cleaned.styles + cleaned.body + cleaned.bodyAttributes;
    QVERIFY2(!all.contains(u"evil"_s, Qt::CaseInsensitive), qPrintable(all));
    for (const QString &word :
         { u"javascript"_s, u"<script"_s, u"onerror=\""_s, u"src=\""_s, u"url("_s })
        QVERIFY2(!all.contains(word, Qt::CaseInsensitive), qPrintable(all));
    const Cleaned again = clean(u"<style>"_s + cleaned.styles + u"</style>"_s + cleaned.body, {});
    QCOMPARE(again.body, cleaned.body);
    QCOMPARE(again.styles, cleaned.styles);
}

void HtmlCleanerTest::keepsLinksThatAreSafe_data()
{
    QTest::addColumn<QString>("address");
    QTest::addColumn<QString>("link");
    QTest::newRow("http") << u"http://a.example/?b=1&amp;c=2"_s
                          << u"http://a.example/?b=1&amp;c=2"_s;
    QTest::newRow("upper case") << u"HTTPS://a.example"_s << u"https://a.example"_s;
    QTest::newRow("blanks around it") << u"  http://a.example \n"_s << u"http://a.example"_s;
    QTest::newRow("line end inside") << u"http://a.exa\nmple"_s << u"http://a.example"_s;
    QTest::newRow("blank inside") << u"http://a.example/b c"_s << u"http://a.example/b%20c"_s;
    QTest::newRow("without scheme") << u"//a.example"_s << u"https://a.example"_s;
    QTest::newRow("mailto") << u"mailto:a@b.example?subject=x"_s
                            << u"mailto:a@b.example?subject=x"_s;
    QTest::newRow("tel") << u"tel:+49123"_s << u"tel:+49123"_s;
    QTest::newRow("other scheme") << u"xmpp:a@b"_s << QString();
    QTest::newRow("cid") << u"cid:logo@x"_s << QString();
    QTest::newRow("relative") << u"a.example/b"_s << QString();
    QTest::newRow("empty") << u""_s << QString();
}

void HtmlCleanerTest::keepsLinksThatAreSafe()
{
    QFETCH(QString, address);
    QFETCH(QString, link);
    const QString attribute = link.isEmpty()
        ? QString()
        : u" href=\""_s + link + u"\" target=\"_blank\" rel=\"noopener noreferrer nofollow\""_s;
    QCOMPARE(bodyOf(u"<a target=_top rel=opener href=\""_s + address + u"\">a"_s),
             u"<a"_s + attribute + u">a</a>"_s);
}

void HtmlCleanerTest::decidesOnImages_data()
{
    QTest::addColumn<QString>("html");
    QTest::addColumn<QString>("off");
    QTest::addColumn<QString>("on");
    QTest::newRow("remote") << u"<img src=http://a/b.png alt=c width=5>"_s
                            << u"<img alt=\"c\" width=\"5\">"_s
                            << u"<img src=\"images/1\" alt=\"c\" width=\"5\">"_s;
    QTest::newRow("without scheme")
        << u"<img src=//a/b.png>"_s << u"<img>"_s << u"<img src=\"images/1\">"_s;
    QTest::newRow("part") << u"<img src=CID:logo@x>"_s.replace(u"CID"_s, u"cid"_s) << u"<img>"_s
                          << u"<img src=\"parts/7\">"_s;
    QTest::newRow("part that is not there") << u"<img src=cid:other>"_s << u"<img>"_s << u"<img>"_s;
    QTest::newRow("part by its location")
        << u"<img src=https://mhtml.example/a.png>"_s << u"<img>"_s << u"<img src=\"parts/7\">"_s;
    QTest::newRow("in the mail") << u"<img src='data:image/PNG;base64, iVBO\n Rw0='>"_s
                                 << u"<img src=\"data:image/png;base64,iVBORw0=\">"_s
                                 << u"<img src=\"data:image/png;base64,iVBORw0=\">"_s;
    QTest::newRow("in the mail, not base64")
        << u"<img src='data:image/png;base64,\"(<'>"_s << u"<img>"_s << u"<img>"_s;
    QTest::newRow("relative") << u"<img src=a.png><img src=x:y>"_s << u"<img><img>"_s
                              << u"<img><img>"_s;
    QTest::newRow("image is img") << u"<image src=http://a/>"_s << u"<img>"_s
                                  << u"<img src=\"images/1\">"_s;
    QTest::newRow("background")
        << u"<td background=http://a/ style='color:red'>"_s << u"<td style=\"color:red;\"></td>"_s
        << u"<td style=\"background-image:url(&quot;images/1&quot;);color:red;\"></td>"_s;
    QTest::newRow("style") << u"<p style='background:#fff url(http://a/) top'>"_s
                           << u"<p style=\"background:#fff none top;\"></p>"_s
                           << u"<p style=\"background:#fff url(&quot;images/1&quot;) top;\"></p>"_s;
}

void HtmlCleanerTest::decidesOnImages()
{
    QFETCH(QString, html);
    QTEST(bodyOf(html), "off");
    QTEST(clean(html, allSources()).body, "on");
}

void HtmlCleanerTest::countsRemoteImages_data()
{
    QTest::addColumn<QString>("html");
    QTest::addColumn<int>("count");
    QTest::newRow("none")
        << u"<a href=http://a><img src=cid:a><img src=data:image/gif;base64,R0lG>"_s << 0;
    QTest::newRow("images") << u"<img src=http://a><img src=//b><img src=HTTPS://c>"_s << 3;
    QTest::newRow("backgrounds") << u"<body background=http://a><td background=http://b>"_s << 2;
    QTest::newRow("styles")
        << u"<style>a{background:url(http://a)}@media print{b{content:url('http://b')}}</style><p style='background:u\\72l(http://c)'>"_s
        << 3;
    QTest::newRow("what is never shown")
        << u"<script src=http://a></script><iframe src=http://b></iframe><!-- <img src=http://c> -->"_s
        << 0;
}

void HtmlCleanerTest::countsRemoteImages()
{
    QFETCH(QString, html);
    QTEST(clean(html, {}).remoteImages, "count");
    QTEST(clean(html, allSources()).remoteImages, "count");
}

void HtmlCleanerTest::carriesWhatTheRootSays()
{
    const Cleaned cleaned =
        clean(u"<html lang='de\"x' dir=RTL><head><style>p{color:red}</style><style "
              u"media=print>p{color:blue}</style>"
              "<body bgcolor=#eee style='margin:0' onload=x class=c><p>a"_s,
              {});
    const Cleaned expected{ .styles = u"p{color:red;}@media print{p{color:blue;}}"_s,
                            .body = u"<p>a</p>"_s,
                            .bodyAttributes =
                                u" bgcolor=\"#eee\" class=\"c\" style=\"margin:0;\""_s,
                            .language = u"de\"x"_s,
                            .direction = u"rtl"_s,
                            .remoteImages = 0 };
    QCOMPARE(cleaned.styles, expected.styles);
    QCOMPARE(cleaned, expected);
}

void HtmlCleanerTest::closesWhatIsOpen_data()
{
    QTest::addColumn<QString>("html");
    QTest::addColumn<QString>("body");
    QTest::newRow("nothing closed") << u"<div><b>a"_s << u"<div><b>a</b></div>"_s;
    QTest::newRow("closed across") << u"<b><i>a</b></i>b"_s << u"<b><i>a</i></b>b"_s;
    QTest::newRow("paragraphs") << u"<p>a<p>b<div>c"_s << u"<p>a</p><p>b</p><div>c</div>"_s;
    QTest::newRow("items") << u"<ul><li>a<ul><li>b</ul><li>c</ul>"_s
                           << u"<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>"_s;
    QTest::newRow("definitions") << u"<dl><dt>a<dd>b<dt>c</dl>"_s
                                 << u"<dl><dt>a</dt><dd>b</dd><dt>c</dt></dl>"_s;
    QTest::newRow("cells") << u"<table><tr><td>a<td>b<tr><td>c</table>d"_s
                           << u"<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>d"_s;
    QTest::newRow("table in a cell")
        << u"<table><tr><td><table><tr><td>a</table>b<td>c"_s
        << u"<table><tr><td><table><tr><td>a</td></tr></table>b</td><td>c</td></tr></table>"_s;
    QTest::newRow("end that a cell holds back")
        << u"<div><table><tr><td>a</div>b</table>c</div>d"_s
        << u"<div><table><tr><td>ab</td></tr></table>c</div>d"_s;
    QTest::newRow("inline end that a block holds back")
        << u"<font><div>a</font>b</div>c"_s << u"<font><div>ab</div>c</font>"_s;
    QTest::newRow("link in a link")
        << u"<a href=http://a>b<a href=http://c>d"_s
        << u"<a href=\"http://a\" target=\"_blank\" rel=\"noopener noreferrer nofollow\">b</a>"
           "<a href=\"http://c\" target=\"_blank\" rel=\"noopener noreferrer nofollow\">d</a>"_s;
}

void HtmlCleanerTest::closesWhatIsOpen()
{
    QFETCH(QString, html);
    QTEST(bodyOf(html), "body");
    QCOMPARE(bodyOf(bodyOf(html)), bodyOf(html));
}

void HtmlCleanerTest::boundsTheDepth()
{
    const QString body =
        bodyOf(u"<div>"_s.repeated(100'000) + u"a"_s + u"</div>"_s.repeated(100'000));
    QCOMPARE(body, u"<div>"_s.repeated(256) + u"a"_s + u"</div>"_s.repeated(256));
}

void HtmlCleanerTest::takesLinearTime_data()
{
    QTest::addColumn<QString>("html");
    constexpr qsizetype size = 1'000'000;
    const auto fill = [](const QString &piece) {
        return piece.repeated(size / piece.size());
    };
    QTest::newRow("text") << fill(u"plain words "_s);
    QTest::newRow("paragraphs") << fill(u"<p class=a style='color:red'>words</p>\n"_s);
    QTest::newRow("nested") << fill(u"<div><span>"_s);
    QTest::newRow("nested tables") << fill(u"<table><tr><td>"_s);
    QTest::newRow("ends") << fill(u"</b></div>"_s);
    QTest::newRow("ends that a block holds back")
        << u"<i><div>"_s + u"<span>"_s.repeated(250) + fill(u"</i>"_s);
    QTest::newRow("open tags") << fill(u"<a"_s);
    QTest::newRow("open tag with attributes") << u"<p "_s + fill(u"a=b "_s);
    QTest::newRow("tag with attributes") << u"<p "_s + fill(u"title=b "_s) + u">"_s;
    QTest::newRow("open comments") << fill(u"<!--"_s);
    QTest::newRow("dashes in a comment") << u"<!--"_s + fill(u"-"_s);
    QTest::newRow("open styles") << fill(u"<style>"_s);
    QTest::newRow("style ends") << u"<style>"_s + fill(u"</"_s);
    QTest::newRow("ampersands") << fill(u"&"_s);
    QTest::newRow("references") << fill(u"&auml;"_s);
    QTest::newRow("links") << fill(u"<a href=http://a.example/b>c</a>"_s);
    QTest::newRow("images") << fill(u"<img src=http://a.example/b>"_s);
    QTest::newRow("rules") << u"<style>"_s + fill(u"a.b{color:red}"_s);
    QTest::newRow("at-rules") << u"<style>"_s + fill(u"@media a{"_s);
    QTest::newRow("brackets in a rule") << u"<style>a{b:"_s + fill(u"("_s);
    QTest::newRow("braces") << u"<style>"_s + fill(u"{"_s);
    QTest::newRow("open comments in a style") << u"<style>"_s + fill(u"/*"_s);
    QTest::newRow("quotes in a style") << u"<style>"_s + fill(u"a{b:\"\n"_s);
    QTest::newRow("addresses in a style") << u"<style>"_s + fill(u"a{b:url(("_s);
    QTest::newRow("backslashes in a style") << u"<style>"_s + fill(u"\\"_s);
    QTest::newRow("style attribute") << u"<p style=\""_s + fill(u"color:red;"_s) + u"\">"_s;
    QTest::newRow("foreign elements") << fill(u"<svg><math>"_s);
    QTest::newRow("links in links") << fill(u"<a><div>"_s);
}

// A million characters take 0.1 s at most. The bound has room for a loaded machine and sanitizers; what is
// quadratic takes minutes.
void HtmlCleanerTest::takesLinearTime()
{
    QFETCH(QString, html);
    QElapsedTimer timer;
    timer.start();
    const Cleaned cleaned = clean(html, {});
    const qint64 took = timer.elapsed();
    QVERIFY2(took < 10'000, qPrintable(QString::number(took)));
    QVERIFY(cleaned.body.size() + cleaned.styles.size() < 8 * html.size());
    qInfo("%lld ms", took);
}

QTEST_GUILESS_MAIN(HtmlCleanerTest)
#include "tst_html_cleaner.moc"
