// SPDX-License-Identifier: GPL-3.0-or-later
#include "crypto/masterkey.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;

class MasterKeyTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void generatesOnceAndKeepsIt();
    void makesNoneWhereItIsOnlyLookedFor();
    void readsEveryForm_data();
    void readsEveryForm();
    void refusesUnusableContent_data();
    void refusesUnusableContent();
    void refusesFileThatOthersRead();
    void refusesMissingKeyFile();
    void takesTheFirstSource();
    void environmentWarns();
};

namespace {

const QByteArray key(32, '\xab');
const QByteArray other(32, '\x12');

QString written(const QTemporaryDir &dir, const QString &name, const QByteArray &content)
{
    QFile file(dir.filePath(name));
    const bool done = file.open(QIODevice::WriteOnly) && file.write(content) == content.size()
        && file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    return done ? file.fileName() : QString();
}

} // namespace

void MasterKeyTest::generatesOnceAndKeepsIt()
{
    const QTemporaryDir dir;
    const auto first = Crypto::loadMasterKey({ .dataDirectory = dir.path() });
    QVERIFY(first);
    QVERIFY(first->isNew);
#ifdef Q_OS_UNIX // on Windows Qt invents the mode
    const auto mode = QFile::permissions(dir.filePath(u"master.key"_s));
    QVERIFY(!(mode & (QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther)));
#endif
    const auto second = Crypto::loadMasterKey({ .dataDirectory = dir.path() });
    QVERIFY(second);
    QVERIFY(!second->isNew);
    QCOMPARE(second->keys.current().bytes, first->keys.current().bytes);
}

void MasterKeyTest::makesNoneWhereItIsOnlyLookedFor()
{
    const QTemporaryDir dir;
    const Crypto::MasterKeySources sources{ .dataDirectory = dir.path() };
    const auto none = Crypto::findMasterKey(sources);
    QVERIFY(!none);
    QCOMPARE(none.error().code, Error::Code::NotFound);
    QVERIFY(QDir(dir.path()).isEmpty());
    const auto made = Crypto::loadMasterKey(sources);
    const auto found = Crypto::findMasterKey(sources);
    QVERIFY(made && found);
    QCOMPARE(found->keys.current().bytes, made->keys.current().bytes);
}

void MasterKeyTest::readsEveryForm_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<int>("count");
    QTest::newRow("raw") << key << 1;
    QTest::newRow("hex") << key.toHex() << 1;
    QTest::newRow("hex, line end") << key.toHex().toUpper() + "\r\n" << 1;
    QTest::newRow("base64") << key.toBase64() + '\n' << 1;
    QTest::newRow("base64url") << key.toBase64(QByteArray::Base64UrlEncoding
                                               | QByteArray::OmitTrailingEquals)
                               << 1;
    QTest::newRow("two keys") << key.toHex() + '\n' + other.toBase64() + "\n\n" << 2;
}

void MasterKeyTest::readsEveryForm()
{
    QFETCH(QByteArray, content);
    const QTemporaryDir dir;
    const auto loaded = Crypto::loadMasterKey({ .keyFile = written(dir, u"key"_s, content) });
    QVERIFY2(loaded, loaded ? "" : qPrintable(loaded.error().message));
    QCOMPARE(loaded->keys.current().bytes, key);
    QTEST(int(loaded->keys.keys().size()), "count");
    QVERIFY(loaded->warning.isEmpty());
}

void MasterKeyTest::refusesUnusableContent_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("blank") << QByteArray(" \n\n");
    QTest::newRow("short hex") << key.toHex().chopped(2);
    QTest::newRow("31 bytes") << key.chopped(1).toBase64();
    QTest::newRow("words") << QByteArray("correct horse battery staple");
    QTest::newRow("second line bad") << key.toHex() + "\nnonsense";
}

void MasterKeyTest::refusesUnusableContent()
{
    QFETCH(QByteArray, content);
    const QTemporaryDir dir;
    const QString path = written(dir, u"key"_s, content);
    const auto loaded = Crypto::loadMasterKey({ .keyFile = path, .dataDirectory = dir.path() });
    QVERIFY(!loaded);
    QCOMPARE(loaded.error().code, Error::Code::BadRequest);
    QVERIFY(loaded.error().message.contains(path));
    QVERIFY(!QFile::exists(dir.filePath(u"master.key"_s)));
}

void MasterKeyTest::refusesFileThatOthersRead()
{
    const QTemporaryDir dir;
    const QString path = written(dir, u"key"_s, key.toHex());
    QVERIFY(QFile::setPermissions(path, QFile::ReadOwner | QFile::ReadOther));
    const auto loaded = Crypto::loadMasterKey({ .keyFile = path });
#ifdef Q_OS_WIN // files have no mode there
    QVERIFY(loaded);
#else
    QVERIFY(!loaded);
    QVERIFY(loaded.error().message.contains(u"chmod 600"_s));
#endif
}

void MasterKeyTest::refusesMissingKeyFile()
{
    const QTemporaryDir dir;
    const auto loaded = Crypto::loadMasterKey(
        { .keyFile = dir.filePath(u"absent"_s), .dataDirectory = dir.path() });
    QVERIFY(!loaded);
    QVERIFY(!QFile::exists(dir.filePath(u"master.key"_s)));
}

void MasterKeyTest::takesTheFirstSource()
{
    const QTemporaryDir dir;
    QVERIFY(!written(dir, u"postrider-key"_s, key).isEmpty());
    const Crypto::MasterKeySources sources{ .credentialsDirectory = dir.path(),
                                            .keyFile = written(dir, u"key"_s, other.toHex()),
                                            .key = "not looked at",
                                            .dataDirectory = dir.path() };
    const auto loaded = Crypto::loadMasterKey(sources);
    QVERIFY(loaded);
    QCOMPARE(loaded->keys.current().bytes, key);
    QVERIFY(loaded->origin.contains(u"credential"_s));
}

void MasterKeyTest::environmentWarns()
{
    const auto loaded = Crypto::loadMasterKey({ .key = key.toHex() });
    QVERIFY(loaded);
    QCOMPARE(loaded->keys.current().bytes, key);
    QVERIFY(!loaded->warning.isEmpty());
}

QTEST_APPLESS_MAIN(MasterKeyTest)
#include "tst_masterkey.moc"
