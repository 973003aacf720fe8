// SPDX-License-Identifier: GPL-3.0-or-later
#include "events/inbox.h"

#include <QTest>

using namespace Events;

class TestInbox : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void wakesOnce();
    void dropsTheOldest();
    void tellsWhetherADurableOneWasLost();
};

namespace {

Store::Event numbered(qint64 id)
{
    Store::Event event;
    event.id = id;
    event.durable = id != 0;
    return event;
}

QList<Store::Event> numberedTo(qint64 last)
{
    QList<Store::Event> events;
    for (qint64 id = 1; id <= last; ++id)
        events.append(numbered(id));
    return events;
}

} // namespace

void TestInbox::wakesOnce()
{
    Inbox inbox(256);
    QVERIFY(!inbox.put({}));
    QVERIFY(inbox.put({ numbered(1) }));
    QVERIFY(!inbox.put({ numbered(2) }));
    QCOMPARE(inbox.takeAll().events, numberedTo(2));
    QVERIFY(inbox.put({ numbered(3) }));
}

void TestInbox::dropsTheOldest()
{
    Inbox inbox(256);
    inbox.put(numberedTo(257));
    const Inbox::Batch batch = inbox.takeAll();
    QCOMPARE(batch.events, numberedTo(257).sliced(1));
    QCOMPARE(batch.newestId, 257);
}

void TestInbox::tellsWhetherADurableOneWasLost()
{
    Inbox inbox(2);
    inbox.put({ numbered(0), numbered(1), numbered(2) });
    QVERIFY(!inbox.takeAll().lostDurable);
    inbox.put({ numbered(3), numbered(0), numbered(0) });
    const Inbox::Batch batch = inbox.takeAll();
    QVERIFY(batch.lostDurable);
    QCOMPARE(batch.newestId, 3);
    QVERIFY(!inbox.takeAll().lostDurable);
}

QTEST_GUILESS_MAIN(TestInbox)
#include "tst_inbox.moc"
