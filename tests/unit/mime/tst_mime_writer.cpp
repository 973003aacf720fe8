// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/encodedword.h"
#include "mime/encodedwordwriter.h"
#include "mime/htmltext.h"
#include "mime/outgoingaddress.h"
#include "mime/reader.h"
#include "mime/writer.h"
#include "support/mime/outgoingmails.h"
#include "support/mime/readmail.h"

#include <QFile>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QTest>

using namespace Mime;
using namespace Qt::StringLiterals;

namespace {

OutgoingMail usual()
{
    return outgoingMails().first().mail;
}

QByteArray written(const OutgoingMail &mail)
{
    const Result<QByteArray> bytes = Writer::write(mail);
    return bytes ? *bytes : "refused: " + bytes.error().message.toUtf8();
}

QByteArrayList linesOf(const QByteArray &raw)
{
    QByteArrayList lines = raw.split('\n');
    for (QByteArray &line : lines)
        line.chop(line.endsWith('\r') ? 1 : 0);
    return lines;
}

QByteArray fieldsOf(const QByteArray &raw)
{
    return raw.first(raw.indexOf("\r\n\r\n") + 2);
}

} // namespace

class MimeWriterTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyReaderFindsTheMail_data();
    void everyReaderFindsTheMail();
    void isFitForTheWire_data();
    void isFitForTheWire();
    void writesWhatItSays();
    void writesTheSameBytesAgain();
    void neverWritesBcc();
    void keepsTheThread();
    void choosesTheEncoding_data();
    void choosesTheEncoding();
    void sendsMessagesOnlyUnencoded();
    void leavesOutNoFile();
    void sendsOddTypesAsPlainFiles_data();
    void sendsOddTypesAsPlainFiles();
    void writesUtf8AddressesWhereAllowed();
    void refuses_data();
    void refuses();
    void takesAddresses_data();
    void takesAddresses();
    void refusesAddresses_data();
    void refusesAddresses();
    void splitsWordsBetweenCharacters();
    void encodesVeryLongNames();
    void makesMessageIds();
};

void MimeWriterTest::everyReaderFindsTheMail_data()
{
    QTest::addColumn<OutgoingMail>("mail");
    for (const NamedMail &named : outgoingMails())
        QTest::newRow(named.name) << named.mail;
}

void MimeWriterTest::everyReaderFindsTheMail()
{
    QFETCH(OutgoingMail, mail);
    const QByteArray raw = written(mail);
    const QJsonObject expected = toJson(asRead(mail));
    QCOMPARE(QJsonDocument(toJson(readWithOurs(raw))).toJson(), QJsonDocument(expected).toJson());
    QCOMPARE(names(Reader::parse(raw).defects()), QStringList());

    const bool mustAsk = qEnvironmentVariableIntValue("POSTRIDER_REQUIRE_SERVERS") != 0;
    if (!mustAsk && !QFile::exists(u"/usr/bin/python3"_s))
        QSKIP("there is no Python");
    QString error;
    const QJsonObject byPython = readWithPython(raw, error);
    QCOMPARE(error, QString());
    QCOMPARE(QJsonDocument(byPython).toJson(), QJsonDocument(expected).toJson());
}

void MimeWriterTest::isFitForTheWire_data()
{
    everyReaderFindsTheMail_data();
}

void MimeWriterTest::isFitForTheWire()
{
    QFETCH(OutgoingMail, mail);
    const QByteArray raw = written(mail);
    QVERIFY(raw.endsWith("\r\n"));
    QVERIFY(!QByteArray(raw).replace("\r\n", "").contains('\n'));
    QVERIFY(!QByteArray(raw).replace("\r\n", "").contains('\r'));
    for (const QByteArray &line : linesOf(raw)) {
        QVERIFY2(line.size() <= 998, line.constData());
        QVERIFY2(line != "." && !line.startsWith("From "), line.constData());
        QVERIFY2(std::all_of(line.begin(), line.end(),
                             [](char c) { return (c >= 0x20 && c < 0x7f) || c == '\t'; }),
                 line.constData());
    }
    for (const QByteArray &line : linesOf(fieldsOf(raw))) { // RFC 5322 2.2.3, RFC 2047 2
        QVERIFY2(line.size() <= 76, line.constData());
        QVERIFY2(line.isEmpty() || !line.trimmed().isEmpty(), line.constData());
        for (const QByteArray &word : line.split(' '))
            QVERIFY2(!word.startsWith("=?") || word.size() <= 76, word.constData());
    }
}

void MimeWriterTest::writesWhatItSays()
{
    OutgoingMail mail = usual();
    mail.from.name = u"Jörg"_s;
    mail.text = u"Grüße, dear Bob, from all of us here.\n"_s;
    QCOMPARE(written(mail),
             "Date: Fri, 05 Jun 2026 09:30:00 +0200\r\n"
             "From: =?utf-8?B?SsO2cmc=?= <ann@example.org>\r\n"
             "To: Bob <bob@example.com>\r\n"
             "Subject: Hello\r\n"
             "Message-ID: <1.2@example.org>\r\n"
             "MIME-Version: 1.0\r\n"
             "Content-Type: text/plain; charset=utf-8\r\n"
             "Content-Transfer-Encoding: quoted-printable\r\n"
             "\r\n"
             "Gr=C3=BC=C3=9Fe, dear Bob, from all of us here.\r\n");
}

void MimeWriterTest::writesTheSameBytesAgain()
{
    for (const NamedMail &named : outgoingMails())
        QCOMPARE(written(named.mail), written(named.mail));
}

void MimeWriterTest::neverWritesBcc()
{
    OutgoingMail mail = usual();
    mail.bcc = { { u"Secret"_s, u"secret@example.net"_s } };
    QCOMPARE(written(mail), written(usual()));
    mail.to.clear();
    const Message read = Reader::parse(written(mail));
    QCOMPARE(read.headers().raw("To"), "undisclosed-recipients:;");
    QVERIFY(!written(mail).contains("ecret"));
}

void MimeWriterTest::keepsTheThread() // with the oldest id and the newest ones
{
    OutgoingMail mail = usual();
    mail.inReplyTo = "<z@x>";
    for (int i = 0; i < 30; ++i)
        mail.references.append('<' + QByteArray::number(i) + "@x>");
    mail.references.append("no id");
    const Message read = Reader::parse(written(mail));
    const QList<QByteArray> ids = read.headers().messageIds("References");
    QCOMPARE(read.headers().messageIds("In-Reply-To"), QList<QByteArray>{ "<z@x>" });
    QCOMPARE(ids.size(), 20);
    QCOMPARE(ids.first(), "<0@x>");
    QCOMPARE(ids.at(1), "<11@x>");
    QCOMPARE(ids.last(), "<29@x>");
}

void MimeWriterTest::choosesTheEncoding_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QByteArray>("encoding");
    QTest::newRow("ascii") << u"Hello\n"_s << "7bit"_ba;
    QTest::newRow("998 characters") << u"x"_s.repeated(998) << "7bit"_ba;
    QTest::newRow("999 characters") << u"x"_s.repeated(999) << "quoted-printable"_ba;
    QTest::newRow("From") << u"a\nFrom here\n"_s << "quoted-printable"_ba;
    QTest::newRow("a dot") << u"a\n.\nb\n"_s << "quoted-printable"_ba;
    QTest::newRow("few umlauts") << u"Viele Grüße aus dem schönen Köln, euer Bob\n"_s
                                 << "quoted-printable"_ba;
    QTest::newRow("cyrillic") << u"Привет из Москвы\n"_s << "base64"_ba;
}

void MimeWriterTest::choosesTheEncoding()
{
    QFETCH(QString, text);
    QFETCH(QByteArray, encoding);
    OutgoingMail mail = usual();
    mail.text = text;
    const Message read = Reader::parse(written(mail));
    QCOMPARE(read.headers().raw("Content-Transfer-Encoding"), encoding);
}

void MimeWriterTest::sendsMessagesOnlyUnencoded() // RFC 2046 5.2.1
{
    OutgoingMail mail = usual();
    mail.files = {
        { u"a.eml"_s, "message/rfc822", "Subject: in\n\nascii\n", {} },
        { u"b.eml"_s, "message/rfc822", "Subject: in\n\nGr\xc3\xbc\xc3\x9f\x65\n", {} }
    };
    const Message read = Reader::parse(written(mail));
    QCOMPARE(read.attachments().size(), 2);
    QCOMPARE(read.attachments().at(0).contentType, "message/rfc822");
    QCOMPARE(read.decodedContent(*read.partAt("2")), "Subject: in\r\n\r\nascii\r\n");
    QCOMPARE(read.attachments().at(1).contentType, "application/octet-stream");
    QCOMPARE(read.decodedContent(*read.partAt("3")), mail.files.at(1).content);
}

void MimeWriterTest::leavesOutNoFile() // an image that the HTML does not show is attached
{
    OutgoingMail mail = usual();
    mail.html = u"<img src=\"cid:a@x\">"_s;
    mail.files = { { u"a.png"_s, "image/png", "A", "a@x" },
                   { u"b.png"_s, "image/png", "B", "b@x" } };
    const Message read = Reader::parse(written(mail));
    const QList<Attachment> expected{ { "1.2.2", u"a.png"_s, "image/png", 1, "a@x", true },
                                      { "2", u"b.png"_s, "image/png", 1, "b@x", false } };
    QCOMPARE(read.attachments(), expected);
    QCOMPARE(read.htmlBody(), std::optional(mail.html + u"\r\n"_s));
}

void MimeWriterTest::sendsOddTypesAsPlainFiles_data()
{
    QTest::addColumn<QByteArray>("type");
    QTest::newRow("none") << ""_ba;
    QTest::newRow("one word") << "image"_ba;
    QTest::newRow("no subtype") << "image/"_ba;
    QTest::newRow("parameters") << "image/png; name=x"_ba;
    QTest::newRow("quotes") << "image/\"png\""_ba;
    QTest::newRow("umlaut") << "image/\xc3\xbc"_ba;
    QTest::newRow("multipart") << "multipart/mixed"_ba;
    QTest::newRow("too long") << "image/" + "x"_ba.repeated(1000);
}

void MimeWriterTest::sendsOddTypesAsPlainFiles()
{
    QFETCH(QByteArray, type);
    OutgoingMail mail = usual();
    mail.files = { { u"x"_s, type, "content", {} } };
    const Message read = Reader::parse(written(mail));
    QCOMPARE(read.attachments().first().contentType, "application/octet-stream");
    QCOMPARE(read.decodedContent(*read.partAt("2")), "content");
}

void MimeWriterTest::writesUtf8AddressesWhereAllowed() // RFC 6531
{
    OutgoingMail mail = usual();
    mail.to = { { {}, u"jörg@exämple.org"_s } };
    QVERIFY(!Writer::write(mail));
    mail.allowsUtf8 = true;
    QVERIFY(written(mail).contains("\r\nTo: j\xc3\xb6rg@xn--exmple-cua.org\r\n"));
}

void MimeWriterTest::refuses_data()
{
    QTest::addColumn<OutgoingMail>("mail");
    const auto row = [](const char *name, void (*change)(OutgoingMail &)) {
        OutgoingMail mail = usual();
        change(mail);
        QTest::newRow(name) << mail;
    };
    row("LF in subject", [](OutgoingMail &mail) { mail.subject = u"a\nBcc: x@y"_s; });
    row("CR in subject", [](OutgoingMail &mail) { mail.subject = u"a\rb"_s; });
    row("NUL in subject", [](OutgoingMail &mail) { mail.subject = u"a"_s + QChar(u'\0'); });
    row("LF in name", [](OutgoingMail &mail) { mail.to[0].name = u"a\nBcc: x@y"_s; });
    row("LF in address",
        [](OutgoingMail &mail) { mail.to[0].address = u"a@b.example\nBcc: x@y"_s; });
    row("LF in name of Bcc", [](OutgoingMail &mail) {
        mail.bcc = { { u"\n"_s, u"a@b.example"_s } };
    });
    row("bad Bcc", [](OutgoingMail &mail) { mail.bcc = { { {}, u"nobody"_s } }; });
    row("bad Reply-To", [](OutgoingMail &mail) { mail.replyTo = { { {}, u"<>"_s } }; });
    row("no From", [](OutgoingMail &mail) { mail.from = {}; });
    row("no Message-ID", [](OutgoingMail &mail) { mail.messageId.clear(); });
    row("Message-ID without brackets", [](OutgoingMail &mail) { mail.messageId = "a@b"; });
    row("LF in Message-ID", [](OutgoingMail &mail) { mail.messageId = "<a\n@b>"; });
    row("LF in In-Reply-To", [](OutgoingMail &mail) { mail.inReplyTo = "<a\r\n@b>"; });
    row("LF in References", [](OutgoingMail &mail) { mail.references = { "<a>\nX: y" }; });
    row("LF in file name", [](OutgoingMail &mail) { mail.files = { { u"a\nb"_s, {}, {}, {} } }; });
    row("LF in type", [](OutgoingMail &mail) { mail.files = { { {}, "a/b\nX: y", {}, {} } }; });
    row("LF in Content-ID", [](OutgoingMail &mail) { mail.files = { { {}, {}, {}, "a\nb" } }; });
}

void MimeWriterTest::refuses()
{
    QFETCH(OutgoingMail, mail);
    const Result<QByteArray> result = Writer::write(mail);
    QVERIFY(!result);
    QCOMPARE(result.error().code, Error::Code::BadRequest);
    QVERIFY(!result.error().message.contains(u'\n'));
}

void MimeWriterTest::takesAddresses_data()
{
    QTest::addColumn<QString>("address");
    QTest::addColumn<QByteArray>("wire");
    const auto row = [](const QString &address, const QByteArray &wire) {
        QTest::newRow(qPrintable(address)) << address << wire;
    };
    row(u"Ann.Lee+x@Example.ORG"_s, "Ann.Lee+x@Example.ORG");
    row(u"root@localhost"_s, "root@localhost");
    row(u"o'neil_{x}=y@sub-domain.example"_s, "o'neil_{x}=y@sub-domain.example");
    row(u"a..b.@docomo.example"_s, "a..b.@docomo.example");
    row(u"\"a@b\"@example.org"_s, "\"a@b\"@example.org");
    row(u"a@[192.0.2.1]"_s, "a@[192.0.2.1]");
    row(u"a@[IPv6:2001:db8::1]"_s, "a@[IPv6:2001:db8::1]");
    row(u"a@exämple.org"_s, "a@xn--exmple-cua.org");
    row(u"a@例え.テスト"_s, "a@xn--r8jz45g.xn--zckzah");
    row(u"a@xn--exmple-cua.org"_s, "a@xn--exmple-cua.org");
}

void MimeWriterTest::takesAddresses()
{
    QFETCH(QString, address);
    QFETCH(QByteArray, wire);
    QCOMPARE(wireAddress(address), Result<QByteArray>(wire));
}

void MimeWriterTest::refusesAddresses_data()
{
    QTest::addColumn<QString>("address");
    const QStringList addresses{
        u""_s,
        u"@"_s,
        u"a@"_s,
        u"@example.org"_s,
        u"nobody"_s,
        u"a b@example.org"_s,
        u"a@exam ple.org"_s,
        u"a@b@example.org"_s,
        u"<a@example.org>"_s,
        u"a@example.org>"_s,
        u"a@example.org,b@example.org"_s,
        u"a@example.org;"_s,
        u"a:b@example.org"_s,
        u"\"a\"b\"@example.org"_s,
        u"\"a\\\"@example.org"_s,
        u"\"a<b\"@example.org"_s,
        u"a@-x.example"_s,
        u"a@x..example"_s,
        u"a@.example"_s,
        u"a@example."_s,
        u"a@[192.0.2.1"_s,
        u"a@[]"_s,
        u"a@\u00adexample.org\u200b\n"_s,
        u"a\u0000b@example.org"_s,
        u"a\u0085b@example.org"_s,
        u"j\u00f6rg@example.org"_s, // needs SMTPUTF8
        u"a"_s.repeated(65) + u"@example.org"_s,
        u"a@"_s + u"x"_s.repeated(64) + u".example"_s,
        u"a@"_s + u"x."_s.repeated(130) + u"example"_s,
    };
    QTest::addRow("NUL") << u"a"_s + QChar(u'\0') + u"@example.org"_s;
    for (qsizetype i = 0; i < addresses.size(); ++i)
        QTest::addRow("%d", int(i)) << addresses.at(i);
}

void MimeWriterTest::refusesAddresses()
{
    QFETCH(QString, address);
    const Result<QByteArray> result = wireAddress(address);
    QVERIFY(!result);
    QCOMPARE(result.error().code, Error::Code::BadRequest);
}

void MimeWriterTest::splitsWordsBetweenCharacters()
{
    for (const QString &text :
         { u"😀"_s.repeated(100), u"é"_s.repeated(200), u"a😀b"_s.repeated(50) }) {
        QString joined;
        for (const QByteArray &word : encodedWords(text)) {
            QVERIFY2(word.size() <= 75, word.constData());
            joined.append(decodeHeaderText(Slice(word))); // each word alone has whole characters
        }
        QCOMPARE(joined, text);
    }
}

void MimeWriterTest::encodesVeryLongNames() // the name in one word would not fit on a line
{
    OutgoingMail mail = usual();
    mail.from.name = u"Freiherr von und zu "_s.repeated(10) + u"Ende"_s;
    const QByteArray raw = written(mail);
    QCOMPARE(Reader::parse(raw).headers().from(), mail.from);
    for (const QByteArray &line : linesOf(fieldsOf(raw)))
        QVERIFY2(line.size() <= 76, line.constData());
}

void MimeWriterTest::makesMessageIds()
{
    const QByteArray id = newMessageId(u"ann@exämple.org"_s);
    QVERIFY(id.startsWith('<'));
    QVERIFY(id.endsWith("@xn--exmple-cua.org>"));
    QVERIFY(id != newMessageId(u"ann@exämple.org"_s));
    OutgoingMail mail = usual();
    mail.messageId = newMessageId(u"nobody"_s);
    QVERIFY(Writer::write(mail).ok());
}

QTEST_APPLESS_MAIN(MimeWriterTest)
#include "tst_mime_writer.moc"
