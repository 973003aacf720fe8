// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/reader.h"
#include "mime/writer.h"

#include <QFile>
#include <QTest>

#include <ctime>
#include <functional>

using namespace Mime;
using namespace Qt::StringLiterals;

namespace {

// VmHWM, the peak since the last reset, in MiB; 0 where there is no /proc.
qint64 peakMegabytes()
{
    QFile status(u"/proc/self/status"_s);
    if (!status.open(QIODevice::ReadOnly))
        return 0;
    const QByteArray text = status.readAll();
    const qsizetype at = text.indexOf("VmHWM:");
    return text.mid(at + 6, 20).trimmed().split(' ').first().toLongLong() / 1024;
}

void resetPeak()
{
    QFile refs(u"/proc/self/clear_refs"_s);
    if (refs.open(QIODevice::WriteOnly))
        refs.write("5");
}

// Of this process only: other programs on the machine do not change it.
qint64 processorMilliseconds()
{
    return qint64(std::clock()) * 1000 / CLOCKS_PER_SEC;
}

bool isSanitized()
{
#if defined(__SANITIZE_ADDRESS__)
    return true;
#else
    return false;
#endif
}

QByteArray multipart(const QByteArray &boundary)
{
    return "Content-Type: multipart/mixed; boundary=" + boundary + "\r\n\r\n--" + boundary + "\r\n";
}

QByteArray nestedParts(int count)
{
    QByteArray mail;
    for (int i = 0; i < count; ++i)
        mail += multipart("b" + QByteArray::number(i));
    return mail + "\r\ntext\r\n";
}

QByteArray text(const QByteArray &body)
{
    return "Subject: x\r\n\r\n" + body;
}

QByteArray html(const QByteArray &body)
{
    return "Content-Type: text/html\r\n\r\n" + body;
}

QByteArray field(const QByteArray &name, const QByteArray &value)
{
    return name + ": " + value + "\r\n\r\nbody";
}

// S/MIME signed-data around an OCTET STRING, with indefinite lengths and without an end.
QByteArray signedWith(const QByteArray &octets)
{
    return "\x30\x80\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02\xa0\x80\x30\x80\x02\x01\x01"
        + QByteArray("\x31\x00", 2) + "\x30\x80\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x01\xa0\x80"
        + octets;
}

QByteArray octetString(const QByteArray &content)
{
    QByteArray string = "\x04\x84";
    for (int shift = 24; shift >= 0; shift -= 8)
        string += char(content.size() >> shift & 0xff);
    return string + content;
}

QByteArray cms(const QByteArray &content, bool isEncoded = true)
{
    const QByteArray type = "Content-Type: application/pkcs7-mime\r\n";
    if (!isEncoded)
        return type + "\r\n" + content;
    return type + "Content-Transfer-Encoding: base64\r\n\r\n" + content.toBase64();
}

QByteArray calendar(const QByteArray &lines)
{
    return "Content-Type: text/calendar\r\n\r\nBEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n" + lines;
}

using Build = std::function<QByteArray()>;
using Damage = std::function<QByteArray(const QByteArray &mail, qsizetype at)>;

} // namespace

/** Mails made to cost time or memory: everything that a sync reads takes at most a second and 64 MiB. */
class MimeHostileTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void staysCheap_data();
    void staysCheap();
    void survivesEveryCut_data();
    void survivesEveryCut();
    void survivesEveryCutOfSigned_data();
    void survivesEveryCutOfSigned();
    void writesLargeMailsCheaply();
};

void MimeHostileTest::staysCheap_data()
{
    QTest::addColumn<Build>("build");
    const auto row = [](const char *name, const Build &build) {
        QTest::newRow(name) << build;
    };
    row("100k nested parts", [] { return nestedParts(100'000); });
    row("500k nested parts", [] { return nestedParts(500'000); });
    row("nested, one boundary", [] { return multipart("b").repeated(200'000); });
    row("nested messages",
        [] { return "Content-Type: message/rfc822\r\n\r\n"_ba.repeated(500'000); });
    row("500k parts", [] { return multipart("b") + "\r\nx\r\n--b\r\n"_ba.repeated(500'000); });
    row("1M headers", [] { return "X-A: b\r\n"_ba.repeated(1'000'000) + "\r\nbody"; });
    row("1M rubbish headers",
        [] { return "rubbish\r\nX-A: b\r\n"_ba.repeated(500'000) + "\r\nbody"; });
    row("1M continuations",
        [] { return "Subject: a\r\n" + " b\r\n"_ba.repeated(1'000'000) + "\r\nbody"; });
    row("header without end", [] { return "Subject: " + "a"_ba.repeated(50'000'000); });
    row("name without colon", [] { return "a"_ba.repeated(40'000'000); });
    row("50 MB of base64", [] {
        return multipart("b")
            + "Content-Transfer-Encoding: base64\r\nContent-Disposition: attachment\r\n\r\n"
            + ("YWJj"_ba.repeated(19) + "\r\n").repeated(640'000) + "--b--\r\n";
    });
    row("50 MB of base64 text", [] {
        return "Content-Transfer-Encoding: base64\r\n\r\n"
            + ("YWJj"_ba.repeated(19) + "\r\n").repeated(640'000);
    });
    row("50 MB of quoted-printable", [] {
        return "Content-Transfer-Encoding: quoted-printable\r\n\r\n"
            + "=41"_ba.repeated(16'000'000);
    });
    row("150 MB of quoted-printable file", [] {
        return multipart("b")
            + "Content-Transfer-Encoding: quoted-printable\r\nContent-Disposition: "
              "attachment\r\n\r\n"
            + (QByteArray(72, 'x') + "=41\r\n").repeated(2'000'000) + "--b--\r\n";
    });
    row("one line of 50 MB", [] { return text("a"_ba.repeated(50'000'000)); });
    row("20 MB of line ends", [] { return text("\n"_ba.repeated(20'000'000)); });
    row("boundary prefixes", [] {
        const QByteArray boundary = "x"_ba.repeated(200);
        QByteArray mail;
        for (int i = 0; i < 50; ++i)
            mail += multipart(boundary + QByteArray::number(i));
        return mail + ("--" + boundary + "\r\n").repeated(100'000);
    });
    row("boundary of 200 kB", [] {
        const QByteArray boundary = "x"_ba.repeated(200'000);
        return multipart(boundary) + ("--" + boundary.chopped(1) + "\r\n").repeated(200);
    });
    row("words without end", [] { return field("Subject", "=?utf-8?Q?a"_ba.repeated(23'000)); });
    row("word starts", [] { return field("Subject", "=?"_ba.repeated(130'000)); });
    row("words of two charsets",
        [] { return field("Subject", "=?utf-8?Q?=FF?= =?gb18030?Q?=FF?= "_ba.repeated(7'000)); });
    row("commas", [] { return field("To", ","_ba.repeated(260'000)); });
    row("names without address", [] { return field("To", "a,"_ba.repeated(130'000)); });
    row("open quotes", [] { return field("To", "\"a,"_ba.repeated(87'000) + "\""); });
    row("escaped quotes", [] { return field("To", "\"" + "\\\""_ba.repeated(130'000)); });
    row("open comments", [] { return field("To", "("_ba.repeated(260'000)); });
    row("open brackets", [] { return field("To", "<"_ba.repeated(260'000)); });
    row("colons",
        [] { return field("To", "a"_ba.repeated(100'000) + "@" + ":"_ba.repeated(150'000)); });
    row("words in addresses", [] { return field("To", "=?a?q?"_ba.repeated(43'000)); });
    row("2000 fields of addresses",
        [] { return ("To: " + "a@b,"_ba.repeated(5'000) + "\r\n").repeated(2'000) + "\r\n"; });
    row("parameters",
        [] { return field("Content-Type", "text/plain" + ";a=b"_ba.repeated(60'000)); });
    row("parameter sections",
        [] { return field("Content-Disposition", "x" + "; filename*1*=b"_ba.repeated(16'000)); });
    row("parameter comments",
        [] { return field("Content-Type", "text/plain" + ";("_ba.repeated(130'000)); });
    row("100k nested divs", [] { return html("<div>"_ba.repeated(100'000) + "text"); });
    row("5 MB of <", [] { return html("<"_ba.repeated(5'000'000)); });
    row("open comments in html", [] { return html("<!--"_ba.repeated(1'000'000)); });
    row("open styles", [] { return html("<style>"_ba.repeated(500'000)); });
    row("styles and false ends", [] { return html("<style>" + "</styl"_ba.repeated(500'000)); });
    row("open attributes", [] { return html("<a b=\"'"_ba.repeated(500'000)); });
    row("hidden elements", [] { return html("<b style=display:none>"_ba.repeated(200'000)); });
    row("ampersands", [] { return html("&"_ba.repeated(5'000'000)); });
    row("entities", [] { return html("&CounterClockwiseContourIntegra"_ba.repeated(150'000)); });
    row("blank html", [] { return html(" <p>"_ba.repeated(1'200'000)); });
    row("invisible html", [] { return html("&#8203;"_ba.repeated(700'000)); });
    row("1000 html parts", [] {
        return multipart("b")
            + ("Content-Type: text/html\r\n\r\n" + "<p>x"_ba.repeated(10'000) + "\r\n--b\r\n")
                  .repeated(999);
    });
    row("1000 inline images", [] {
        return "Content-Type: multipart/related; boundary=b\r\n\r\n--b\r\nContent-Type: "
               "text/html\r\n\r\n"
            + "<img src='cid:x@y'>"_ba.repeated(250'000) + "\r\n"
            + "--b\r\nContent-Type: image/png\r\nContent-ID: <x@y>\r\n\r\nx\r\n"_ba.repeated(998);
    });
    row("begins of uuencode", [] { return text("begin 644 x\r\n"_ba.repeated(1'000'000)); });
    row("uuencode without end",
        [] { return text(("begin 644 x\r\n" + "#0V%T\r\n"_ba.repeated(20)).repeated(50'000)); });
    row("uuencoded files",
        [] { return text("begin 644 x\r\n#0V%T\r\nend\r\n"_ba.repeated(500'000)); });
    row("begins of yEnc",
        [] { return text("=ybegin line=128 size=3 name=x\r\n"_ba.repeated(1'000'000)); });
    row("yEnc files", [] {
        return text(
            "=ybegin line=128 size=3 name=x\r\nabc\r\n=yend size=3\r\n"_ba.repeated(400'000));
    });
    row("50 MB of yEnc", [] {
        return text("=ybegin line=128 size=3 name=x\r\n"
                    + ("=}"_ba.repeated(64) + "\r\n").repeated(400'000)
                    + "=yend size=3 crc32=00000000\r\n");
    });
    row("indefinite lengths in CMS", [] {
        return cms(
            "\x30\x80\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02\xa0\x80\x30\x80\x02\x01\x01"
            + "\x31\x80"_ba.repeated(15'000'000));
    });
    row("strings in strings in CMS",
        [] { return cms(signedWith("\x24\x80"_ba.repeated(10'000'000))); });
    row("empty strings in CMS", [] {
        return cms(signedWith("\x24\x80" + QByteArray("\x04\x00", 2).repeated(10'000'000)));
    });
    row("20 MB signed",
        [] { return cms(signedWith(octetString(html("<p>word </p>"_ba.repeated(1'700'000))))); });
    row("signed in signed", [] {
        QByteArray mail = text("a line of text\r\n"_ba.repeated(300'000));
        for (int i = 0; i < 8; ++i)
            mail = cms(signedWith(octetString(mail)), false);
        return mail;
    });
    row("too much signed",
        [] { return cms(signedWith("\x24\x80" + QByteArray(30'000'000, 'x'))); });
    row("calendar of one line", [] { return calendar("SUMMARY:" + "a"_ba.repeated(20'000'000)); });
    row("calendar of folds", [] { return calendar("SUMMARY:" + "a\r\n "_ba.repeated(5'000'000)); });
    row("calendar of begins", [] { return calendar("BEGIN:VEVENT\r\n"_ba.repeated(1'000'000)); });
    row("calendar of parameters",
        [] { return calendar("DTSTART" + ";A=b"_ba.repeated(5'000'000) + ":x"); });
    row("5 MB of quote", [] { return text("> quoted\r\n"_ba.repeated(500'000)); });
    row("quotes and lines with colons",
        [] { return text("> a\r\n\r\nb@c 10:00:\r\n\r\n\r\n"_ba.repeated(250'000)); });
    row("colons and empty lines",
        [] { return text(("a 10:00 2026 1 1:\r\n" + "\r\n"_ba.repeated(50'000)).repeated(50)); });
    row("quotes in html",
        [] { return html("<blockquote type=cite>a</blockquote>"_ba.repeated(140'000)); });
    row("attributions in html",
        [] { return html("<p>a@b:</p><blockquote>a</blockquote>"_ba.repeated(130'000)); });
    row("styles that hide",
        [] { return html("<style>" + ".a{display:none}"_ba.repeated(300'000) + "</style>x"); });
    row("styles without end of block", [] {
        return html(("<style>@media{" + "{"_ba.repeated(5'000) + "</style>").repeated(900));
    });
    row("comments in styles", [] { return html("<style>" + "/*"_ba.repeated(2'500'000)); });
    row("classes", [] {
        return html("<style>.x,.y,.z,.u,.v,.w,.q,.p,.o,.n,.m,.l,.k,.j,.i,.h{opacity:0}</style>"
                    + "<b class='a a a a a a a a a a a a a a a a'>b"_ba.repeated(110'000));
    });
    row("office data", [] {
        return html("<xml>"_ba.repeated(500'000) + "<w:WordDocument>"_ba.repeated(150'000));
    });
    row("html in text", [] { return text("<html>" + "<p>"_ba.repeated(1'600'000)); });
    row("joiners", [] { return text("\xe2\x80\x8d"_ba.repeated(1'700'000)); });
    row("1000 files without names", [] {
        return multipart("b") + "Content-Type: image/png\r\n\r\nx\r\n--b\r\n"_ba.repeated(998);
    });
    row("1000 messages without names", [] {
        return multipart("b")
            + ("Content-Type: message/rfc822\r\nContent-Transfer-Encoding: base64\r\n\r\n"
               + "YWJj"_ba.repeated(5'000) + "\r\n--b\r\n")
                  .repeated(998);
    });
    row("flowed lines", [] {
        return "Content-Type: text/plain; format=flowed\r\n\r\n" + "> a \r\n"_ba.repeated(800'000);
    });
    row("escape sequences", [] {
        return "Content-Type: text/plain; charset=iso-2022-jp\r\n\r\n"
            + "\x1b$B\x1b(B"_ba.repeated(800'000);
    });
    row("guessed charset", [] { return text("\xe9\xff\x80 "_ba.repeated(1'200'000)); });
    row("1000 raw names", [] {
        return multipart("b")
            + "\r\n--b\r\nContent-Disposition: attachment; filename=\"\xd5\xc5\xc8\xfd\"\r\n\r\nx"_ba
                  .repeated(1000);
    });
    row("raw senders", [] { return "From: \xd5\xc5 <a@b>\r\n"_ba.repeated(2000) + "\r\nbody"; });
    row("broken lines", [] { return "A: 1\r\n"_ba + "x\r\nB: 2\r\n"_ba.repeated(500'000); });
    row("lists that are not folded", [] { return "To: "_ba + "x,\r\n"_ba.repeated(1'000'000); });
    row("brackets without addresses", [] {
        return field("To", "<" + "x"_ba.repeated(120'000) + ">" + "<y>"_ba.repeated(40'000));
    });
    row("comments in brackets", [] { return field("To", "<" + "("_ba.repeated(250'000) + ">"); });
    row("every line a boundary", [] {
        QByteArray mail, lines;
        for (int i = 0; i < 50; ++i) {
            mail += multipart("b" + QByteArray::number(i));
            lines +=
                "--b" + QByteArray::number(49 - i) + "--\r\n--b" + QByteArray::number(i) + "\r\n";
        }
        return mail + lines.repeated(5'000);
    });
    row("1000 alternatives", [] {
        return "Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\n"
            + ("Content-Type: text/html\r\n\r\n<p>x\r\n--b\r\n\r\ny\r\n--b\r\n"_ba).repeated(499);
    });
    row("stub and 5 MB of html", [] {
        return "Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\n\r\nstub\r\n"
               "--b\r\nContent-Type: text/html\r\n\r\n"
            + "<p>word </p>"_ba.repeated(430'000) + "\r\n--b--\r\n";
    });
    row("10k recipients", [] {
        return field("To", "=?utf-8?Q?J=C3=B6rg?= <j@b.example>,\r\n "_ba.repeated(10'000));
    });
    row("1M parameters",
        [] { return field("Content-Type", "text/plain" + "; a=b"_ba.repeated(1'000'000)); });
    row("words without number",
        [] { return field("Subject", "=?utf-8?B?5L2g5aW9?=\r\n "_ba.repeated(100'000)); });
    row("words of one byte", [] { return field("Subject", "=?utf-8?Q?a?= "_ba.repeated(18'000)); });
    row("references", [] { return field("References", "<a@b>\r\n "_ba.repeated(1'000'000)); });
    row("open references", [] { return field("Message-ID", "<"_ba.repeated(260'000)); });
    row("base64 of padding", [] {
        return "Content-Transfer-Encoding: base64\r\n\r\n" + "YQ==\r\n"_ba.repeated(5'000'000);
    });
    row("base64 of rubbish", [] {
        return "Content-Transfer-Encoding: base64\r\n\r\n" + "Y*?\x80"_ba.repeated(10'000'000);
    });
    row("content ids", [] { return html("cid:"_ba.repeated(1'250'000)); });
    row("messages in messages in parts",
        [] { return (multipart("b") + "Content-Type: message/rfc822\r\n\r\n").repeated(100'000); });
    row("boundaries to guess",
        [] { return "Content-Type: multipart/mixed\r\n\r\n--\r\n"_ba.repeated(500'000); });
}

void MimeHostileTest::staysCheap()
{
    QFETCH(Build, build);
    const QByteArray raw = build();
    resetPeak();
    const qint64 before = peakMegabytes();
    const qint64 began = processorMilliseconds();
    {
        const Message mail = Reader::parse(raw);
        const Headers &headers = mail.headers();
        qsizetype sum = headers.subject().size() + headers.from().address.size()
            + headers.addresses("To").size() + headers.messageId().size()
            + headers.messageIds("References").size();
        sum += mail.summary().size() + mail.searchText().size() + mail.attachments().size();
        QVERIFY(sum >= 0);
        QVERIFY(mail.parts().size() <= 1000);
    }
    const qint64 factor = isSanitized() ? 10 : 1; // AddressSanitizer's own work takes time
    const qint64 took = processorMilliseconds() - began;
    QVERIFY2(took < 1000 * factor, qPrintable(QString::number(took)));
    if (!isSanitized())
        QVERIFY2(peakMegabytes() - before <= 64,
                 qPrintable(QString::number(peakMegabytes() - before)));
}

void MimeHostileTest::survivesEveryCut_data()
{
    QTest::addColumn<Damage>("damage");
    const auto row = [](const char *name, const Damage &damage) {
        QTest::newRow(name) << damage;
    };
    row("without its end", [](const QByteArray &mail, qsizetype at) { return mail.first(at); });
    row("without its end, bare line ends", [](QByteArray mail, qsizetype at) {
        mail.replace("\r\n", "\n");
        return mail.left(at);
    });
    row("without its beginning",
        [](const QByteArray &mail, qsizetype at) { return mail.sliced(at); });
    row("without one byte",
        [](const QByteArray &mail, qsizetype at) { return mail.first(at) + mail.mid(at + 1); });
    row("without 40 bytes",
        [](const QByteArray &mail, qsizetype at) { return mail.first(at) + mail.mid(at + 40); });
}

// A mail that has a bit of everything, cut at every position.
void MimeHostileTest::survivesEveryCut()
{
    QFETCH(Damage, damage);
    const QByteArray mail =
        "From: =?utf-8?Q?J=C3=B6rg?= <j@example.org>\r\nTo: G: \"a\" <b@c>, d (e);\r\n"
        "Date: Fri, 05 Jun 2026 09:30:00 +0200\r\nSubject: =?gb18030?B?xOO6ww==?= x\r\n"
        "Content-Type: multipart/mixed; boundary=\"b\"\r\n\r\n--b\r\n"
        "Content-Type: text/plain; charset=iso-2022-jp; format=flowed\r\n\r\n\x1b$B2q5D\x1b(B \r\n"
        "begin 644 x\r\n#0V%T\r\nend\r\n=ybegin line=9 size=1 name=y\r\n=}\r\n=yend "
        "size=1\r\n--b\r\nContent-Type: text/html\r\n"
        "Content-Transfer-Encoding: quoted-printable\r\n\r\n<p "
        "style=3D'display:none'>=E4&amp;</p>=\r\n<!-- -->&#x41;"
        "\r\n--b\r\nContent-Type: message/rfc822\r\n\r\nSubject: in\r\n\r\ny\r\n--b\r\n"
        "Content-Disposition: attachment; filename*0*=utf-8''%E4;\r\n filename*1*=%BC%9A\r\n"
        "Content-Transfer-Encoding: base64\r\n\r\nSGVsbG8=\r\n--b--\r\n"_ba;
    for (qsizetype at = 0; at <= mail.size(); ++at) {
        const QByteArray rest = damage(mail, at);
        // A copy, so that ASan detects reads behind it.
        const Message message = Reader::parse(QByteArray(rest.constData(), rest.size()));
        QVERIFY(!message.parts().isEmpty());
        QVERIFY(message.summary().size() <= 151);
        QVERIFY(message.searchText().size() <= mail.size());
        QCOMPARE(message.headers().decoded().size(), message.headers().count());
    }
}

void MimeHostileTest::survivesEveryCutOfSigned_data()
{
    QTest::addColumn<Damage>("damage");
    for (const bool isEncoded : { true, false }) {
        const char *const encoding = isEncoded ? "base64" : "binary";
        const auto row = [encoding](const char *name, const Damage &damage) {
            QTest::addRow("%s, %s", name, encoding) << damage;
        };
        row("content without its end", [isEncoded](const QByteArray &content, qsizetype at) {
            return cms(content.first(at), isEncoded);
        });
        row("content without its beginning", [isEncoded](const QByteArray &content, qsizetype at) {
            return cms(content.sliced(at), isEncoded);
        });
        row("content without one byte", [isEncoded](const QByteArray &content, qsizetype at) {
            return cms(content.first(at) + content.mid(at + 1), isEncoded);
        });
        row("mail without its end", [isEncoded](const QByteArray &content, qsizetype at) {
            const QByteArray mail = cms(content, isEncoded);
            return mail.first(mail.size() - content.size() + at);
        });
    }
}

void MimeHostileTest::survivesEveryCutOfSigned()
{
    QFETCH(Damage, damage);
    const QByteArray content = signedWith("\x24\x80\x04\x0b" + text("abc") + QByteArray(4, '\0'));
    for (qsizetype at = 0; at <= content.size(); ++at) {
        const Message message = Reader::parse(damage(content, at));
        QVERIFY(message.parts().size() <= 2);
        QVERIFY(message.summary().size() <= 30);
    }
}

void MimeHostileTest::writesLargeMailsCheaply()
{
    OutgoingMail mail;
    mail.from = { QString(), u"a@example.org"_s };
    mail.to.fill({ u"Jörg Müller"_s, u"j@b.example"_s }, 10'000);
    mail.subject = u"会"_s.repeated(100'000);
    mail.text = u"žluťoučký kůň "_s.repeated(100'000);
    mail.html = u"<blockquote><a href=https://x>y<li>"_s.repeated(100'000);
    mail.files = { { u"é"_s.repeated(10'000), "a/b", QByteArray(20'000'000, 'x'), {} } };
    mail.messageId = "<a@example.org>";
    const qint64 began = processorMilliseconds();
    const Result<QByteArray> written = Writer::write(mail);
    const qint64 took = processorMilliseconds() - began;
    QVERIFY(written.ok());
    QVERIFY2(took < (isSanitized() ? 10'000 : 1'000), qPrintable(QString::number(took)));
}

QTEST_APPLESS_MAIN(MimeHostileTest)
#include "tst_mime_hostile.moc"
