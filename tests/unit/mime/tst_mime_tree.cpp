// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/reader.h"

#include <QTest>

using namespace Mime;
using namespace Qt::StringLiterals;

namespace {

const QByteArray nested =
    "Content-Type: multipart/mixed; boundary=A\r\n\r\n"
    "--A\r\nContent-Type: multipart/alternative; boundary=B\r\n\r\n"
    "--B\r\n\r\ntext\r\n--B\r\nContent-Type: text/html\r\n\r\nhtml\r\n--B--\r\n"
    "--A\r\nContent-Type: message/rfc822\r\n\r\nSubject: in\r\n"
    "Content-Type: multipart/mixed; boundary=C\r\n\r\n"
    "--C\r\n\r\ninner\r\n--C--\r\n"
    "--A\r\nContent-Type: message/rfc822\r\n\r\nSubject: two\r\n\r\nlast\r\n--A--\r\n"_ba;

QByteArray element(char tag, const QByteArray &content)
{
    return tag + QByteArray("\x82") + char(content.size() >> 8) + char(content.size()) + content;
}

/// A mail of S/MIME signed-data, RFC 5652 5.1.
QByteArray signedMail(const QByteArray &content)
{
    const QByteArray pkcs7 = "\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07";
    const QByteArray inner =
        element('\x30', pkcs7 + '\x01' + element('\xa0', element('\x04', content)));
    const QByteArray data =
        element('\x30', "\x02\x01\x01" + element('\x31', {}) + inner + element('\x31', {}));
    return "Subject: x\r\nContent-Type: application/pkcs7-mime\r\n\r\n"
        + element('\x30', pkcs7 + '\x02' + element('\xa0', data));
}

QList<QByteArray> pathsOf(const Message &mail)
{
    QList<QByteArray> paths;
    for (const Part &part : mail.parts())
        paths.append(part.path);
    return paths;
}

} // namespace

class MimeTreeTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void numbersPartsAsImapDoes();
    void findsPartsByPath();
    void readsHeadersOfParts();
    void sharesTheBytes();
    void stopsAtThePartLimit();
    void stopsAtTheDepthLimit();
    void opensSignedContent();
    void keepsToTheLimitsInSignedContent();
    void cutsLongText();
    void cutsSearchText();
};

void MimeTreeTest::numbersPartsAsImapDoes() // RFC 3501 6.4.5
{
    const QList<QByteArray> expected{ "", "1", "1.1", "1.2", "2", "2", "2.1", "3", "3.1" };
    QCOMPARE(pathsOf(Reader::parse(nested)), expected);
    QCOMPARE(pathsOf(Reader::parse("Subject: x\r\n\r\nbody")), QList<QByteArray>{ "1" });
}

void MimeTreeTest::findsPartsByPath()
{
    const Message mail = Reader::parse(nested);
    QVERIFY(!mail.partAt("9"));
    const Part *message = mail.partAt("2");
    QVERIFY(message);
    QCOMPARE(message->contentType, "message/rfc822");
    QCOMPARE(mail.decodedContent(*mail.partAt("2.1")), "inner");
    QCOMPARE(mail.decodedContent(*mail.partAt("3")), "Subject: two\r\n\r\nlast");
}

void MimeTreeTest::readsHeadersOfParts()
{
    const Message mail = Reader::parse(nested);
    QCOMPARE(mail.partHeaders(*mail.partAt("1.2")).raw("content-type"), "text/html");
    QCOMPARE(mail.partHeaders(mail.parts().at(5)).subject(), u"in"_s);
}

void MimeTreeTest::sharesTheBytes()
{
    const QByteArray raw = nested;
    const Message mail = Reader::parse(raw);
    QCOMPARE(mail.rawContent(mail.parts().first()).data(),
             raw.constData() + mail.parts().first().bodyBegin);
}

void MimeTreeTest::stopsAtThePartLimit()
{
    const Message mail = Reader::parse(nested, { .parts = 4 });
    QCOMPARE(mail.parts().size(), 4);
    QVERIFY(mail.isTruncated());
    QVERIFY(mail.defects() & Defect::TooManyParts);
    QCOMPARE(mail.htmlBody(), std::optional(u"html"_s));
}

void MimeTreeTest::stopsAtTheDepthLimit()
{
    const Message mail = Reader::parse(nested, { .depth = 1 });
    QVERIFY(mail.isTruncated());
    QVERIFY(mail.defects() & Defect::TooDeep);
    QCOMPARE(pathsOf(mail), (QList<QByteArray>{ "", "1", "2", "3" }));
}

void MimeTreeTest::opensSignedContent()
{
    const Message mail = Reader::parse(signedMail(nested));
    const QList<QByteArray> expected{ "1",   "1/",  "1/1",   "1/1.1", "1/1.2",
                                      "1/2", "1/2", "1/2.1", "1/3",   "1/3.1" };
    QCOMPARE(pathsOf(mail), expected);
    QCOMPARE(mail.decodedContent(*mail.partAt("1/2.1")), "inner");
    QCOMPARE(mail.partHeaders(*mail.partAt("1/1.2")).raw("content-type"), "text/html");
    QCOMPARE(mail.parts().first().subtreeEnd, mail.parts().size());
    QCOMPARE(mail.parts().at(4).parent, 2);
    QVERIFY(mail.parts().first().isSection());
    QVERIFY(!mail.partAt("1/2")->isSection()); // the mail server has no such part
}

void MimeTreeTest::keepsToTheLimitsInSignedContent()
{
    const QByteArray raw = signedMail(nested);
    const Message few = Reader::parse(raw, { .parts = 4 });
    QCOMPARE(few.parts().size(), 4);
    QVERIFY(few.defects() & Defect::TooManyParts);
    const Message flat = Reader::parse(raw, { .depth = 1 });
    QVERIFY(flat.defects() & Defect::TooDeep);
    const Message closed = Reader::parse(raw, { .signedBytes = 100 });
    QCOMPARE(pathsOf(closed), QList<QByteArray>{ "1" });
    QCOMPARE(names(closed.defects()), QStringList{ u"signed_not_opened"_s });
    QCOMPARE(closed.attachments().size(), 1);
}

void MimeTreeTest::cutsLongText()
{
    const Message mail = Reader::parse("Content-Type: text/plain; charset=utf-8\r\n\r\nabcdéfgh"_ba,
                                       { .textBytes = 5 });
    QCOMPARE(mail.textBody(), std::optional(u"abcd"_s)); // half a character is left out
    QVERIFY(mail.isTruncated());
    QCOMPARE(names(mail.defects()), QStringList{ u"text_cut"_s });
}

void MimeTreeTest::cutsSearchText()
{
    const Message mail =
        Reader::parse("Subject: x\r\n\r\n"_ba + "ü"_ba.repeated(100), { .searchBytes = 9 });
    QCOMPARE(mail.searchText(), u"üüüü\n"_s);
    QVERIFY(!mail.isTruncated());
}

QTEST_APPLESS_MAIN(MimeTreeTest)
#include "tst_mime_tree.moc"
