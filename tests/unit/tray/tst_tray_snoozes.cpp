// SPDX-License-Identifier: GPL-3.0-or-later
#include "policy/snoozes.h"

#include <QTest>

using namespace Policy;
using namespace Qt::StringLiterals;

class TestSnoozes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void knowTheTime_data();
    void knowTheTime();
    void comeWhenTheyAreDue();
    void belongToOneService();
    void areKeptAsLines();
    void leaveOutWhatIsNoLine();
    void areBounded();
};

void TestSnoozes::knowTheTime_data()
{
    QTest::addColumn<Later>("when");
    QTest::addColumn<QDateTime>("now");
    QTest::addColumn<std::optional<QDateTime>>("then");
    const QDate friday(2026, 6, 5);
    const auto at = [](QDate day, int hour, int minute) {
        return QDateTime(day, QTime(hour, minute));
    };
    const auto row = [](const char *name, Later when, const QDateTime &now,
                        const std::optional<QDateTime> &then) {
        QTest::newRow(name) << when << now << then;
    };
    row("an hour", Later::Hour, at(friday, 23, 30), at(friday.addDays(1), 0, 30));
    row("tonight", Later::Tonight, at(friday, 10, 0), at(friday, 18, 0));
    row("tonight, soon", Later::Tonight, at(friday, 17, 45), at(friday, 21, 0));
    row("tonight, late", Later::Tonight, at(friday, 20, 45), std::nullopt);
    row("Monday", Later::Monday, at(friday, 10, 0), at(QDate(2026, 6, 8), 8, 0));
    row("on a Monday", Later::Monday, at(QDate(2026, 6, 8), 7, 0), at(QDate(2026, 6, 15), 8, 0));
    row("on a Sunday", Later::Monday, at(QDate(2026, 6, 7), 23, 0), at(QDate(2026, 6, 8), 8, 0));
}

void TestSnoozes::knowTheTime()
{
    QFETCH(Later, when);
    QFETCH(QDateTime, now);
    QFETCH(std::optional<QDateTime>, then);
    QCOMPARE(laterTime(when, now) == then, true);
}

void TestSnoozes::comeWhenTheyAreDue()
{
    Snoozes all;
    all.add(u"local"_s, 7, 1000);
    all.add(u"local"_s, 8, 2000);
    all.add(u"local"_s, 8, 1500); // a second time: the new time counts
    QCOMPARE(all.next(u"local"_s), 1000);
    QCOMPARE(all.takeDue(u"local"_s, 999), QList<qint64>());
    QCOMPARE(all.takeDue(u"local"_s, 1500), (QList<qint64>{ 7, 8 }));
    QCOMPARE(all.next(u"local"_s), std::nullopt);
    all.add(u"local"_s, 9, 3000);
    all.remove(u"local"_s, { 9 });
    QCOMPARE(all.next(u"local"_s), std::nullopt);
}

void TestSnoozes::belongToOneService()
{
    Snoozes all;
    all.add(u"local"_s, 7, 1000);
    all.add(u"https://a.example.org"_s, 7, 1000);
    all.remove(u"local"_s, { 7 });
    QCOMPARE(all.takeDue(u"local"_s, 5000), QList<qint64>());
    QCOMPARE(all.takeDue(u"https://a.example.org"_s, 5000), QList<qint64>{ 7 });
}

void TestSnoozes::areKeptAsLines()
{
    Snoozes all;
    all.add(u"local"_s, 7, 1000);
    QCOMPARE(all.lines(), QStringList{ u"local 7 1000"_s });
    QCOMPARE(Snoozes::fromLines(all.lines()), all);
}

void TestSnoozes::leaveOutWhatIsNoLine()
{
    QCOMPARE(
        Snoozes::fromLines({ u""_s, u"local"_s, u"local x y"_s, u"local -1 5"_s, u"a 1 2 3"_s }),
        Snoozes());
}

void TestSnoozes::areBounded()
{
    Snoozes all;
    for (qint64 id = 1; id <= 2 * Snoozes::most; ++id)
        all.add(u"local"_s, id, 1000 + id);
    QCOMPARE(all.lines().size(), Snoozes::most);
    QCOMPARE(all.next(u"local"_s), 1000 + Snoozes::most + 1);
}

QTEST_MAIN(TestSnoozes)
#include "tst_tray_snoozes.moc"
