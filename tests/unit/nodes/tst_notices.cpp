// SPDX-License-Identifier: GPL-3.0-or-later
// Transient events as the texts that nodes send to each other.
#include "nodes/notices.h"

#include <QTest>

using namespace Nodes;
using namespace Qt::StringLiterals;

class TestNotices : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eventsComeBackAsTheyWere();
    void manyEventsAreFewNotices();
    void eventThatIsTooLongIsLeftOut();
    void foreignTextHasNoEvents_data();
    void foreignTextHasNoEvents();
};

namespace {

Store::Event stateEvent(const QByteArray &data)
{
    return { .name = "account.state",
             .accountId = 7,
             .userId = 8,
             .data = data,
             .at = 9,
             .durable = false,
             .ownerId = 10 };
}

QList<Store::Event> through(const QByteArrayList &notices)
{
    QList<Store::Event> events;
    for (const QByteArray &notice : notices)
        events += eventsIn(notice);
    return events;
}

} // namespace

void TestNotices::eventsComeBackAsTheyWere()
{
    const QList<Store::Event> events{ stateEvent(R"({"name":"Müller"})"), stateEvent("{}") };
    QCOMPARE(through(noticesOf(events)), events);
    QVERIFY(noticesOf({}).isEmpty());
}

void TestNotices::manyEventsAreFewNotices()
{
    QList<Store::Event> events;
    for (int i = 0; i < 200; ++i)
        events.append(stateEvent(QByteArray::number(i)));
    const QByteArrayList notices = noticesOf(events);
    QVERIFY2(notices.size() <= 3, qPrintable(QString::number(notices.size())));
    for (const QByteArray &notice : notices)
        QVERIFY(notice.size() < 7500); // with the sender's tag at most 8,000
    QCOMPARE(through(notices), events);
}

void TestNotices::eventThatIsTooLongIsLeftOut()
{
    const QList<Store::Event> events{ stateEvent("1"), stateEvent(QByteArray(8000, 'x')),
                                      stateEvent("2") };
    const QList<Store::Event> rest{ stateEvent("1"), stateEvent("2") };
    QCOMPARE(through(noticesOf(events)), rest);
}

void TestNotices::foreignTextHasNoEvents_data()
{
    QTest::addColumn<QByteArray>("notice");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("no JSON") << QByteArray("[{");
    QTest::newRow("no list") << QByteArray(R"({"name":"x"})");
    QTest::newRow("no name") << QByteArray(R"([{"at":1}, 5])");
}

void TestNotices::foreignTextHasNoEvents()
{
    QFETCH(QByteArray, notice);
    QVERIFY(eventsIn(notice).isEmpty());
}

QTEST_GUILESS_MAIN(TestNotices)
#include "tst_notices.moc"
