// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/mail/flagwish.h"
#include "store/mail/mailrow.h"

#include <QTest>

using namespace Store;

namespace {
constexpr quint8 Seen = ServerSeen;
constexpr quint8 Flagged = ServerFlagged;
constexpr quint8 Both = Seen | Flagged;

FlagWish wish(quint8 noted, quint8 mask = 0, quint8 wanted = 0, quint8 sent = 0)
{
    return { .mailId = 1, .uid = 7, .noted = noted, .mask = mask, .wanted = wanted, .sent = sent };
}
FlagWish told(FlagWish wish, quint8 flags)
{
    wish.told = flags;
    return wish;
}
} // namespace

class TestFlagWish : public QObject
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

void TestFlagWish::comesOfLocalChanges_data()
{
    QTest::addColumn<FlagWish>("before");
    QTest::addColumn<quint8>("touched");
    QTest::addColumn<quint8>("values");
    QTest::addColumn<FlagWish>("after");
    QTest::newRow("read") << wish(0) << Seen << Seen << wish(0, Seen, Seen);
    QTest::newRow("starred too") << wish(0, Seen, Seen) << Flagged << Flagged
                                 << wish(0, Both, Both);
    QTest::newRow("unread again, before it was sent")
        << wish(0, Seen, Seen) << Seen << quint8(0) << wish(0);
    QTest::newRow("unread again, while it is sent")
        << wish(0, Seen, Seen, Seen) << Seen << quint8(0) << wish(0, Seen, 0, Seen);
    QTest::newRow("as the server has it") << wish(Seen) << Seen << Seen << wish(Seen);
    QTest::newRow("star removed") << wish(Both) << Flagged << quint8(0) << wish(Both, Flagged, 0);
}

void TestFlagWish::comesOfLocalChanges()
{
    QFETCH(FlagWish, before);
    QFETCH(quint8, touched);
    QFETCH(quint8, values);
    QFETCH(FlagWish, after);
    QVERIFY(afterLocalChange(before, touched, values) == after);
}

void TestFlagWish::meetsTheServersChanges_data()
{
    QTest::addColumn<FlagWish>("before");
    QTest::addColumn<quint8>("now");
    QTest::addColumn<Reconciled>("after");
    const auto row = [](const char *name, const FlagWish &before, quint8 now, const FlagWish &after,
                        quint8 takeOver) {
        QTest::newRow(name) << before << now << Reconciled{ after, takeOver };
    };
    row("changed there only", wish(0), Seen, wish(Seen), Seen);
    row("changed there and here alike", wish(0, Seen, Seen), Seen, wish(Seen), 0);
    row("the other flag changed there", wish(0, Seen, Seen), Flagged, wish(Flagged, Seen, Seen),
        Flagged);
    row("ours comes back before its answer", wish(0, Seen, Seen, Seen), Seen, wish(Seen), 0);
    row("ours comes back, and it was changed here meanwhile", wish(0, Seen, 0, Seen), Seen,
        wish(Seen, Seen, 0), 0);
    row("changed here and back, and there meanwhile", wish(0), Seen, wish(Seen), Seen);
    row("ours comes back with another one's", wish(0, Seen, Seen, Seen), Both, wish(Both), Flagged);
    row("changed there after we told it", told(wish(Both), Both), Seen, told(wish(Seen), Seen),
        Flagged);
}

void TestFlagWish::meetsTheServersChanges()
{
    QFETCH(FlagWish, before);
    QFETCH(quint8, now);
    QFETCH(Reconciled, after);
    QVERIFY(afterServerChange(before, now) == after);
}

void TestFlagWish::meetsACopy_data()
{
    QTest::addColumn<FlagWish>("before");
    QTest::addColumn<quint8>("now");
    QTest::addColumn<Reconciled>("after");
    const auto row = [](const char *name, const FlagWish &before, quint8 now, const FlagWish &after,
                        quint8 takeOver) {
        QTest::newRow(name) << before << now << Reconciled{ after, takeOver };
    };
    row("with what we told", told(wish(Seen), Seen), Seen, wish(Seen), 0);
    row("older than what we told", told(wish(Seen), Seen), 0, wish(0, Seen, Seen), 0);
    row("older than a star that we took away", told(wish(Seen), Flagged), Both,
        wish(Both, Flagged, 0), 0);
    row("older, and the other flag changed there", told(wish(Seen), Seen), Flagged,
        wish(Flagged, Seen, Seen), Flagged);
    row("older, and changed back here since", told(wish(Seen, Seen, 0), Seen), 0, wish(0), 0);
    row("told long ago", wish(Seen), 0, wish(0), Seen);
}

void TestFlagWish::meetsACopy()
{
    QFETCH(FlagWish, before);
    QFETCH(quint8, now);
    QFETCH(Reconciled, after);
    QVERIFY(afterMove(before, now) == after);
}

void TestFlagWish::isAnsweredByAQuestion_data()
{
    QTest::addColumn<FlagWish>("before");
    QTest::addColumn<FlagWish>("after");
    QTest::newRow("it never arrived") << wish(0, Seen, Seen, Seen) << wish(0, Seen, Seen);
    QTest::newRow("never arrived, and is no longer wanted") << wish(0, Seen, 0, Seen) << wish(0);
    QTest::newRow("nothing was sent") << wish(0, Seen, Seen) << wish(0, Seen, Seen);
}

void TestFlagWish::isAnsweredByAQuestion()
{
    QFETCH(FlagWish, before);
    QFETCH(FlagWish, after);
    QVERIFY(afterQuestion(before) == after);
    QCOMPARE(beforeSending(after).sent, after.mask);
}

void TestFlagWish::endsWhenStored_data()
{
    QTest::addColumn<FlagWish>("before");
    QTest::addColumn<FlagWish>("after");
    QTest::newRow("as it was sent") << wish(0, Seen, Seen, Seen) << told(wish(Seen), Seen);
    QTest::newRow("changed here while it was sent")
        << wish(0, Seen, 0, Seen) << told(wish(Seen, Seen, 0), Seen);
    QTest::newRow("another flag since")
        << wish(0, Both, Both, Seen) << told(wish(Seen, Flagged, Flagged), Seen);
}

void TestFlagWish::endsWhenStored()
{
    QFETCH(FlagWish, before);
    QFETCH(FlagWish, after);
    QVERIFY(afterStore(before, Seen, Seen) == after);
}

QTEST_GUILESS_MAIN(TestFlagWish)
#include "tst_flagwish.moc"
