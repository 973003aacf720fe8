// SPDX-License-Identifier: GPL-3.0-or-later
#include "backup/tarheader.h"

#include <QTest>

using namespace Backup;

class TestTarHeader : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void isReadAsItWasWritten_data();
    void isReadAsItWasWritten();
    void anyChangedByteIsNoticed();
    void otherThingsAreNotRead_data();
    void otherThingsAreNotRead();
    void membersEndWithTheirBlock();
};

void TestTarHeader::isReadAsItWasWritten_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<qint64>("size");
    QTest::newRow("empty") << QByteArray("a") << qint64(0);
    QTest::newRow("longest name") << QByteArray(100, 'x') << qint64(1);
    QTest::newRow("last size in octal") << QByteArray("b") << (qint64(1) << 33) - 1;
    QTest::newRow("first size in binary") << QByteArray("c") << (qint64(1) << 33);
    QTest::newRow("huge") << QByteArray("d") << (qint64(1) << 60) + 7;
}

void TestTarHeader::isReadAsItWasWritten()
{
    QFETCH(QByteArray, name);
    QFETCH(qint64, size);
    const TarMember member{ name, size };
    const QByteArray block = tarHeader(member, 1'800'000'000);
    QVERIFY(block.size() == tarBlock);
    QCOMPARE(tarMember(block), std::optional(member));
}

void TestTarHeader::anyChangedByteIsNoticed()
{
    const QByteArray block = tarHeader({ "tables/mails/000001.zst", 4711 }, 1'800'000'000);
    for (qsizetype i = 0; i < block.size(); ++i) {
        QByteArray changed = block;
        changed[i] = char(changed[i] ^ 1);
        const auto member = tarMember(changed);
        // The last two bytes of the checksum field have no meaning.
        QVERIFY2(!member || (i >= 154 && i <= 155), qPrintable(QString::number(i)));
    }
}

void TestTarHeader::otherThingsAreNotRead_data()
{
    QTest::addColumn<QByteArray>("block");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("zeros") << QByteArray(tarBlock, '\0');
    QTest::newRow("too short") << tarHeader({ "a", 1 }, 0).first(tarBlock - 1);
    QTest::newRow("text") << QByteArray(tarBlock, 'x');
}

void TestTarHeader::otherThingsAreNotRead()
{
    QFETCH(QByteArray, block);
    QVERIFY(!tarMember(block));
}

void TestTarHeader::membersEndWithTheirBlock()
{
    QCOMPARE(tarPadding(0), qint64(0));
    QCOMPARE(tarPadding(1), qint64(511));
    QCOMPARE(tarPadding(512), qint64(0));
    QCOMPARE(tarPadding(513), qint64(511));
}

QTEST_GUILESS_MAIN(TestTarHeader)
#include "tst_tarheader.moc"
