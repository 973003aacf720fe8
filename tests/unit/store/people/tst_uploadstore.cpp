// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/people/uploads.h"
#include "store/people/users.h"
#include "storefixture.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Store;

class TestUploadStore : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void areThereOnceComplete();
    void areDroppedOnlyWhileIncomplete();
    void belongToOneUser();
    void keepToTheQuota_data();
    void keepToTheQuota();
    void expire();
    void goWithTheirUser();
    void areSweptWhenTheirReceivingEnded();
    void filesWithoutARowAreSwept();
    void eachDatabaseHasAFolderOfItsOwn();
};

namespace {

Upload uploadOfUser(qint64 userId, qint64 size = 10)
{
    Upload upload;
    upload.token = newUploadToken();
    upload.userId = userId;
    upload.filename = u"a.txt"_s;
    upload.contentType = "text/plain";
    upload.size = size;
    upload.createdAt = 1'800'000'000;
    upload.expiresAt = upload.createdAt + 100;
    return upload;
}

Upload added(StoreFixture &fixture, Upload upload)
{
    must(reserveUpload(fixture.session(), upload, {}));
    must(completeUpload(fixture.session(), upload.token, upload.size));
    return upload;
}

qint64 countOf(StoreFixture &fixture, qint64 userId)
{
    return must(uploadsOf(fixture.session(), userId, 0, 10)).total;
}

} // namespace

void TestUploadStore::areThereOnceComplete()
{
    StoreFixture fixture;
    Upload upload = uploadOfUser(1);
    QVERIFY(isUploadToken(upload.token));
    must(reserveUpload(fixture.session(), upload, {}));
    QCOMPARE(uploadOf(fixture.session(), 1, upload.token).error().code, Error::Code::NotFound);
    QCOMPARE(must(uploadsOf(fixture.session(), 1, 0, 10)), UploadPage());
    upload.size = 3;
    must(completeUpload(fixture.session(), upload.token, 3));
    QCOMPARE(must(uploadOf(fixture.session(), 1, upload.token)), upload);
    QCOMPARE(must(uploadsOf(fixture.session(), 1, 0, 10)), (UploadPage{ { upload }, 1, 3 }));
    QCOMPARE(completeUpload(fixture.session(), upload.token, 3).error().code,
             Error::Code::NotFound);
}

void TestUploadStore::areDroppedOnlyWhileIncomplete()
{
    StoreFixture fixture;
    const Upload upload = uploadOfUser(1);
    must(reserveUpload(fixture.session(), upload, {}));
    QVERIFY(must(dropUpload(fixture.session(), upload.token)));
    QVERIFY(!must(dropUpload(fixture.session(), upload.token)));
    const Upload complete = added(fixture, uploadOfUser(1));
    QVERIFY(!must(dropUpload(fixture.session(), complete.token)));
    QCOMPARE(countOf(fixture, 1), 1);
}

void TestUploadStore::belongToOneUser()
{
    StoreFixture fixture;
    const qint64 other = fixture.addUser(u"ben"_s);
    const Upload upload = added(fixture, uploadOfUser(1));
    QCOMPARE(uploadOf(fixture.session(), other, upload.token).error().code, Error::Code::NotFound);
    QCOMPARE(countOf(fixture, other), 0);
    QVERIFY(!must(removeUpload(fixture.session(), other, upload.token)));
    QVERIFY(must(removeUpload(fixture.session(), 1, upload.token)));
    QVERIFY(!must(removeUpload(fixture.session(), 1, upload.token)));
}

void TestUploadStore::keepToTheQuota_data()
{
    QTest::addColumn<qint64>("bytes");
    QTest::addColumn<qint64>("files");
    QTest::addColumn<bool>("isAllowed");
    QTest::newRow("no limit") << qint64(0) << qint64(0) << true;
    QTest::newRow("just enough") << qint64(20) << qint64(2) << true;
    QTest::newRow("too many bytes") << qint64(19) << qint64(0) << false;
    QTest::newRow("too many files") << qint64(0) << qint64(1) << false;
}

void TestUploadStore::keepToTheQuota()
{
    QFETCH(qint64, bytes);
    QFETCH(qint64, files);
    QFETCH(bool, isAllowed);
    StoreFixture fixture;
    must(reserveUpload(fixture.session(), uploadOfUser(1), {})); // counts while it is received
    added(fixture, uploadOfUser(fixture.addUser(u"ben"_s)));     // of another user: does not count
    const Result<void> second = reserveUpload(fixture.session(), uploadOfUser(1), { bytes, files });
    QCOMPARE(second.ok(), isAllowed);
    if (!isAllowed)
        QCOMPARE(second.error().code, Error::Code::Conflict);
}

void TestUploadStore::expire()
{
    StoreFixture fixture;
    const Upload upload = added(fixture, uploadOfUser(1));
    fixture.clock.ms = (upload.expiresAt - 1) * 1000;
    must(expireUploads(fixture.session(), 0));
    QCOMPARE(countOf(fixture, 1), 1);
    fixture.clock.ms = upload.expiresAt * 1000;
    QCOMPARE(countOf(fixture, 1), 0);
    QCOMPARE(uploadOf(fixture.session(), 1, upload.token).error().code, Error::Code::NotFound);
    must(expireUploads(fixture.session(), 0));
    QCOMPARE(must(sweepUploads(fixture.session(), { { upload.token, 5 } }, 0)),
             QList<QByteArray>{ upload.token });
}

void TestUploadStore::goWithTheirUser()
{
    StoreFixture fixture;
    const qint64 other = fixture.addUser(u"ben"_s);
    const Upload upload = added(fixture, uploadOfUser(other));
    const Upload kept = added(fixture, uploadOfUser(1));
    must(deleteUser(fixture.session(), other));
    must(expireUploads(fixture.session(), 0));
    QCOMPARE(must(sweepUploads(fixture.session(), { { upload.token, 5 }, { kept.token, 5 } }, 0)),
             QList<QByteArray>{ upload.token });
    QCOMPARE(countOf(fixture, other), 0);
    QCOMPARE(countOf(fixture, 1), 1);
}

void TestUploadStore::areSweptWhenTheirReceivingEnded()
{
    StoreFixture fixture;
    const Upload dead = uploadOfUser(1);
    const Upload alive = uploadOfUser(1);
    const Upload withoutFile = uploadOfUser(1);
    for (const Upload &upload : { dead, alive, withoutFile })
        must(reserveUpload(fixture.session(), upload, {}));
    const qint64 staleBefore = dead.createdAt + 600;
    const QHash<QByteArray, qint64> files = { { dead.token, staleBefore - 1 },
                                              { alive.token, staleBefore } };
    QCOMPARE(must(sweepUploads(fixture.session(), files, staleBefore)),
             QList<QByteArray>{ dead.token });
    must(completeUpload(fixture.session(), alive.token, 1));
    for (const Upload &upload : { dead, withoutFile })
        QCOMPARE(completeUpload(fixture.session(), upload.token, 1).error().code,
                 Error::Code::NotFound);
}

void TestUploadStore::filesWithoutARowAreSwept()
{
    StoreFixture fixture;
    const QByteArray stranger = newUploadToken();
    QCOMPARE(must(sweepUploads(fixture.session(), { { stranger, 5 } }, 0)),
             QList<QByteArray>{ stranger });
}

void TestUploadStore::eachDatabaseHasAFolderOfItsOwn()
{
    StoreFixture one;
    StoreFixture other;
    const QByteArray folder = must(uploadsFolder(one.session()));
    QCOMPARE(folder.size(), 16);
    QCOMPARE(must(uploadsFolder(one.session())), folder);
    QVERIFY(must(uploadsFolder(other.session())) != folder);
}

QTEST_GUILESS_MAIN(TestUploadStore)
#include "tst_uploadstore.moc"
