// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/rowchecksum.h"

#include <QTest>

using namespace Search;

class tst_SearchRowChecksum : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void opensWhatItSealed_data();
    void opensWhatItSealed();
    void seesEveryChangedBit();
    void seesRowsThatAreCut();
    void refusesZeros();
};

void tst_SearchRowChecksum::opensWhatItSealed_data()
{
    QTest::addColumn<QByteArray>("data");
    for (const int size : { 0, 1, 7, 8, 9, 16, 7600 })
        QTest::addRow("%d bytes", size) << QByteArray(size, 'x');
    QTest::newRow("null") << QByteArray();
}

void tst_SearchRowChecksum::opensWhatItSealed()
{
    QFETCH(QByteArray, data);
    const QByteArray row = sealedRow(data);
    QCOMPARE(row.size(), data.size() + 4);
    const auto opened = openedRow(row);
    QVERIFY(opened.has_value());
    QCOMPARE(opened->toByteArray(), data);
}

void tst_SearchRowChecksum::seesEveryChangedBit()
{
    const QByteArray row = sealedRow("the quick brown fox jumps over");
    for (qsizetype bit = 0; bit < row.size() * 8; ++bit) {
        QByteArray damaged = row;
        damaged[bit / 8] = char(damaged[bit / 8] ^ (1 << bit % 8));
        QVERIFY2(!openedRow(damaged), qPrintable(QString::number(bit)));
    }
}

void tst_SearchRowChecksum::seesRowsThatAreCut()
{
    const QByteArray row = sealedRow(QByteArray("text\0\0\0\0\0\0\0\0", 12));
    for (qsizetype size = 0; size < row.size(); ++size)
        QVERIFY(!openedRow(row.first(size)));
    QVERIFY(!openedRow(row + '\0'));
}

void tst_SearchRowChecksum::refusesZeros()
{
    for (const qsizetype size : { 0, 1, 4, 12, 4096 })
        QVERIFY(!openedRow(QByteArray(size, '\0')));
}

QTEST_GUILESS_MAIN(tst_SearchRowChecksum)
#include "tst_search_rowchecksum.moc"
