// SPDX-License-Identifier: GPL-3.0-or-later
#include "mailbox/admissions.h"

#include <QTest>

#include <memory>
#include <vector>

using namespace Qt::StringLiterals;
using Mailbox::Admissions;

namespace {

Store::Account account(qint64 owner, const QString &host, const QString &username = u"me"_s)
{
    Store::Account made;
    made.ownerId = owner;
    made.host = host;
    made.username = username;
    return made;
}

/// Accounts of one owner, each at another server.
QList<Store::Account> atManyServers(qint64 owner, int count)
{
    QList<Store::Account> accounts;
    for (int i = 0; i < count; ++i)
        accounts.append(account(owner, u"mail%1.example"_s.arg(i)));
    return accounts;
}

/// Accounts of `count` owners at one server.
QList<Store::Account> ofManyUsers(const QString &host, int count)
{
    QList<Store::Account> accounts;
    for (int i = 0; i < count; ++i)
        accounts.append(account(i + 1, host));
    return accounts;
}

using Turns = std::vector<std::unique_ptr<Async::Admission::Slot>>;

qsizetype inside(const Turns &turns)
{
    return std::ranges::count_if(turns, [](const auto &turn) { return turn->isInside(); });
}

} // namespace

class TestAdmissions : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void oneServerGetsHalfAndOneUserThreeQuarters_data();
    void oneServerGetsHalfAndOneUserThreeQuarters();
    void oneUserLeavesPlacesAtAMailbox();
    void otherPortsAndProxiesAreOtherServers();
};

void TestAdmissions::oneServerGetsHalfAndOneUserThreeQuarters_data()
{
    QTest::addColumn<int>("starts");
    QTest::addColumn<QList<Store::Account>>("accounts");
    QTest::addColumn<int>("logins");
    QTest::addColumn<int>("firstSyncs");

    const QString host = u"mail.example"_s;
    QTest::newRow("one server") << 50 << ofManyUsers(host, 60) << 10 << 15;
    QTest::newRow("one user, many servers") << 50 << atManyServers(1, 60) << 15 << 23;
    QTest::newRow("one user, one server")
        << 50 << QList<Store::Account>(60, account(1, host)) << 10 << 15;
    QTest::newRow("another user, another server")
        << 50 << atManyServers(1, 60) + QList<Store::Account>{ account(2, host) } << 16 << 24;
    QTest::newRow("many users, many servers")
        << 50 << atManyServers(1, 60) + atManyServers(2, 60) << 20 << 30;
    QTest::newRow("few places") << 5 << atManyServers(1, 9) << 2 << 3;
    QTest::newRow("one place") << 1 << atManyServers(1, 9) << 1 << 1;
    QTest::newRow("no limit") << 0 << QList<Store::Account>(60, account(1, host)) << 60 << 60;
}

void TestAdmissions::oneServerGetsHalfAndOneUserThreeQuarters()
{
    QFETCH(int, starts);
    QFETCH(QList<Store::Account>, accounts);
    Admissions admissions(starts, 0);
    Turns logins;
    Turns firstSyncs;
    for (const Store::Account &one : accounts) {
        logins.push_back(std::make_unique<Async::Admission::Slot>(admissions.logins,
                                                                  admissions.groupsOfLogin(one)));
        firstSyncs.push_back(std::make_unique<Async::Admission::Slot>(
            admissions.firstSyncs, admissions.groupsOfFirstSync(one)));
    }
    QTEST(int(inside(logins)), "logins");
    QTEST(int(inside(firstSyncs)), "firstSyncs");
}

void TestAdmissions::oneUserLeavesPlacesAtAMailbox()
{
    Admissions admissions(50, 15);
    Turns turns;
    for (const qint64 owner : QList<qint64>(20, 1) + QList<qint64>(20, 2)) {
        const auto groups = admissions.groupsOfMailbox(account(owner, u"mail.example"_s));
        turns.push_back(std::make_unique<Async::Admission::Slot>(admissions.mailboxes, groups));
    }
    QCOMPARE(inside(turns), 15);
    turns.erase(turns.begin() + 20, turns.end());
    QCOMPARE(inside(turns), 12);
}

// Otherwise a user with a port that does not answer would take places from other users of the server.
void TestAdmissions::otherPortsAndProxiesAreOtherServers()
{
    const Admissions admissions(50, 0);
    Store::Account one = account(1, u"mail.example"_s);
    const auto server = admissions.groupsOfLogin(one).first();
    one.host = u"MAIL.example."_s;
    QCOMPARE(admissions.groupsOfLogin(one).first(), server);
    one.security = "tls"; // what `auto` means at this port
    QCOMPARE(admissions.groupsOfLogin(one).first(), server);
    one.port = 1993;
    QVERIFY(admissions.groupsOfLogin(one).first() != server);
    one.port = 993;
    one.security = "none";
    QVERIFY(admissions.groupsOfLogin(one).first() != server);
    one.security = "auto";
    one.proxyUrl = u"socks5://proxy.example:1080"_s;
    QVERIFY(admissions.groupsOfLogin(one).first() != server);
}

QTEST_GUILESS_MAIN(TestAdmissions)
#include "tst_admissions.moc"
