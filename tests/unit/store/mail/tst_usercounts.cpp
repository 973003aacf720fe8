// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/events/webhooks.h"
#include "store/mail/usercounts.h"
#include "store/people/drafts.h"
#include "storefixture.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Store;

class TestUserCounts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void countOneUserUpToTheLimit_data();
    void countOneUserUpToTheLimit();
    void leaveOutAccountsThatAreDeleted();
};

namespace {

void add(StoreFixture &fixture, Owned what, qint64 user, qint64 account, int number)
{
    if (what == Owned::Accounts) {
        fixture.addAccount(user, u"a%1@example.org"_s.arg(number));
    } else if (what == Owned::Webhooks) {
        Webhook webhook;
        webhook.userId = user;
        must(insertWebhook(fixture.session(), webhook));
    } else {
        Draft draft;
        draft.accountId = account;
        must(insertDraft(fixture.session(), user, draft, {}));
    }
}

} // namespace

void TestUserCounts::countOneUserUpToTheLimit_data()
{
    QTest::addColumn<Owned>("what");
    QTest::newRow("accounts") << Owned::Accounts;
    QTest::newRow("webhooks") << Owned::Webhooks;
    QTest::newRow("drafts") << Owned::Drafts;
}

void TestUserCounts::countOneUserUpToTheLimit()
{
    QFETCH(Owned, what);
    StoreFixture fixture;
    const qint64 carla = fixture.addUser(u"carla"_s);
    const qint64 bert = fixture.addUser(u"bert"_s);
    constexpr qint64 account = 1;
    for (int number = 0; number < 3; ++number) {
        QVERIFY(!must(hasAsMany(fixture.session(), what, carla, 3)));
        add(fixture, what, carla, account, number);
    }
    QVERIFY(must(hasAsMany(fixture.session(), what, carla, 3)));
    QVERIFY(must(hasAsMany(fixture.session(), what, carla, 2)));
    QVERIFY(!must(hasAsMany(fixture.session(), what, carla, 4)));
    QVERIFY(!must(hasAsMany(fixture.session(), what, bert, 1)));
}

void TestUserCounts::leaveOutAccountsThatAreDeleted()
{
    StoreFixture fixture;
    const qint64 carla = fixture.addUser(u"carla"_s);
    const qint64 account = fixture.addAccount(carla, u"a@example.org"_s);
    QVERIFY(must(hasAsMany(fixture.session(), Owned::Accounts, carla, 1)));
    must(markAccountDeleted(fixture.session(), account));
    QVERIFY(!must(hasAsMany(fixture.session(), Owned::Accounts, carla, 1)));
}

QTEST_GUILESS_MAIN(TestUserCounts)
#include "tst_usercounts.moc"
