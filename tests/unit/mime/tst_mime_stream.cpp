// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/transferstream.h"

#include <QRandomGenerator>
#include <QTest>

using namespace Mime;

class TestMimeStream : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void decodesPiecesAsTheWhole_data();
    void decodesPiecesAsTheWhole();
    void keepsLittle_data();
    void keepsLittle();

private:
    static QByteArray decoded(const QByteArray &encoded, Encoding encoding, qsizetype piece);
};

namespace {

QByteArray noise(qsizetype size)
{
    QRandomGenerator random(17);
    QByteArray bytes(size, Qt::Uninitialized);
    for (char &byte : bytes)
        byte = char(random.bounded(256));
    return bytes;
}

QByteArray inLines(const QByteArray &text)
{
    QByteArray lines;
    for (qsizetype at = 0; at < text.size(); at += 76)
        lines += text.mid(at, 76) + "\r\n";
    return lines;
}

} // namespace

QByteArray TestMimeStream::decoded(const QByteArray &encoded, Encoding encoding, qsizetype piece)
{
    TransferStream stream(encoding);
    QByteArray out;
    for (qsizetype at = 0; at < encoded.size(); at += piece)
        out += stream.take(encoded.mid(at, piece));
    return out + stream.finish();
}

void TestMimeStream::decodesPiecesAsTheWhole_data()
{
    QTest::addColumn<Encoding>("encoding");
    QTest::addColumn<QByteArray>("encoded");
    const QByteArray base64 = inLines(noise(1000).toBase64());
    QTest::newRow("base64") << Encoding::Base64 << base64;
    QTest::newRow("base64 of one byte") << Encoding::Base64 << QByteArray("QQ==");
    QTest::newRow("base64 without padding") << Encoding::Base64 << QByteArray("QUJD\r\nRA");
    QTest::newRow("a lone character") << Encoding::Base64 << QByteArray("QUJDR");
    QTest::newRow("padded chunks") << Encoding::Base64 << QByteArray("QQ==QUI=QUJDQQ==\r\n");
    QTest::newRow("a list's footer")
        << Encoding::Base64 << QByteArray("QUJD\r\nQQ==\r\nThis list is run by -- nobody\r\n");
    QTest::newRow("foreign characters") << Encoding::Base64 << QByteArray("Q-U.J*D\r\nQ!UJD");
    QTest::newRow("nothing but padding") << Encoding::Base64 << QByteArray("====");
    QTest::newRow("quoted-printable")
        << Encoding::QuotedPrintable
        << QByteArray("caf=C3=A9 =\r\nsoft  \r\nblanks \t \r\n=3D=zz=4 =\r\n=\r\nend=");
    QTest::newRow("bare line ends")
        << Encoding::QuotedPrintable << QByteArray("a=\nb\nc =20\n\n=E2=82=AC\n");
    QTest::newRow("a long line") << Encoding::QuotedPrintable
                                 << QByteArray("=41 b  =C3=A9").repeated(20'000) + "\r\nend";
    const QByteArray blanks(200'000, ' ');
    const QByteArray fewBlanks(mostAddedBlanks, '\t');
    QTest::newRow("many blanks before text")
        << Encoding::QuotedPrintable << "a" + blanks + "b  \r\nend";
    QTest::newRow("many blanks before the end of a line")
        << Encoding::QuotedPrintable << "a" + blanks + "\r\n  end" + blanks;
    QTest::newRow("as many blanks as are dropped")
        << Encoding::QuotedPrintable << "a" + fewBlanks + "\r\nb" + fewBlanks + "\nc" + fewBlanks;
    QTest::newRow("one blank more")
        << Encoding::QuotedPrintable
        << "a" + fewBlanks + " \r\nb" + fewBlanks + "\r\rc=" + fewBlanks + " \nd" + fewBlanks + " ";
    QTest::newRow("a = before many blanks")
        << Encoding::QuotedPrintable << "a=" + blanks + "b\r\nc=" + blanks + "\r\nend";
    QTest::newRow("a soft line break in a long line")
        << Encoding::QuotedPrintable
        << (QByteArray(70'000, 'x') + "= \t\r\nsoft= =41\n").repeated(2) + "end";
    QTest::newRow("uuencode") << Encoding::Uuencode
                              << QByteArray("begin 644 a.txt\r\n#0V%T\r\n#0V%T\r\n`\r\nend\r\n");
    QTest::newRow("uuencode without its first line")
        << Encoding::Uuencode << QByteArray("#0V%T\r\n#0V%T\r\n");
    QTest::newRow("yEnc") << Encoding::Yenc
                          << QByteArray("=}==\r\n ==\t=\r\n=J=\r\n") + noise(1000);
    QTest::newRow("as it is") << Encoding::Identity << noise(1000);
    QTest::newRow("nothing") << Encoding::Base64 << QByteArray();
}

void TestMimeStream::decodesPiecesAsTheWhole()
{
    QFETCH(Encoding, encoding);
    QFETCH(QByteArray, encoded);
    const QByteArray whole = decodeTransfer(encoded, encoding);
    const bool isLong = encoded.size() > 10'000;
    for (const qsizetype piece : { 1, 2, 3, 4, 5, 7, 64, 76, 78, 1000, 100'000 }) {
        if (!isLong || piece > 5)
            QCOMPARE(decoded(encoded, encoding, piece), whole);
    }
}

void TestMimeStream::keepsLittle_data()
{
    QTest::addColumn<Encoding>("encoding");
    QTest::addColumn<QByteArray>("piece");
    QTest::newRow("base64") << Encoding::Base64 << noise(30'000).toBase64();
    QTest::newRow("behind a padding") << Encoding::Base64 << "QQ==" + QByteArray(40'000, 'A');
    QTest::newRow("one line") << Encoding::QuotedPrintable << QByteArray(40'000, 'x');
    QTest::newRow("blanks") << Encoding::QuotedPrintable << QByteArray(40'000, ' ');
    QTest::newRow("= and blanks") << Encoding::QuotedPrintable << QByteArray("= ").repeated(20'000);
    QTest::newRow("uuencode in one line") << Encoding::Uuencode << QByteArray(40'000, 'x');
}

void TestMimeStream::keepsLittle()
{
    QFETCH(Encoding, encoding);
    QFETCH(QByteArray, piece);
    TransferStream stream(encoding);
    for (int i = 0; i < 1000; ++i)
        stream.take(piece);
    QVERIFY(stream.finish().size() < 200'000);
}

QTEST_GUILESS_MAIN(TestMimeStream)
#include "tst_mime_stream.moc"
