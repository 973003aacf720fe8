// SPDX-License-Identifier: GPL-3.0-or-later
#include "oauth/handles.h"

#include <QSet>
#include <QTest>

using namespace std::chrono_literals;

/** States and handles: hard to guess, of one user, for a limited time, taken once. */
class TestHandles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_now = 0ms; }

    void hasRandomBits()
    {
        OAuth::Handles<int> handles(10min, 1000);
        QSet<QByteArray> seen;
        for (int i = 0; i < 100; ++i)
            seen.insert(handles.put(1, i));
        QCOMPARE(seen.size(), 100);
        for (const QByteArray &handle : seen)
            QCOMPARE(Crypto::fromBase64Url(handle)->size() * 8, 192);
    }

    void isTakenOnce()
    {
        OAuth::Handles<int> handles(10min);
        const QByteArray handle = handles.put(1, 7);
        QCOMPARE(*handles.find(1, handle), 7);
        QCOMPARE(handles.take(1, handle), std::optional(7));
        QCOMPARE(handles.take(1, handle), std::nullopt);
        QVERIFY(!handles.find(1, handle));
    }

    void isOfItsUser()
    {
        OAuth::Handles<int> handles(10min);
        const QByteArray handle = handles.put(1, 7);
        QVERIFY(!handles.find(2, handle));
        QCOMPARE(handles.take(2, handle), std::nullopt);
        QCOMPARE(handles.take(1, handle), std::optional(7));
    }

    void isNotFoundByOtherTexts_data()
    {
        QTest::addColumn<QByteArray>("handle");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("as long") << QByteArray(32, 'A');
        QTest::newRow("long") << QByteArray(100'000, 'A');
        QTest::newRow("NUL") << QByteArray(32, '\0');
    }
    void isNotFoundByOtherTexts()
    {
        QFETCH(const QByteArray, handle);
        OAuth::Handles<int> handles(10min);
        handles.put(1, 7);
        QVERIFY(!handles.find(1, handle));
    }

    void ends()
    {
        OAuth::Handles<int> handles(10min, 20, [this] { return m_now; });
        const QByteArray handle = handles.put(1, 7);
        m_now = 10min - 1ms;
        QVERIFY(handles.find(1, handle));
        m_now = 10min;
        QVERIFY(!handles.find(1, handle));
    }

    void keepsTheNewestOfAUser()
    {
        OAuth::Handles<int> handles(10min, 2);
        const QByteArray others = handles.put(2, 0);
        const QByteArray first = handles.put(1, 1);
        const QByteArray second = handles.put(1, 2);
        const QByteArray third = handles.put(1, 3);
        QVERIFY(!handles.find(1, first));
        QCOMPARE(*handles.find(1, second), 2);
        QCOMPARE(*handles.find(1, third), 3);
        QCOMPARE(*handles.find(2, others), 0);
    }

private:
    std::chrono::milliseconds m_now{ 0 };
};

QTEST_GUILESS_MAIN(TestHandles)
#include "tst_oauth_handles.moc"
