// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/transfer.h"

#include <QTest>

using namespace Mime;
using namespace Qt::StringLiterals;

class MimeTransferTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void decodes_data();
    void decodes();
    void sizeIsThatOfTheContent_data();
    void sizeIsThatOfTheContent();
    void stopsAtTheWantedLength_data();
    void stopsAtTheWantedLength();
    void dropsBlanksAtTheEndOfALine();
    void keepsBlanksWhereAHugeLineIsCut();
    void namesEncodings_data();
    void namesEncodings();
};

void MimeTransferTest::decodes_data()
{
    QTest::addColumn<Encoding>("encoding");
    QTest::addColumn<QByteArray>("encoded");
    QTest::addColumn<QByteArray>("decoded");
    const auto base64 = Encoding::Base64;
    QTest::newRow("base64") << base64 << "SGVs\r\nbG8g\r\nd29y\r\nbGQ="_ba
                            << "Hello world"_ba;
    QTest::newRow("base64 no padding") << base64 << "SGVsbG8"_ba
                                       << "Hello"_ba;
    QTest::newRow("base64 one letter left") << base64 << "SGVsbG8gd"_ba
                                            << "Hello "_ba;
    QTest::newRow("base64 odd breaks") << base64 << "S\nG\nV\ns\nbG8="_ba
                                       << "Hello"_ba;
    QTest::newRow("base64 early padding") << base64 << "SGVs=bG8="_ba
                                          << "Hello"_ba;
    QTest::newRow("base64 nothing") << base64 << "===\r\n"_ba
                                    << ""_ba;
    const auto quoted = Encoding::QuotedPrintable;
    QTest::newRow("qp") << quoted << "a=3Db=\r\nc =\r\nd\r\n"_ba
                        << "a=bc d\r\n"_ba;
    QTest::newRow("qp at the end") << quoted << "abc=4"_ba
                                   << "abc=4"_ba;
    QTest::newRow("qp bare lf") << quoted << "a=\nb\n"_ba
                                << "ab\n"_ba;
    const auto uu = Encoding::Uuencode;
    QTest::newRow("uu") << uu << "begin 644 x\n+:&5L;&\\@=V]R;&0\n`\nend\n"_ba
                        << "hello world"_ba;
    QTest::newRow("uu lines alone") << uu << "+:&5L;&\\@=V]R;&0\n"_ba
                                    << "hello world"_ba;
    QTest::newRow("yEnc") << Encoding::Yenc << "=}r\r\n=J=\r\n@"_ba
                          << QByteArray("\x13\x48\xe0\xd6", 4);
    QTest::newRow("yEnc, half an escape") << Encoding::Yenc << "\x8b="_ba
                                          << "a"_ba;
    QTest::newRow("identity") << Encoding::Identity << "a=3D"_ba
                              << "a=3D"_ba;
}

void MimeTransferTest::decodes()
{
    QFETCH(Encoding, encoding);
    QFETCH(QByteArray, encoded);
    QFETCH(QByteArray, decoded);
    QCOMPARE(decodeTransfer(Slice(encoded), encoding), decoded);
}

void MimeTransferTest::sizeIsThatOfTheContent_data()
{
    decodes_data();
}

void MimeTransferTest::sizeIsThatOfTheContent()
{
    QFETCH(Encoding, encoding);
    QFETCH(QByteArray, encoded);
    QFETCH(QByteArray, decoded);
    QCOMPARE(decodedSize(Slice(encoded), encoding), decoded.size());
}

void MimeTransferTest::stopsAtTheWantedLength_data()
{
    decodes_data();
}

void MimeTransferTest::stopsAtTheWantedLength()
{
    QFETCH(Encoding, encoding);
    QFETCH(QByteArray, encoded);
    QFETCH(QByteArray, decoded);
    for (qsizetype length = 0; length <= decoded.size() + 1; ++length)
        QCOMPARE(decodeTransfer(Slice(encoded), encoding, length), decoded.left(length));
}

void MimeTransferTest::dropsBlanksAtTheEndOfALine()
{
    const QByteArray blanks(mostAddedBlanks, ' ');
    QCOMPARE(decodeQuotedPrintable("a" + blanks + "\r\nb=" + blanks + "\r\nc" + blanks),
             "a\r\nbc"_ba);
    for (const QByteArray &kept :
         { "a " + blanks + "\r\nb", "a= " + blanks + "\nb", "a " + blanks }) {
        QCOMPARE(decodeQuotedPrintable(kept), kept);
        QCOMPARE(decodedQuotedPrintableSize(kept), kept.size());
    }
}

void MimeTransferTest::keepsBlanksWhereAHugeLineIsCut()
{
    const QByteArray line = "a" + QByteArray(5000, ' ') + QByteArray(2 << 20, 'b') + "\r\nc";
    QCOMPARE(decodeQuotedPrintable(line, 1000), line.left(1000));
}

void MimeTransferTest::namesEncodings_data()
{
    QTest::addColumn<QByteArray>("field");
    QTest::addColumn<std::optional<Encoding>>("encoding");
    QTest::newRow("none") << ""_ba << std::optional(Encoding::Identity);
    QTest::newRow("8bit") << "8Bit"_ba << std::optional(Encoding::Identity);
    QTest::newRow("quotes") << "\"base64\""_ba << std::optional(Encoding::Base64);
    QTest::newRow("comment") << " quoted-printable (soft)"_ba
                             << std::optional(Encoding::QuotedPrintable);
    QTest::newRow("x-uue") << "x-uue"_ba << std::optional(Encoding::Uuencode);
    QTest::newRow("unknown") << "zip"_ba << std::optional<Encoding>();
}

void MimeTransferTest::namesEncodings()
{
    QFETCH(QByteArray, field);
    QFETCH(std::optional<Encoding>, encoding);
    QCOMPARE(encodingNamed(Slice(field)), encoding);
}

QTEST_APPLESS_MAIN(MimeTransferTest)
#include "tst_mime_transfer.moc"
