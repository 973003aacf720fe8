// SPDX-License-Identifier: GPL-3.0-or-later
#include "backup/manifest.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Backup;

class TestBackupManifest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void isReadAsItWasWritten();
    void filesOutsideOfTheirFolderAreRefused_data();
    void filesOutsideOfTheirFolderAreRefused();
    void partThatIsNotThereIsRefused();
    void otherThingsAreRefused_data();
    void otherThingsAreRefused();
};

namespace {

Manifest example()
{
    Manifest manifest;
    manifest.version = u"1.0.0"_s;
    manifest.schema = 35;
    manifest.engine = u"sqlite"_s;
    manifest.madeAt = 1'800'000'000;
    manifest.tables = {
        { "empty", { { "id", Store::CopyColumn::Type::Integer } }, {}, {} },
        { "mails",
          { { "id", Store::CopyColumn::Type::Integer },
            { "raw", Store::CopyColumn::Type::Bytes },
            { "subject", Store::CopyColumn::Type::Text } },
          Store::CopyDigest(3, QByteArray(32, 'd')),
          { "tables/mails/000001.zst", "tables/mails/000002.zst" } },
    };
    manifest.lastIds = { { "mails", (qint64(1) << 53) - 1 } };
    manifest.files = { { u"1/größe \"ü\".pdf"_s, "files/000001" } };
    for (const char *name :
         { "tables/mails/000001.zst", "tables/mails/000002.zst", "files/000001" })
        manifest.parts.insert(name, { qint64(1) << 40, QByteArray(32, 's') });
    return manifest;
}

} // namespace

void TestBackupManifest::isReadAsItWasWritten()
{
    QCOMPARE(manifestFrom(toJson(example())), Result<Manifest>(example()));
    Manifest withKeys = example();
    withKeys.hasKeys = true;
    withKeys.parts.insert(keysName, { 65, QByteArray(32, 'k') });
    QCOMPARE(manifestFrom(toJson(withKeys)), Result<Manifest>(withKeys));
}

void TestBackupManifest::filesOutsideOfTheirFolderAreRefused_data()
{
    QTest::addColumn<QString>("path");
    for (const char *path :
         { "../master.key", "1/../../x", "/etc/passwd", "1//x", "", "1/", "./x", "..\\x", "1/.." })
        QTest::newRow(path) << QString::fromLatin1(path);
}

void TestBackupManifest::filesOutsideOfTheirFolderAreRefused()
{
    QFETCH(QString, path);
    Manifest manifest = example();
    manifest.files = { { path, "files/000001" } };
    QVERIFY(!manifestFrom(toJson(manifest)));
}

void TestBackupManifest::partThatIsNotThereIsRefused()
{
    for (const char *part : { "tables/mails/000002.zst", "files/000001" }) {
        Manifest manifest = example();
        manifest.parts.remove(part);
        QVERIFY(!manifestFrom(toJson(manifest)));
    }
    Manifest manifest = example();
    manifest.hasKeys = true;
    QVERIFY(!manifestFrom(toJson(manifest)));
}

void TestBackupManifest::otherThingsAreRefused_data()
{
    QTest::addColumn<QByteArray>("json");
    for (const char *json : { "", "[]", "{}", R"({"format": 2})", R"({"format": "1"})" })
        QTest::newRow(json) << QByteArray(json);
}

void TestBackupManifest::otherThingsAreRefused()
{
    QFETCH(QByteArray, json);
    QVERIFY(!manifestFrom(json));
}

QTEST_GUILESS_MAIN(TestBackupManifest)
#include "tst_backupmanifest.moc"
