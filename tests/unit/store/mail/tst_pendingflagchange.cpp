// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/mail/mailrow.h"
#include "store/mail/pendingflagchange.h"

#include <QTest>

using namespace Store;

namespace {
constexpr quint8 Seen = ServerSeen;
constexpr quint8 Flagged = ServerFlagged;
constexpr quint8 Both = Seen | Flagged;

PendingFlagChange pending(quint8 noted, quint8 mask = 0, quint8 wanted = 0, quint8 sent = 0)
{
    return { .mailId = 1, .uid = 7, .noted = noted, .mask = mask, .wanted = wanted, .sent = sent };
}
PendingFlagChange stored(PendingFlagChange pending, quint8 flags)
{
    pending.stored = flags;
    return pending;
}
} // namespace

class TestPendingFlagChange : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void comesOfLocalChanges_data();
    void comesOfLocalChanges();
    void meetsTheServersChanges_data();
    void meetsTheServersChanges();
    void meetsACopy_data();
    void meetsACopy();
    void isAnsweredByAQuestion_data();
    void isAnsweredByAQuestion();
    void endsWhenStored_data();
    void endsWhenStored();
};

void TestPendingFlagChange::comesOfLocalChanges_data()
{
    QTest::addColumn<PendingFlagChange>("before");
    QTest::addColumn<quint8>("touched");
    QTest::addColumn<quint8>("values");
    QTest::addColumn<PendingFlagChange>("after");
    QTest::newRow("read") << pending(0) << Seen << Seen << pending(0, Seen, Seen);
    QTest::newRow("starred too") << pending(0, Seen, Seen) << Flagged << Flagged
                                 << pending(0, Both, Both);
    QTest::newRow("unread again, before it was sent")
        << pending(0, Seen, Seen) << Seen << quint8(0) << pending(0);
    QTest::newRow("unread again, while it is sent")
        << pending(0, Seen, Seen, Seen) << Seen << quint8(0) << pending(0, Seen, 0, Seen);
    QTest::newRow("as the server has it") << pending(Seen) << Seen << Seen << pending(Seen);
    QTest::newRow("star removed") << pending(Both) << Flagged << quint8(0)
                                  << pending(Both, Flagged, 0);
}

void TestPendingFlagChange::comesOfLocalChanges()
{
    QFETCH(PendingFlagChange, before);
    QFETCH(quint8, touched);
    QFETCH(quint8, values);
    QFETCH(PendingFlagChange, after);
    QVERIFY(afterLocalChange(before, touched, values) == after);
}

void TestPendingFlagChange::meetsTheServersChanges_data()
{
    QTest::addColumn<PendingFlagChange>("before");
    QTest::addColumn<quint8>("now");
    QTest::addColumn<Reconciled>("after");
    const auto row = [](const char *name, const PendingFlagChange &before, quint8 now,
                        const PendingFlagChange &after, quint8 takeOver) {
        QTest::newRow(name) << before << now << Reconciled{ after, takeOver };
    };
    row("changed there only", pending(0), Seen, pending(Seen), Seen);
    row("changed there and here alike", pending(0, Seen, Seen), Seen, pending(Seen), 0);
    row("the other flag changed there", pending(0, Seen, Seen), Flagged,
        pending(Flagged, Seen, Seen), Flagged);
    row("ours comes back before its answer", pending(0, Seen, Seen, Seen), Seen, pending(Seen), 0);
    row("ours comes back, and it was changed here meanwhile", pending(0, Seen, 0, Seen), Seen,
        pending(Seen, Seen, 0), 0);
    row("changed here and back, and there meanwhile", pending(0), Seen, pending(Seen), Seen);
    row("ours comes back with another one's", pending(0, Seen, Seen, Seen), Both, pending(Both),
        Flagged);
    row("changed there after we stored it", stored(pending(Both), Both), Seen,
        stored(pending(Seen), Seen), Flagged);
}

void TestPendingFlagChange::meetsTheServersChanges()
{
    QFETCH(PendingFlagChange, before);
    QFETCH(quint8, now);
    QFETCH(Reconciled, after);
    QVERIFY(afterServerChange(before, now) == after);
}

void TestPendingFlagChange::meetsACopy_data()
{
    QTest::addColumn<PendingFlagChange>("before");
    QTest::addColumn<quint8>("now");
    QTest::addColumn<Reconciled>("after");
    const auto row = [](const char *name, const PendingFlagChange &before, quint8 now,
                        const PendingFlagChange &after, quint8 takeOver) {
        QTest::newRow(name) << before << now << Reconciled{ after, takeOver };
    };
    row("with what we stored", stored(pending(Seen), Seen), Seen, pending(Seen), 0);
    row("older than what we stored", stored(pending(Seen), Seen), 0, pending(0, Seen, Seen), 0);
    row("older than a star that we took away", stored(pending(Seen), Flagged), Both,
        pending(Both, Flagged, 0), 0);
    row("older, and the other flag changed there", stored(pending(Seen), Seen), Flagged,
        pending(Flagged, Seen, Seen), Flagged);
    row("older, and changed back here since", stored(pending(Seen, Seen, 0), Seen), 0, pending(0),
        0);
    row("stored long ago", pending(Seen), 0, pending(0), Seen);
}

void TestPendingFlagChange::meetsACopy()
{
    QFETCH(PendingFlagChange, before);
    QFETCH(quint8, now);
    QFETCH(Reconciled, after);
    QVERIFY(afterMove(before, now) == after);
}

void TestPendingFlagChange::isAnsweredByAQuestion_data()
{
    QTest::addColumn<PendingFlagChange>("before");
    QTest::addColumn<PendingFlagChange>("after");
    QTest::newRow("it never arrived") << pending(0, Seen, Seen, Seen) << pending(0, Seen, Seen);
    QTest::newRow("never arrived, and is no longer wanted")
        << pending(0, Seen, 0, Seen) << pending(0);
    QTest::newRow("nothing was sent") << pending(0, Seen, Seen) << pending(0, Seen, Seen);
}

void TestPendingFlagChange::isAnsweredByAQuestion()
{
    QFETCH(PendingFlagChange, before);
    QFETCH(PendingFlagChange, after);
    QVERIFY(afterQuestion(before) == after);
    QCOMPARE(beforeSending(after).sent, after.mask);
}

void TestPendingFlagChange::endsWhenStored_data()
{
    QTest::addColumn<PendingFlagChange>("before");
    QTest::addColumn<PendingFlagChange>("after");
    QTest::newRow("as it was sent") << pending(0, Seen, Seen, Seen) << stored(pending(Seen), Seen);
    QTest::newRow("changed here while it was sent")
        << pending(0, Seen, 0, Seen) << stored(pending(Seen, Seen, 0), Seen);
    QTest::newRow("another flag since")
        << pending(0, Both, Both, Seen) << stored(pending(Seen, Flagged, Flagged), Seen);
}

void TestPendingFlagChange::endsWhenStored()
{
    QFETCH(PendingFlagChange, before);
    QFETCH(PendingFlagChange, after);
    QVERIFY(afterStore(before, Seen, Seen) == after);
}

QTEST_GUILESS_MAIN(TestPendingFlagChange)
#include "tst_pendingflagchange.moc"
