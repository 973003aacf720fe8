// SPDX-License-Identifier: GPL-3.0-or-later
#include "events/mailevents.h"
#include "events/webhooknotices.h"
#include "store/db/transaction.h"
#include "store/events/webhookqueue.h"
#include "store/events/webhooks.h"
#include "store/lists/mailpage.h"
#include "store/mail/mailinsert.h"
#include "store/people/settings.h"
#include "store/people/users.h"
#include "storefixture.h"
#include "webhooks/outcome.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Webhooks;

/** Calls in the database: written with the change, claimed once, deleted when they end. */
class TestWebhookQueue : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keepsAWebhookWhole();
    void queuesNewMailForThoseWhoWantIt();
    void cutsManyMailsIntoCalls();
    void cutsHugeAddressLists();
    void keepsCallsBelowTheBound();
    void tellsOnlyTheOwnerWhereAccountsAreTheirOwn();
    void queuesOtherEventsWithTheirTransaction();
    void handsOutCallsOnce();
    void leavesCallsToWhoHasTheirLease();
    void takesUpWhatEndedWithTheService();
    void writesWhatCameOfCalls();
    void handsOutAgainWhatWasClaimedWithoutAnAnswer();
    void writesAnOutcomeOnceThatMayBeWritten();
    void makesCallsAtOnceAfterTheClockWasSetBack();
    void dropsCallsOfOneThatIsSwitchedOff();
    void leavesNothingOfACallThatEnded();
    void keepsTheNewestLogs();
    void goesWithItsAccount();
    void goesWithItsUser();
};

namespace {

template<typename F>
auto inTransaction(StoreFixture &fixture, F work)
{
    Store::Transaction transaction(fixture.session());
    auto result = must(work(fixture.session()));
    must(transaction.commit());
    return result;
}

template<typename F>
void doing(StoreFixture &fixture, F work)
{
    Store::Transaction transaction(fixture.session());
    must(work(fixture.session()));
    must(transaction.commit());
}

Store::Webhook webhookOf(qint64 userId = 1)
{
    Store::Webhook webhook;
    webhook.userId = userId;
    webhook.name = u"Hook"_s;
    webhook.url = u"https://example.org/hook"_s;
    return webhook;
}

qint64 added(StoreFixture &fixture, const Store::Webhook &webhook)
{
    return inTransaction(
        fixture, [&](Store::Session &session) { return Store::insertWebhook(session, webhook); });
}

QList<Store::MailRow> mails(int count)
{
    QList<Store::MailRow> rows;
    for (int i = 1; i <= count; ++i) {
        Store::MailRow mail;
        mail.id = i;
        mail.accountId = 1;
        mail.createdAt = i;
        mail.from = "anna@example.org";
        mail.subject = "Mail " + QByteArray::number(i);
        mail.toJson = mail.ccJson = "[]";
        rows.append(mail);
    }
    return rows;
}

const Events::About about{ .accountId = 1, .email = u"me@example.org"_s, .at = 100, .ownerId = 1 };

void arrive(StoreFixture &fixture, int count, const Events::About &of = about)
{
    doing(fixture, [&](Store::Session &session) {
        return Events::queueMailCalls(session, of, u"Work"_s, mails(count));
    });
}

std::optional<Store::WebhookBatch> claimed(StoreFixture &fixture, qint64 webhookId,
                                           const QString &lease = u"us"_s, int max = 32)
{
    const qint64 now = fixture.clock.nowMs();
    return inTransaction(fixture, [&](Store::Session &session) {
        return Store::claimWebhookCalls(session, { webhookId, lease, now, now + 60'000, max });
    });
}

QJsonObject dataOf(const Store::WebhookBatch &batch, qsizetype call)
{
    const QByteArray payload = batch.notices.value(batch.calls.at(call).noticeId).payload;
    return QJsonDocument::fromJson(payload).object().value("data"_L1).toObject();
}

QStringList subjects(const QJsonObject &data)
{
    QStringList all;
    for (const QJsonValue &mail : data.value("mails"_L1).toArray())
        all.append(mail["subject"_L1].toString());
    return all;
}

Outcome outcomeOf(StoreFixture &fixture, qint64 webhookId, const Store::WebhookCall &call,
                  int status)
{
    Net::HttpAnswer answer;
    answer.status = status;
    Outcome outcome{ .webhookId = webhookId, .call = call };
    outcome.tried = afterTry(answer, call.attempts + 1, RetryPolicy(), { fixture.clock.nowMs() });
    outcome.log = Store::WebhookLog{ .webhookId = webhookId,
                                     .accountId = 1,
                                     .callId = call.callId,
                                     .event = "mail.received",
                                     .mailSubject = u"Mail"_s,
                                     .mailFrom = u"anna@example.org"_s,
                                     .statusCode = status,
                                     .errorMessage = outcome.tried.errorMessage,
                                     .attempt = call.attempts + 1,
                                     .willRetry = outcome.tried.end == AfterTry::End::Retried,
                                     .createdAt = fixture.clock.now() };
    return outcome;
}

void write(StoreFixture &fixture, const QList<Outcome> &outcomes, int keptLogs = 1000)
{
    must(writeOutcomes(fixture.session(), outcomes, RetryPolicy(), keptLogs));
}

qint64 rows(StoreFixture &fixture, const QString &table)
{
    return fixture.number(u"SELECT COUNT(*) FROM "_s + table);
}

} // namespace

void TestWebhookQueue::keepsAWebhookWhole()
{
    StoreFixture fixture;
    Store::Webhook webhook = webhookOf();
    webhook.headers = { { "X-Plain", "a\"b" }, { "Authorization", std::nullopt } };
    webhook.secretRef = "ref";
    webhook.hasSecret = true;
    webhook.bodyTemplate = u"{{event}}"_s;
    webhook.events = { "mail.received", "mail.sent" };
    webhook.mode = "mail";
    webhook.filters = { { 1, 2 }, { u"a"_s }, { u"b"_s, u"ä"_s } };
    webhook.id = added(fixture, webhook);
    webhook.createdAt = webhook.updatedAt = fixture.clock.now();
    QCOMPARE(must(Store::webhookById(fixture.session(), 1, webhook.id)), webhook);
    QCOMPARE(Store::webhookById(fixture.session(), 2, webhook.id).error().code,
             Error::Code::NotFound);
    webhook.bodyTemplate.reset();
    webhook.enabled = false;
    doing(fixture, [&](Store::Session &s) { return Store::updateWebhook(s, webhook); });
    QCOMPARE(must(Store::webhooksOf(fixture.session(), 1)), QList{ webhook });
    QCOMPARE(
        inTransaction(fixture,
                      [&](Store::Session &s) { return Store::deleteWebhook(s, 1, webhook.id); }),
        "ref");
}

void TestWebhookQueue::queuesNewMailForThoseWhoWantIt()
{
    StoreFixture fixture;
    const qint64 all = added(fixture, webhookOf());
    Store::Webhook webhook = webhookOf();
    webhook.mode = "mail";
    webhook.filters.subject = { u"MAIL 2"_s, u"mail 3"_s };
    const qint64 some = added(fixture, webhook);
    webhook = webhookOf();
    webhook.enabled = false;
    added(fixture, webhook);
    webhook = webhookOf();
    webhook.events = { "mail.sent" };
    added(fixture, webhook);
    arrive(fixture, 3);
    QCOMPARE(rows(fixture, u"webhook_calls"_s), 3);
    const auto first = claimed(fixture, all);
    QCOMPARE(subjects(dataOf(*first, 0)),
             (QStringList{ u"Mail 3"_s, u"Mail 2"_s, u"Mail 1"_s })); // newest first
    QCOMPARE(dataOf(*first, 0).value("mail_count"_L1).toInt(), 3);
    QCOMPARE(first->notices.value(first->calls[0].noticeId).mailSubject, u"Mail 3"_s);
    const auto second = claimed(fixture, some);
    QCOMPARE(second->calls.size(), 2);
    QCOMPARE(subjects(dataOf(*second, 0)), QStringList{ u"Mail 2"_s }); // the older one first
    QCOMPARE(subjects(dataOf(*second, 1)), QStringList{ u"Mail 3"_s });
}

void TestWebhookQueue::cutsManyMailsIntoCalls()
{
    StoreFixture fixture;
    const qint64 one = added(fixture, webhookOf());
    added(fixture, webhookOf());
    arrive(fixture, 120);
    QCOMPARE(rows(fixture, u"webhook_notices"_s), 3); // both webhooks share the notices
    const auto batch = claimed(fixture, one);
    QCOMPARE(batch->calls.size(), 3);
    QCOMPARE(subjects(dataOf(*batch, 0)).last(), u"Mail 1"_s);
    QCOMPARE(subjects(dataOf(*batch, 2)).first(), u"Mail 120"_s);
    QCOMPARE(dataOf(*batch, 0).value("mail_count"_L1).toInt(), 50);
    QCOMPARE(dataOf(*batch, 2).value("mail_count"_L1).toInt(), 20);
}

void TestWebhookQueue::cutsHugeAddressLists()
{
    QList<Store::MailRow> huge = mails(2);
    QJsonArray addresses;
    for (int i = 0; i < 5000; ++i)
        addresses.append(u"somebody%1@example.org"_s.arg(i));
    huge[0].toJson = QJsonDocument(addresses).toJson(QJsonDocument::Compact);
    huge[0].subject = QByteArray(256 * 1024, 'x');
    const Store::WebhookNotice notice = Events::noticeOfMails(about, u"Work"_s, huge);
    QVERIFY(notice.payload.size() < 16 * 1024);
    const QJsonObject data =
        QJsonDocument::fromJson(notice.payload).object().value("data"_L1).toObject();
    QVERIFY(data.value("truncated"_L1).toBool());
    const QJsonArray to = data.value("mails"_L1)[0]["to"_L1].toArray();
    QCOMPARE(to.size(), 20);
    QCOMPARE(data.value("mails"_L1)[0]["to_count"_L1].toInt(), 5000);
    QCOMPARE(to[0].toString(), u"somebody0@example.org"_s);
    QCOMPARE(notice.mailSubject.size(), 998);
}

// Large mails are spread over more calls; no mail is left out.
void TestWebhookQueue::keepsCallsBelowTheBound()
{
    StoreFixture fixture;
    const qint64 id = added(fixture, webhookOf());
    QList<Store::MailRow> huge = mails(30);
    for (Store::MailRow &mail : huge)
        mail.subject = mail.fromName = mail.from = mail.messageId = QByteArray(200'000, 1);
    doing(fixture, [&](Store::Session &session) {
        return Events::queueMailCalls(session, about, u"Work"_s, huge);
    });
    const auto batch = claimed(fixture, id);
    QVERIFY(batch->calls.size() > 1);
    qint64 told = 0;
    for (qsizetype i = 0; i < batch->calls.size(); ++i) {
        const QByteArray payload = batch->notices.value(batch->calls[i].noticeId).payload;
        QVERIFY(payload.size() < 64 * 1024);
        told += dataOf(*batch, i).value("mail_count"_L1).toInt();
    }
    QCOMPARE(told, 30);
}

void TestWebhookQueue::tellsOnlyTheOwnerWhereAccountsAreTheirOwn()
{
    StoreFixture fixture;
    added(fixture, webhookOf(1));
    added(fixture, webhookOf(2));
    const auto set = [&fixture](const QString &visibility) {
        doing(fixture, [&](Store::Session &session) {
            return Store::setSetting(session, Store::wholeInstallation, u"visibility_in_force"_s,
                                     visibility);
        });
    };
    set(u"shared"_s);
    arrive(fixture, 1);
    QCOMPARE(rows(fixture, u"webhook_calls"_s), 2);
    set(u"owner"_s);
    arrive(fixture, 1);
    QCOMPARE(rows(fixture, u"webhook_calls"_s), 3);
}

void TestWebhookQueue::queuesOtherEventsWithTheirTransaction()
{
    StoreFixture fixture;
    Store::Webhook webhook = webhookOf();
    webhook.events = { "mail.deleted", "account.deleted" };
    const qint64 id = added(fixture, webhook);
    webhook.filters.accountIds = { 7 };
    added(fixture, webhook);
    {
        Store::Transaction transaction(fixture.session());
        transaction.publish(Events::mailDeleted(about, { 5 }));
    }
    QCOMPARE(rows(fixture, u"webhook_calls"_s), 0); // it was not committed
    {
        Store::Transaction transaction(fixture.session());
        transaction.publish(Events::mailDeleted(about, { 5 }));
        transaction.publish(Events::accountDeleted(about));
        must(transaction.commit());
    }
    const auto batch = claimed(fixture, id);
    QCOMPARE(batch->calls.size(), 2);
    QCOMPARE(dataOf(*batch, 0).value("ids"_L1).toArray(), QJsonArray{ 5 });
    QCOMPARE(batch->notices.value(batch->calls[0].noticeId).event, "mail.deleted");
    QCOMPARE(batch->notices.value(batch->calls[1].noticeId).accountId, 0); // outlives the account
}

void TestWebhookQueue::handsOutCallsOnce()
{
    StoreFixture fixture;
    const qint64 id = added(fixture, webhookOf());
    for (int i = 0; i < 3; ++i)
        arrive(fixture, 1);
    const auto first = claimed(fixture, id, u"us"_s, 2);
    QCOMPARE(first->calls.size(), 2);
    const auto second = claimed(fixture, id, u"us"_s, 2);
    QCOMPARE(second->calls.size(), 1);
    QVERIFY(second->calls[0].id > first->calls[1].id);
    QVERIFY(!claimed(fixture, id));
}

void TestWebhookQueue::leavesCallsToWhoHasTheirLease()
{
    StoreFixture fixture;
    const qint64 id = added(fixture, webhookOf());
    arrive(fixture, 1);
    const auto ours = claimed(fixture, id);
    arrive(fixture, 1);
    QVERIFY(!claimed(fixture, id, u"them"_s)); // one call at a time, also among processes
    fixture.clock.ms += 60'000;
    const auto theirs = claimed(fixture, id, u"them"_s); // the lease ran out
    QCOMPARE(theirs->calls.size(), 2);
    QCOMPARE(theirs->calls[0].callId, ours->calls[0].callId);
}

void TestWebhookQueue::takesUpWhatEndedWithTheService()
{
    StoreFixture fixture;
    const qint64 id = added(fixture, webhookOf());
    arrive(fixture, 1);
    const auto before = claimed(fixture, id);
    fixture.reopen();
    // Several processes may share a PostgreSQL database. The one with the lease may still run, so only the
    // end of the lease frees the call.
    if (fixture.session().engine() == Store::Engine::Postgresql)
        fixture.clock.ms += 60'000;
    doing(fixture, [&](Store::Session &session) {
        return Store::recoverWebhookCalls(session, fixture.clock.nowMs());
    });
    const auto after = claimed(fixture, id, u"the next run"_s);
    QVERIFY(after.has_value());
    QCOMPARE(after->calls, before->calls); // under the same id
}

void TestWebhookQueue::writesWhatCameOfCalls()
{
    StoreFixture fixture;
    const qint64 id = added(fixture, webhookOf());
    arrive(fixture, 1);
    auto batch = claimed(fixture, id);
    write(fixture, { outcomeOf(fixture, id, batch->calls[0], 500) });
    QVERIFY(!claimed(fixture, id));
    const auto due = must(Store::webhooksDue(fixture.session()));
    QCOMPARE(due.size(), 1);
    fixture.clock.ms = due[0].atMs;
    batch = claimed(fixture, id);
    QCOMPARE(batch->calls[0].attempts, 1);
    write(fixture, { outcomeOf(fixture, id, batch->calls[0], 200) });
    QVERIFY(must(Store::webhooksDue(fixture.session())).isEmpty());
    const Store::WebhookLogPage page = must(Store::webhookLogs(fixture.session(), id, 0, 10));
    QCOMPARE(page.total, 2);
    QCOMPARE(page.items[0].statusCode, 200);
    QCOMPARE(page.items[1].errorMessage, u"HTTP 500"_s);
    QVERIFY(page.items[1].willRetry);
    const Store::Webhook now = must(Store::webhookById(fixture.session(), 1, id));
    QCOMPARE(now.lastStatus, "success");
    QCOMPARE(fixture.number(u"SELECT COUNT(*) FROM events WHERE name = 'webhook.delivered' "
                            "AND user_id = 1"_s),
             1);
}

void TestWebhookQueue::handsOutAgainWhatWasClaimedWithoutAnAnswer()
{
    StoreFixture fixture;
    const qint64 id = added(fixture, webhookOf());
    arrive(fixture, 1);
    const auto lost = claimed(fixture, id, u"us"_s);
    Store::WebhookClaim claim{ .webhookId = id, .lease = u"us"_s };
    claim.nowMs = fixture.clock.nowMs();
    claim.untilMs = claim.nowMs + 60'000;
    claim.isRepeated = true;
    const auto again = inTransaction(
        fixture, [&](Store::Session &session) { return Store::claimWebhookCalls(session, claim); });
    QCOMPARE(again->calls, lost->calls);
}

void TestWebhookQueue::writesAnOutcomeOnceThatMayBeWritten()
{
    StoreFixture fixture;
    const qint64 id = added(fixture, webhookOf());
    arrive(fixture, 1);
    for (const int status : { 500, 200 }) {
        const auto batch = claimed(fixture, id);
        Outcome outcome = outcomeOf(fixture, id, batch->calls[0], status);
        write(fixture, { outcome });
        outcome.mayBeWritten = true;
        write(fixture, { outcome });
        fixture.clock.ms += 3'600'000;
    }
    QCOMPARE(must(Store::webhookLogs(fixture.session(), id, 0, 10)).total, 2);
}

void TestWebhookQueue::makesCallsAtOnceAfterTheClockWasSetBack()
{
    constexpr qint64 day = 86'400'000;
    StoreFixture fixture;
    const qint64 id = added(fixture, webhookOf());
    arrive(fixture, 1);
    const auto batch = claimed(fixture, id);
    Outcome outcome = outcomeOf(fixture, id, batch->calls[0], 500);
    outcome.tried.pauseUntilMs = outcome.tried.retryAtMs;
    write(fixture, { outcome });
    fixture.clock.ms -= day;
    const auto latestNow = [&] {
        const qint64 nowMs = fixture.clock.nowMs();
        return Store::WebhookLatest{ nowMs, nowMs + RetryPolicy().longestWait().count(),
                                     nowMs + day };
    };
    const auto due = must(Store::webhooksDue(fixture.session()));
    QVERIFY(latestNow().isBroken(due[0]));
    doing(fixture, [&](Store::Session &session) {
        return Store::pullWebhookCalls(session, id, latestNow());
    });
    QVERIFY(!latestNow().isBroken(must(Store::webhooksDue(fixture.session()))[0]));
    QVERIFY(claimed(fixture, id).has_value());
}

void TestWebhookQueue::dropsCallsOfOneThatIsSwitchedOff()
{
    StoreFixture fixture;
    const qint64 id = added(fixture, webhookOf());
    for (int i = 0; i < 3; ++i)
        arrive(fixture, 1);
    const auto batch = claimed(fixture, id);
    write(fixture,
          { outcomeOf(fixture, id, batch->calls[0], 410),
            { .webhookId = id, .call = batch->calls[1] } });
    QCOMPARE(must(Store::webhookById(fixture.session(), 1, id)).disabledReason, "gone");
    QCOMPARE(rows(fixture, u"webhook_calls"_s), 0);
    arrive(fixture, 1);
    QCOMPARE(rows(fixture, u"webhook_calls"_s), 0);
    doing(fixture, [](Store::Session &session) { return Store::pruneWebhookNotices(session); });
    QCOMPARE(rows(fixture, u"webhook_notices"_s), 0);
}

void TestWebhookQueue::leavesNothingOfACallThatEnded()
{
    StoreFixture fixture;
    const qint64 one = added(fixture, webhookOf());
    const qint64 two = added(fixture, webhookOf());
    arrive(fixture, 1);
    const auto first = claimed(fixture, one);
    write(fixture, { outcomeOf(fixture, one, first->calls[0], 200) });
    QCOMPARE(rows(fixture, u"webhook_notices"_s), 1); // the other one still needs it
    const auto second = claimed(fixture, two);
    doing(fixture, [&](Store::Session &s) { return Store::deleteWebhook(s, 1, two); });
    write(fixture, { outcomeOf(fixture, two, second->calls[0], 200) }); // too late to count
    QCOMPARE(rows(fixture, u"webhook_calls"_s), 0);
    QCOMPARE(rows(fixture, u"webhook_logs"_s), 1);
}

void TestWebhookQueue::keepsTheNewestLogs()
{
    StoreFixture fixture;
    const qint64 id = added(fixture, webhookOf());
    for (int i = 0; i < 5; ++i)
        write(fixture, { outcomeOf(fixture, id, { .callId = "msg" }, 200 + i) }, 3);
    const auto page = must(Store::webhookLogs(fixture.session(), id, 0, 10));
    QCOMPARE(page.total, 3);
    QCOMPARE(page.items.last().statusCode, 202);
    doing(fixture, [&](Store::Session &session) {
        return Store::pruneWebhookLogs(session, fixture.clock.now() + 1);
    });
    QCOMPARE(rows(fixture, u"webhook_logs"_s), 0);
}

void TestWebhookQueue::goesWithItsAccount()
{
    StoreFixture fixture;
    const qint64 id = added(fixture, webhookOf());
    arrive(fixture, 1);
    const auto batch = claimed(fixture, id);
    write(fixture, { outcomeOf(fixture, id, batch->calls[0], 200) });
    arrive(fixture, 1);
    doing(fixture, [](Store::Session &s) { return Store::markAccountDeleted(s, 1); });
    QVERIFY(!claimed(fixture, id));
    while (!inTransaction(fixture,
                          [](Store::Session &s) { return Store::purgeAccountBatch(s, 1, 100); }))
        ;
    QCOMPARE(rows(fixture, u"webhook_notices"_s), 0);
    const auto page = must(Store::webhookLogs(fixture.session(), id, 0, 10));
    QCOMPARE(page.items[0].statusCode, 200);
    QCOMPARE(page.items[0].mailSubject + page.items[0].mailFrom, QString());
}

void TestWebhookQueue::goesWithItsUser()
{
    StoreFixture fixture;
    Store::User user;
    user.username = u"eve"_s;
    const qint64 eve = inTransaction(
        fixture, [&](Store::Session &session) { return Store::insertUser(session, user); });
    added(fixture, webhookOf(eve));
    const qint64 ours = added(fixture, webhookOf(1));
    arrive(fixture, 1);
    doing(fixture, [&](Store::Session &session) { return Store::deleteUser(session, eve); });
    QCOMPARE(rows(fixture, u"webhooks"_s), 1);
    QCOMPARE(rows(fixture, u"webhook_calls"_s), 1);
    QVERIFY(claimed(fixture, ours).has_value());
}

QTEST_GUILESS_MAIN(TestWebhookQueue)
#include "tst_webhook_queue.moc"
