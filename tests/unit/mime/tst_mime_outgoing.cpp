// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/reader.h"
#include "mime/transferwriter.h"
#include "mime/writer.h"
#include "support/mime/outgoingmails.h"

#include <QBuffer>
#include <QTest>

using namespace Mime;
using namespace Qt::StringLiterals;

namespace {

QByteArray whole(const OutgoingMail &mail)
{
    const Result<QByteArray> bytes = Writer::write(mail);
    return bytes ? *bytes : bytes.error().message.toUtf8();
}

/// The same mail with files that are read from devices.
OutgoingMail fromDevices(OutgoingMail mail)
{
    for (OutgoingFile &file : mail.files) {
        auto device = std::make_shared<QBuffer>();
        device->setData(std::exchange(file.content, {}));
        device->open(QIODevice::ReadOnly);
        file.size = device->size();
        file.device = device;
    }
    return mail;
}

OutgoingMail large(const QByteArray &type, const QByteArray &content)
{
    OutgoingMail mail = outgoingMails().first().mail;
    mail.html = u"<p>Look</p>"_s;
    mail.files = { { u"large"_s, type, content, {} }, { u"small.txt"_s, "text/plain", "x", {} } };
    return mail;
}

struct Written {
    QByteArrayList pieces;
    Result<Outline> outline;
};

Written inPieces(const OutgoingMail &mail)
{
    QByteArrayList pieces;
    const auto take = [&pieces](QByteArrayView bytes) {
        pieces.append(bytes.toByteArray());
        return Result<void>();
    };
    Result<Outline> outline = Writer::write(mail, take);
    return { pieces, std::move(outline) };
}

} // namespace

/** Mails whose files are never in memory as a whole. */
class MimeOutgoingTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void writesTheSameBytesFromDevices_data();
    void writesTheSameBytesFromDevices();
    void handsOutSmallPieces();
    void knowsWhatTheOutlineLacks();
    void checksMessagesPieceByPiece_data();
    void checksMessagesPieceByPiece();
    void refusesFilesThatBecameShorter();
    void endsWithItsSink();
    void endsLinesAsTheWholeWould_data();
    void endsLinesAsTheWholeWould();
    void readsItsCutsAgain();
};

void MimeOutgoingTest::writesTheSameBytesFromDevices_data()
{
    QTest::addColumn<OutgoingMail>("mail");
    for (const NamedMail &named : outgoingMails())
        QTest::newRow(named.name) << named.mail;
    for (const int size : { 0, 1, 56, 57, 58, 57 * 1024 - 1, 57 * 1024, 57 * 1024 + 1, 200'000 })
        QTest::addRow("%d bytes", size) << large("image/png", QByteArray(size, 'p'));
    QTest::newRow("a long message")
        << large("message/rfc822", "Subject: x\r\n\r\n" + "line\r"_ba.repeated(40'000));
}

void MimeOutgoingTest::writesTheSameBytesFromDevices()
{
    QFETCH(OutgoingMail, mail);
    const Written written = inPieces(fromDevices(mail));
    QVERIFY(written.outline.ok());
    QCOMPARE(written.pieces.join(), whole(mail));
}

void MimeOutgoingTest::handsOutSmallPieces()
{
    const Written written = inPieces(large("image/png", QByteArray(1'000'000, 'p')));
    for (const QByteArray &piece : written.pieces)
        QVERIFY(piece.size() < 100'000);
}

void MimeOutgoingTest::knowsWhatTheOutlineLacks()
{
    const OutgoingMail mail = large("image/png", QByteArray(300'000, 'p'));
    const Written written = inPieces(mail);
    const QByteArray raw = written.pieces.join();
    const Outline outline = *written.outline;
    QVERIFY(outline.bytes.size() < 3000);
    QCOMPARE(outline.cuts.size(), 2);
    const Message read = Reader::parse(outline.bytes);
    QCOMPARE(read.htmlBody(), Reader::parse(raw).htmlBody());
    QCOMPARE(read.attachments().size(), 2);
    for (int i = 0; i < 2; ++i) {
        const Part *part = read.partAt(read.attachments().at(i).partPath);
        const Stretch there = *cutOutAt(outline.cuts, part->bodyBegin);
        QCOMPARE(decodeTransfer(raw.mid(there.begin, there.length), part->encoding),
                 mail.files.at(i).content);
        QCOMPARE(there.size, mail.files.at(i).content.size());
    }
    QVERIFY(!cutOutAt(outline.cuts, 0));
}

void MimeOutgoingTest::checksMessagesPieceByPiece_data()
{
    QTest::addColumn<QByteArray>("message");
    QTest::addColumn<bool>("isSentAsItIs");
    const QByteArray start = "Subject: x\r\n\r\n" + "words\r\n"_ba.repeated(30'000);
    QTest::newRow("plain") << start << true;
    QTest::newRow("8-bit at the end") << start + "\xc3\xbc" << false;
    QTest::newRow("a dot at the end") << start + "." << false;
    QTest::newRow("a line of 998") << start + QByteArray(998, 'x') << true;
    QTest::newRow("a line of 999") << start + QByteArray(999, 'x') << false;
    QTest::newRow("a line longer than a piece") << start + QByteArray(200'000, 'x') << false;
}

void MimeOutgoingTest::checksMessagesPieceByPiece()
{
    QFETCH(QByteArray, message);
    QFETCH(bool, isSentAsItIs);
    const QByteArray raw = inPieces(fromDevices(large("message/rfc822", message))).pieces.join();
    QCOMPARE(raw, whole(large("message/rfc822", message)));
    QCOMPARE(raw.contains("Content-Type: message/rfc822"), isSentAsItIs);
}

void MimeOutgoingTest::refusesFilesThatBecameShorter()
{
    OutgoingMail mail = fromDevices(large("image/png", QByteArray(100'000, 'p')));
    mail.files.first().size = 100'001;
    QCOMPARE(inPieces(mail).outline.error().code, Error::Code::NotFound);
}

void MimeOutgoingTest::endsWithItsSink()
{
    int calls = 0;
    const auto full = [&calls](QByteArrayView) -> Result<void> {
        if (++calls < 3)
            return {};
        return Error{ Error::Code::StorageFull, u"full"_s };
    };
    const auto written = Writer::write(large("image/png", QByteArray(1'000'000, 'p')), full);
    QCOMPARE(written.error().code, Error::Code::StorageFull);
    QCOMPARE(calls, 3);
}

void MimeOutgoingTest::endsLinesAsTheWholeWould_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("wire");
    QTest::newRow("crlf") << "a\r\nb\r\n"_ba
                          << "a\r\nb\r\n"_ba;
    QTest::newRow("lf") << "a\nb\n\n"_ba
                        << "a\r\nb\r\n\r\n"_ba;
    QTest::newRow("cr") << "a\rb\r\r"_ba
                        << "a\r\nb\r\n\r\n"_ba;
    QTest::newRow("all") << "\r\r\n\n\r\n.\r.\n"_ba
                         << "\r\n\r\n\r\n\r\n.\r\n.\r\n"_ba;
}

void MimeOutgoingTest::endsLinesAsTheWholeWould()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, wire);
    QCOMPARE(withWireLineEnds(text), wire);
    for (qsizetype cut = 0; cut <= text.size(); ++cut) {
        WireLineEnds ends;
        const QByteArray first = ends.take(text.first(cut));
        QCOMPARE(first + ends.take(text.sliced(cut)), wire);
    }
}

void MimeOutgoingTest::readsItsCutsAgain()
{
    const QList<Cut> cuts{ { 10, 20, 15 }, { 30, 5'000'000'000, 4'000'000'000 } };
    QCOMPARE(toText(cuts), "10:20:15,30:5000000000:4000000000"_ba);
    QCOMPARE(*cutsFromText(toText(cuts)), cuts);
    QCOMPARE(*cutsFromText({}), QList<Cut>());
    QCOMPARE(*cutOutAt(cuts, 30), (Stretch{ 50, 5'000'000'000, 4'000'000'000 }));
    for (const QByteArray &damaged : { "1"_ba, "1:2"_ba, "1:2:x"_ba, "1:2:3,"_ba })
        QCOMPARE(cutsFromText(damaged).error().code, Error::Code::Storage);
}

QTEST_GUILESS_MAIN(MimeOutgoingTest)
#include "tst_mime_outgoing.moc"
