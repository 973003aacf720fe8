// SPDX-License-Identifier: GPL-3.0-or-later
#include "s3/settings.h"

#include <QTest>

using namespace Qt::StringLiterals;

class TestS3Settings : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void takesAddressesOfStores_data();
    void takesAddressesOfStores();
    void takesNamesWithoutEscapes_data();
    void takesNamesWithoutEscapes();
};

void TestS3Settings::takesAddressesOfStores_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected"); // empty: refused

    const auto row = [](const QString &text, const QString &expected) {
        QTest::newRow(qPrintable(text)) << text << expected;
    };
    row(u"https://s3.eu-central-1.amazonaws.com"_s, u"https://s3.eu-central-1.amazonaws.com"_s);
    row(u"http://127.0.0.1:9000/"_s, u"http://127.0.0.1:9000"_s);
    row(u"http://[::1]:9000"_s, u"http://[::1]:9000"_s);
    row(u"https://store.example/bucket"_s, {});
    row(u"https://store.example?x=1"_s, {});
    row(u"https://key:secret@store.example"_s, {});
    row(u"s3://bucket"_s, {});
    row(u"store.example"_s, {});
}

void TestS3Settings::takesAddressesOfStores()
{
    QFETCH(QString, text);
    QFETCH(QString, expected);
    const auto url = S3::storeUrl(text);
    QCOMPARE(url ? url->toString() : QString(), expected);
}

void TestS3Settings::takesNamesWithoutEscapes_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<bool>("isBucket");
    QTest::addColumn<bool>("isFolder");

    QTest::newRow("plain") << QByteArray("mail-uploads.2026") << true << true;
    QTest::newRow("short") << QByteArray("ab") << false << true;
    QTest::newRow("two folders") << QByteArray("a/b") << false << true;
    QTest::newRow("slash at the end") << QByteArray("abc/") << false << true;
    QTest::newRow("slash at the beginning") << QByteArray("/abc") << false << false;
    QTest::newRow("the folder above") << QByteArray("abc/..") << false << false;
    QTest::newRow("dots only") << QByteArray("..") << false << false;
    QTest::newRow("blank") << QByteArray("a bc") << false << false;
    QTest::newRow("escape") << QByteArray("a%2fbc") << false << false;
    QTest::newRow("empty") << QByteArray() << false << false;
}

void TestS3Settings::takesNamesWithoutEscapes()
{
    QFETCH(QByteArray, name);
    QFETCH(bool, isBucket);
    QFETCH(bool, isFolder);
    QCOMPARE(S3::isBucketName(name), isBucket);
    QCOMPARE(S3::isPrefix(name), isFolder);
}

QTEST_GUILESS_MAIN(TestS3Settings)
#include "tst_s3_settings.moc"
