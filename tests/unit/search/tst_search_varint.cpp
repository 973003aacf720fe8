// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/varint.h"

#include <QTest>

using namespace Search;

class tst_SearchVarint : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void readsWhatItWrote_data();
    void readsWhatItWrote();
    void neverReadsBehindTheEnd_data();
    void neverReadsBehindTheEnd();
};

void tst_SearchVarint::readsWhatItWrote_data()
{
    QTest::addColumn<quint64>("value");
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("0") << quint64(0) << QByteArray("00");
    QTest::newRow("127") << quint64(127) << QByteArray("7f");
    QTest::newRow("128") << quint64(128) << QByteArray("8001");
    QTest::newRow("16383") << quint64(16383) << QByteArray("ff7f");
    QTest::newRow("16384") << quint64(16384) << QByteArray("808001");
    QTest::newRow("32 bits") << quint64(0xffffffff) << QByteArray("ffffffff0f");
    QTest::newRow("64 bits") << ~quint64(0) << QByteArray("ffffffffffffffffff01");
}

void tst_SearchVarint::readsWhatItWrote()
{
    QFETCH(quint64, value);
    QFETCH(QByteArray, bytes);
    QByteArray written;
    appendVarint(written, value);
    QCOMPARE(written.toHex(), bytes);

    written += "rest";
    const char *at = written.constData();
    QCOMPARE(takeVarint(at, written.constEnd()), value);
    QCOMPARE(QByteArray(at), QByteArray("rest"));
    at = written.constData();
    skipVarint(at, written.constEnd());
    QCOMPARE(QByteArray(at), QByteArray("rest"));
}

void tst_SearchVarint::neverReadsBehindTheEnd_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<quint64>("value");
    QTest::newRow("nothing") << QByteArray() << quint64(0);
    QTest::newRow("cut off") << QByteArray("85") << quint64(5);
    QTest::newRow("zeros that never end") << QByteArray(40, '8').replace("88", "80") << quint64(0);
    QTest::newRow("too many bits") << QByteArray("ffffffffffffffffffffffffff") << ~quint64(0);
}

void tst_SearchVarint::neverReadsBehindTheEnd()
{
    QFETCH(QByteArray, bytes);
    QFETCH(quint64, value);
    const QByteArray data = QByteArray::fromHex(bytes) + '\1'; // one byte behind the end
    const char *const end = data.constEnd() - 1;
    const char *at = data.constData();
    QCOMPARE(takeVarint(at, end), value);
    QCOMPARE(at, end);
    at = data.constData();
    skipVarint(at, end);
    QCOMPARE(at, end);
}

QTEST_GUILESS_MAIN(tst_SearchVarint)
#include "tst_search_varint.moc"
