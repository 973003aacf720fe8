// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/uploadobjects.h"

#include <QTest>

class TestUploadObjects : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void haveTheSizeOfTheirPlace_data();
    void haveTheSizeOfTheirPlace();
    void areNamedInOrder();
    void otherFoldersAreNotOurs_data();
    void otherFoldersAreNotOurs();
};

void TestUploadObjects::haveTheSizeOfTheirPlace_data()
{
    QTest::addColumn<qint64>("upload");
    QTest::addColumn<int>("position");
    QTest::addColumn<qsizetype>("expected");

    constexpr qint64 whole = Api::uploadObjectBytes;
    QTest::newRow("empty") << qint64(0) << 0 << qsizetype(0);
    QTest::newRow("a byte") << qint64(1) << 0 << qsizetype(1);
    QTest::newRow("exactly one") << whole << 0 << qsizetype(whole);
    QTest::newRow("after the only one") << whole << 1 << qsizetype(0);
    QTest::newRow("the last") << whole * 3 + 5 << 3 << qsizetype(5);
    QTest::newRow("in the middle") << whole * 3 + 5 << 2 << qsizetype(whole);
    QTest::newRow("a terabyte") << (qint64(1) << 40) << 524'287 << qsizetype(whole);
}

void TestUploadObjects::haveTheSizeOfTheirPlace()
{
    QFETCH(qint64, upload);
    QFETCH(int, position);
    QFETCH(qsizetype, expected);
    QCOMPARE(Api::uploadObjectSize(upload, position), expected);
}

void TestUploadObjects::areNamedInOrder()
{
    const QByteArray token(32, 'A');
    QCOMPARE(Api::uploadObjectKey(token, 0), token + "/00000000");
    QCOMPARE(Api::uploadObjectKey(token, 524'287), token + "/00524287");
}

void TestUploadObjects::otherFoldersAreNotOurs_data()
{
    QTest::addColumn<QByteArray>("folder");
    QTest::addColumn<bool>("isOurs");

    QTest::newRow("token") << QByteArray(32, 'A') + '/' << true;
    QTest::newRow("shorter") << QByteArray(31, 'A') + '/' << false;
    QTest::newRow("other signs") << QByteArray(31, 'A') + "./" << false;
    QTest::newRow("empty") << QByteArray("/") << false;
}

void TestUploadObjects::otherFoldersAreNotOurs()
{
    QFETCH(QByteArray, folder);
    QFETCH(bool, isOurs);
    QCOMPARE(Api::uploadOfFolder(folder).has_value(), isOurs);
}

QTEST_GUILESS_MAIN(TestUploadObjects)
#include "tst_uploadobjects.moc"
