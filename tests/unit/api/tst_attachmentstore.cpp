// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/attachmentstore.h"
#include "api/confinedfile.h"
#include "store/people/uploads.h"
#include "support/testdatabase.h"

#include <QDir>
#include <QTest>

#ifdef Q_OS_UNIX
#include <sys/stat.h>
#include <unistd.h>
#else
#include <windows.h>
#endif

using namespace Qt::StringLiterals;
using Api::AttachmentStore;
using Api::Walk;

class TestAttachmentStore : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void opensWhatIsThere_data();
    void opensWhatIsThere();
    void refusesEverythingElseAlike_data();
    void refusesEverythingElseAlike();
    void opensUploadsOfTheirOwnerOnly();
    void namesUploadsElsewhere_data();
    void namesUploadsElsewhere();
    void knowsReferencesByTheirForm_data();
    void knowsReferencesByTheirForm();
    void sizesAreLimited();
    void readsTheFileThatItChecked();

private:
    static void addWalks();
};

namespace {

constexpr qint64 userId = 7;
constexpr qint64 maxBytes = 1000;

/** A folder of attachments with all kinds of files and links that an attacker might try, in and around it. */
class Place
{
public:
    Place()
    {
        QDir(root()).mkpath(u"7/sub/deeper"_s);
        QDir(root()).mkpath(u"8"_s);
        QDir(root()).mkpath(u".postrider-uploads"_s);
        put(u"secret.txt"_s, "outside");
        put(u"8/theirs.txt"_s, "of another user");
        put(u"7/plain.txt"_s, "plain");
        put(u"7/sub/deeper/übersicht 報告.pdf"_s, "deep");
        put(u"7/large.bin"_s, QByteArray(maxBytes + 1, 'x'));
        put(u"7/hard.txt"_s, "two names");
#ifdef Q_OS_UNIX
        const auto link = [this](const char *target, const QString &name) {
            return ::symlink(target, path(name).toLocal8Bit().constData()) == 0;
        };
        const bool made = link("plain.txt", u"7/inside.lnk"_s)
            && link("../secret.txt", u"7/outside.lnk"_s) && link("/etc", u"7/etc.lnk"_s)
            && link("sub", u"7/sub.lnk"_s) && link("loop.lnk", u"7/loop.lnk"_s)
            && ::mkfifo(path(u"7/pipe"_s).toLocal8Bit().constData(), 0600) == 0
            && ::link(path(u"7/hard.txt"_s).toLocal8Bit().constData(),
                      path(u"7/hard2.txt"_s).toLocal8Bit().constData())
                == 0;
#else
        const bool made = ::CreateHardLinkW(path(u"7/hard2.txt"_s).toStdWString().c_str(),
                                            path(u"7/hard.txt"_s).toStdWString().c_str(), nullptr);
#endif
        if (!made)
            qFatal("cannot make links");
    }

    QString root() const
    {
        return m_dir.path();
    }
    QString path(const QString &name) const
    {
        return m_dir.filePath(name);
    }
    void put(const QString &name, const QByteArray &content)
    {
        QFile file(path(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
            qFatal("cannot write %s", qPrintable(name));
    }

private:
    QTemporaryDir m_dir;
};

Result<Api::OpenedAttachment, ApiFailure> opened(TestDatabase &database, const Place &place,
                                                 qint64 user, const QString &reference)
{
    const AttachmentStore store({ .folder = place.root(), .maxBytes = maxBytes });
    return database.with(
        [&](Store::Session &session) { return store.open(session, user, reference); });
}

} // namespace

void TestAttachmentStore::addWalks()
{
    QTest::addColumn<Walk>("walk");
    QTest::addColumn<QString>("path");
}

void TestAttachmentStore::opensWhatIsThere_data()
{
    addWalks();
    for (const auto &[name, walk] : { std::pair("best", Walk::Best),
                                      { "in kernel", Walk::InKernel },
                                      { "stepwise", Walk::Stepwise },
                                      { "by name", Walk::ByName } }) {
        QTest::addRow("%s: plain", name) << walk << u"plain.txt"_s;
        QTest::addRow("%s: deep", name) << walk << u"sub/deeper/übersicht 報告.pdf"_s;
    }
}

void TestAttachmentStore::opensWhatIsThere()
{
    QFETCH(Walk, walk);
    QFETCH(QString, path);
    const Place place;
    const auto file = Api::openConfined(place.root(), u"7"_s, path, walk);
    QVERIFY(file);
    QCOMPARE(file->readAll(), path == u"plain.txt" ? "plain" : "deep");
}

void TestAttachmentStore::refusesEverythingElseAlike_data()
{
    addWalks();
    const QList<std::pair<const char *, QString>> paths = {
        { "missing", u"nothing.txt"_s },
        { "empty", u""_s },
        { "the folder itself", u"."_s },
        { "a folder", u"sub"_s },
        { "above", u"../secret.txt"_s },
        { "far above", u"../../../../../../../../etc/passwd"_s },
        { "above and back", u"sub/../plain.txt"_s },
        { "another user", u"../8/theirs.txt"_s },
        { "absolute", u"/etc/passwd"_s },
        { "absolute inside", u"//plain.txt"_s },
        { "empty name", u"sub//deeper"_s },
        { "ends in a slash", u"plain.txt/"_s },
        { "here", u"./plain.txt"_s },
        { "backslash", u"..\\secret.txt"_s },
        { "colon", u"C:plain.txt"_s },
        { "stream", u"plain.txt:data"_s },
        { "NUL", u"plain.txt\0.pdf"_s },
        { "line", u"plain.txt\n"_s },
        { "half a character", u"plain"_s + QChar(0xd800) },
        { "a device of Windows", u"NUL.txt"_s },
        { "too long", QString(5000, u'a') },
        { "a long name", QString(300, u'a') },
        { "link inside", u"inside.lnk"_s },
        { "link outside", u"outside.lnk"_s },
        { "through a link", u"etc.lnk/passwd"_s },
        { "through a link inside", u"sub.lnk/deeper/übersicht 報告.pdf"_s },
        { "link to itself", u"loop.lnk"_s },
        { "hard link", u"hard.txt"_s },
        { "its other name", u"hard2.txt"_s },
        { "pipe", u"pipe"_s },
        { "below a file", u"plain.txt/x"_s },
    };
    for (const auto &[how, walk] : { std::pair("best", Walk::Best),
                                     { "in kernel", Walk::InKernel },
                                     { "stepwise", Walk::Stepwise },
                                     { "by name", Walk::ByName } }) {
        for (const auto &[name, path] : paths)
            QTest::addRow("%s: %s", how, name) << walk << path;
    }
}

void TestAttachmentStore::refusesEverythingElseAlike()
{
    QFETCH(Walk, walk);
    QFETCH(QString, path);
    const Place place;
    QVERIFY(!Api::openConfined(place.root(), u"7"_s, path, walk));
    if (walk != Walk::Best)
        return;
    TestDatabase database;
    const auto refused = opened(database, place, userId, path);
    QVERIFY(!refused);
    QCOMPARE(refused.error(), ApiFailure{ .error = ApiError::AttachmentNotAllowed });
}

void TestAttachmentStore::opensUploadsOfTheirOwnerOnly()
{
    Place place;
    TestDatabase database;
    Store::Upload upload;
    upload.token = Store::newUploadToken();
    upload.userId = userId;
    upload.filename = u"Übersicht.pdf"_s;
    upload.contentType = "application/pdf";
    upload.size = 4;
    upload.expiresAt = std::numeric_limits<qint32>::max() * qint64(2);
    const auto reference = AttachmentStore::uploadReference(upload.token);
    place.put(u".postrider-uploads/"_s + QString::fromLatin1(upload.token), "data");
    QVERIFY(database.with(
        [&](Store::Session &session) { return Store::reserveUpload(session, upload, {}); }));
    QVERIFY(!opened(database, place, userId, reference)); // still being received
    QVERIFY(database.with(
        [&](Store::Session &session) { return Store::completeUpload(session, upload.token, 4); }));
    const auto own = opened(database, place, userId, reference);
    QVERIFY(own);
    QCOMPARE(own->filename, u"Übersicht.pdf"_s);
    QCOMPARE(own->contentType, "application/pdf");
    QCOMPARE(own->size, 4);
    QCOMPARE(own->file->readAll(), "data");
    const auto foreign = opened(database, place, 8, reference);
    QCOMPARE(foreign.error(), ApiFailure{ .error = ApiError::AttachmentNotAllowed });
    // The path of the uploaded file does not work, either.
    const auto byPath = opened(database, place, userId,
                               u"../.postrider-uploads/"_s + QString::fromLatin1(upload.token));
    QVERIFY(!byPath);
}

void TestAttachmentStore::namesUploadsElsewhere_data()
{
    QTest::addColumn<bool>("isInS3");

    QTest::newRow("in the database") << false;
    QTest::newRow("in S3") << true;
}

void TestAttachmentStore::namesUploadsElsewhere()
{
    QFETCH(bool, isInS3);
    const Place place;
    TestDatabase database;
    Store::Upload upload;
    upload.token = Store::newUploadToken();
    upload.userId = userId;
    upload.filename = u"a.pdf"_s;
    upload.contentType = "application/pdf";
    upload.isInDatabase = !isInS3;
    upload.isInS3 = isInS3;
    upload.expiresAt = std::numeric_limits<qint32>::max() * qint64(2);
    const auto reference = AttachmentStore::uploadReference(upload.token);
    QVERIFY(database.with(
        [&](Store::Session &session) { return Store::reserveUpload(session, upload, {}); }));
    QVERIFY(!opened(database, place, userId, reference)); // still being received
    QVERIFY(database.with(
        [&](Store::Session &session) { return Store::completeUpload(session, upload.token, 4); }));
    const auto own = opened(database, place, userId, reference);
    QVERIFY(own);
    QVERIFY(!own->file);
    QCOMPARE(own->token, upload.token);
    QCOMPARE(own->isInS3, isInS3);
    QCOMPARE(own->size, 4);
    QCOMPARE(opened(database, place, 8, reference).error(),
             ApiFailure{ .error = ApiError::AttachmentNotAllowed });
}

void TestAttachmentStore::knowsReferencesByTheirForm_data()
{
    QTest::addColumn<QString>("reference");
    QTest::addColumn<bool>("isOne");
    QTest::newRow("a file") << u"reports/may.pdf"_s << true;
    QTest::newRow("an upload") << u"upload:"_s + QString(32, u'A') << true;
    QTest::newRow("a short token") << u"upload:abc"_s << false;
    QTest::newRow("a token of other characters") << u"upload:"_s + QString(32, u'/') << false;
    QTest::newRow("empty") << u""_s << false;
    QTest::newRow("above") << u"../x"_s << false;
    QTest::newRow("absolute") << u"/etc/passwd"_s << false;
}

void TestAttachmentStore::knowsReferencesByTheirForm()
{
    QFETCH(QString, reference);
    QFETCH(bool, isOne);
    QCOMPARE(AttachmentStore::isReference(reference), isOne);
}

void TestAttachmentStore::sizesAreLimited()
{
    const Place place;
    TestDatabase database;
    const auto large = opened(database, place, userId, u"large.bin"_s);
    QCOMPARE(large.error(), ApiFailure{ .error = ApiError::AttachmentsTooLarge });
    const auto small = opened(database, place, userId, u"plain.txt"_s);
    QVERIFY(small);
    QCOMPARE(small->size, 5);
    QCOMPARE(small->filename, u"plain.txt"_s);
    QCOMPARE(small->contentType, "text/plain");
}

void TestAttachmentStore::readsTheFileThatItChecked()
{
    const Place place;
    TestDatabase database;
    const auto file = opened(database, place, userId, u"plain.txt"_s);
    QVERIFY(file);
#ifdef Q_OS_UNIX
    QVERIFY(QFile::remove(place.path(u"7/plain.txt"_s)));
    QVERIFY(QFile::link(u"/etc/passwd"_s, place.path(u"7/plain.txt"_s)));
#else // Windows does not remove an open file
    QVERIFY(!QFile::remove(place.path(u"7/plain.txt"_s)));
#endif
    QCOMPARE(file->file->readAll(), "plain");
}

QTEST_GUILESS_MAIN(TestAttachmentStore)
#include "tst_attachmentstore.moc"
