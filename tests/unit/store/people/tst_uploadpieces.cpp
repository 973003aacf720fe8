// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/people/uploadpieces.h"
#include "store/people/uploads.h"
#include "storefixture.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace Store;

class TestUploadPieces : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void areReadInOrder();
    void keepAllBytes();
    void goWithTheirUpload_data();
    void goWithTheirUpload();
    void areRefusedOnceTheUploadIsGone();
    void areRefusedOnceTheUploadIsComplete();
    void goWithAnUploadThatStopped();
    void staleFilesAreNotTheirs();
    void uploadsInS3AreStaleLikeThem();
};

namespace {

/// An upload that is being received.
QByteArray begun(StoreFixture &fixture, bool isInDatabase = true)
{
    Upload upload;
    upload.token = newUploadToken();
    upload.userId = 1;
    upload.filename = u"a.bin"_s;
    upload.contentType = "application/octet-stream";
    upload.size = 10;
    upload.isInDatabase = isInDatabase;
    upload.createdAt = 1'800'000'000;
    upload.expiresAt = upload.createdAt + 100;
    must(reserveUpload(fixture.session(), upload, {}));
    must(touchUpload(fixture.session(), upload.token));
    return upload.token;
}

void makeOlder(StoreFixture &fixture, const QByteArray &token, int seconds)
{
    const QString text = u"UPDATE uploads SET written_at = written_at - %1 WHERE token = '%2'"_s;
    must(fixture.session().execute(text.arg(seconds).arg(QString::fromLatin1(token))));
}

qint64 pieces(StoreFixture &fixture)
{
    return fixture.number(u"SELECT COUNT(*) FROM upload_pieces"_s);
}

} // namespace

void TestUploadPieces::areReadInOrder()
{
    StoreFixture fixture;
    const QByteArray token = begun(fixture);
    const QByteArray other = begun(fixture);
    must(addUploadPiece(fixture.session(), token, 0, "one"));
    must(addUploadPiece(fixture.session(), other, 0, "other"));
    must(addUploadPiece(fixture.session(), token, 1, "two"));
    QCOMPARE(must(uploadPiece(fixture.session(), token, 0)), "one");
    QCOMPARE(must(uploadPiece(fixture.session(), token, 1)), "two");
    QCOMPARE(must(uploadPiece(fixture.session(), token, 2)), "");
    QCOMPARE(must(uploadPiece(fixture.session(), newUploadToken(), 0)), "");
}

void TestUploadPieces::keepAllBytes()
{
    StoreFixture fixture;
    const QByteArray token = begun(fixture);
    QByteArray bytes;
    for (qsizetype i = 0; i < uploadPieceBytes; ++i)
        bytes.append(char(i % 251));
    must(addUploadPiece(fixture.session(), token, 0, bytes));
    QCOMPARE(must(uploadPiece(fixture.session(), token, 0)), bytes);
}

void TestUploadPieces::goWithTheirUpload_data()
{
    QTest::addColumn<bool>("isComplete");
    QTest::newRow("deleted by its user") << true;
    QTest::newRow("dropped while it is received") << false;
}

void TestUploadPieces::goWithTheirUpload()
{
    QFETCH(bool, isComplete);
    StoreFixture fixture;
    const QByteArray token = begun(fixture);
    must(addUploadPiece(fixture.session(), token, 0, "one"));
    must(addUploadPiece(fixture.session(), begun(fixture), 0, "other"));
    if (isComplete) {
        must(completeUpload(fixture.session(), token, 3));
        QVERIFY(must(removeUpload(fixture.session(), 1, token)));
    } else {
        QVERIFY(must(dropUpload(fixture.session(), token)));
    }
    QCOMPARE(must(uploadPiece(fixture.session(), token, 0)), "");
    QCOMPARE(pieces(fixture), 1);
}

void TestUploadPieces::areRefusedOnceTheUploadIsGone()
{
    StoreFixture fixture;
    const QByteArray token = begun(fixture);
    must(addUploadPiece(fixture.session(), token, 0, "one"));
    QVERIFY(must(dropUpload(fixture.session(), token)));
    QCOMPARE(addUploadPiece(fixture.session(), token, 1, "two").error().code,
             Error::Code::NotFound);
    QCOMPARE(pieces(fixture), 0);
}

void TestUploadPieces::areRefusedOnceTheUploadIsComplete()
{
    StoreFixture fixture;
    const QByteArray token = begun(fixture);
    must(completeUpload(fixture.session(), token, 0));
    QCOMPARE(addUploadPiece(fixture.session(), token, 0, "one").error().code,
             Error::Code::NotFound);
    QCOMPARE(pieces(fixture), 0);
}

void TestUploadPieces::goWithAnUploadThatStopped()
{
    StoreFixture fixture;
    const QByteArray stopped = begun(fixture);
    const QByteArray active = begun(fixture);
    const QByteArray complete = begun(fixture);
    for (const QByteArray &token : { stopped, active, complete }) {
        must(addUploadPiece(fixture.session(), token, 0, "one"));
        makeOlder(fixture, token, 700);
    }
    must(completeUpload(fixture.session(), complete, 3));
    must(addUploadPiece(fixture.session(), active, 1, "two"));
    must(dropStaleUploads(fixture.session(), 600s));
    QCOMPARE(must(uploadPiece(fixture.session(), stopped, 0)), "");
    QCOMPARE(must(uploadPiece(fixture.session(), active, 1)), "two");
    QCOMPARE(must(uploadPiece(fixture.session(), complete, 0)), "one");
    // The sweep of files has no opinion about them, whatever their age.
    QCOMPARE(must(sweepUploads(fixture.session(), {}, 4'000'000'000)), QList<QByteArray>());
    must(completeUpload(fixture.session(), active, 6));
}

void TestUploadPieces::staleFilesAreNotTheirs()
{
    StoreFixture fixture;
    const QByteArray token = begun(fixture, false);
    makeOlder(fixture, token, 700);
    must(dropStaleUploads(fixture.session(), 600s));
    must(completeUpload(fixture.session(), token, 3));
}

void TestUploadPieces::uploadsInS3AreStaleLikeThem()
{
    StoreFixture fixture;
    const QByteArray stopped = begun(fixture, false);
    const QByteArray active = begun(fixture, false);
    must(fixture.session().execute(u"UPDATE uploads SET is_in_s3 = 1"_s));
    makeOlder(fixture, stopped, 700);
    QCOMPARE(must(uploadTokens(fixture.session())), (QSet<QByteArray>{ stopped, active }));
    QCOMPARE(must(sweepUploads(fixture.session(), {}, 4'000'000'000)), QList<QByteArray>());
    must(dropStaleUploads(fixture.session(), 600s));
    QCOMPARE(must(uploadTokens(fixture.session())), QSet<QByteArray>{ active });
}

QTEST_GUILESS_MAIN(TestUploadPieces)
#include "tst_uploadpieces.moc"
