// SPDX-License-Identifier: GPL-3.0-or-later
#include "outbox/aftertry.h"

#include <QTest>

using namespace Outbox;
using namespace Qt::StringLiterals;
using End = Smtp::Submission::End;
using State = Store::OutboxRecipient::State;

/** The state of a mail after each kind of try. */
class TestAfterTry : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void endsAsItMust_data();
    void endsAsItMust();
    void waitsLongerEachTime_data();
    void waitsLongerEachTime();
    void spreadsTheWaits();
    void givesUpAfterItsTime();
    void triesOnceWithoutAQueue();
    void goesToThoseWhoWerePutOffOnly();
    void rejectsWhomTheServerRefusesWhileItPutsOffOthers();
    void staysSentWhereSomeHaveIt();
    void keepsAllRecipientsPendingAfterARefusedLogin();
    void isPutRightAfterAnInterruption();
    void beginsAnewForAPerson();
};

namespace {

constexpr qint64 now = 1'800'000'000'000;
const RetryPolicy policy;

Store::OutboxMail mailTo(int recipients, int attempts = 1)
{
    Store::OutboxMail mail;
    mail.status = "sending";
    mail.attempts = attempts;
    mail.giveUpAtMs = now + 86'400'000;
    for (int i = 0; i < recipients; ++i)
        mail.recipients.append({ .address = 'a' + QByteArray::number(i) + "@example.org" });
    return mail;
}

Smtp::Reply reply(int code)
{
    return { code, "", { "text" } };
}

Smtp::Submission tried(End end, int code, const QList<int> &recipients = {},
                       Error::Code error = Error::Code::Server)
{
    Smtp::Submission submission;
    submission.end = end;
    submission.reply = code == 0 ? Smtp::Reply() : reply(code);
    for (const int one : recipients)
        submission.recipients.append(reply(one));
    if (end != End::Accepted)
        submission.error = Error{ error, u"why"_s };
    return submission;
}

QList<State> states(const Store::OutboxMail &mail)
{
    QList<State> all;
    for (const Store::OutboxRecipient &one : mail.recipients)
        all.append(one.state);
    return all;
}

} // namespace

void TestAfterTry::endsAsItMust_data()
{
    QTest::addColumn<Smtp::Submission>("submission");
    QTest::addColumn<QByteArray>("status");
    QTest::addColumn<QByteArray>("failure");
    const auto row = [](const char *name, const Smtp::Submission &submission,
                        const QByteArray &status, const QByteArray &failure) {
        QTest::newRow(name) << submission << status << failure;
    };
    row("accepted", tried(End::Accepted, 250, { 250 }), "sent", "");
    row("refused", tried(End::Refused, 554, { 250 }), "failed", "rejected");
    row("refused recipient", tried(End::Refused, 550, { 550 }), "failed", "rejected");
    row("put off", tried(End::Deferred, 451, { 450 }), "queued", "deferred");
    row("no connection", tried(End::Deferred, 0, {}, Error::Code::Unreachable), "queued",
        "unreachable");
    row("no encryption", tried(End::Deferred, 0, {}, Error::Code::Tls), "queued", "tls");
    row("unknown certificate", tried(End::Deferred, 0, {}, Error::Code::Certificate), "queued",
        "tls");
    row("locked keychain", tried(End::Deferred, 0, {}, Error::Code::SecretLocked), "queued",
        "secret");
    row("unreadable password", tried(End::Deferred, 0, {}, Error::Code::SecretUnreadable), "queued",
        "secret");
    row("refused login", tried(End::Refused, 0, {}, Error::Code::Unauthorized), "failed", "auth");
    row("login wanted at MAIL", tried(End::Refused, 530), "failed", "auth");
    row("address not for this server", tried(End::Refused, 0, {}, Error::Code::BadRequest),
        "failed", "unfit");
    row("no answer after the end", tried(End::Unknown, 0, {}, Error::Code::Unreachable), "unknown",
        "unreachable");
}

void TestAfterTry::endsAsItMust()
{
    QFETCH(Smtp::Submission, submission);
    QFETCH(QByteArray, status);
    QFETCH(QByteArray, failure);
    const Store::OutboxMail after = afterTry(mailTo(1), submission, policy, { now });
    QCOMPARE(after.status, status);
    QCOMPARE(after.failure, failure);
    QCOMPARE(after.isHandedOver, status == "unknown");
    QCOMPARE(after.endedAt.has_value(), status != "queued");
    QCOMPARE(after.nextAttemptAtMs > 0, status == "queued");
    QCOMPARE(after.sentAt.has_value(), status == "sent");
}

void TestAfterTry::waitsLongerEachTime_data()
{
    QTest::addColumn<int>("attempts");
    QTest::addColumn<int>("minutes");
    const QList<int> minutes = { 1, 5, 15, 60, 180, 360, 360, 360 };
    for (int i = 0; i < minutes.size(); ++i)
        QTest::addRow("after try %d", i + 1) << i + 1 << minutes[i];
}

void TestAfterTry::waitsLongerEachTime()
{
    QFETCH(int, attempts);
    QFETCH(int, minutes);
    const auto after =
        afterTry(mailTo(1, attempts), tried(End::Deferred, 451), policy, { now, 0.5 });
    QCOMPARE(after.nextAttemptAtMs, now + minutes * 60'000);
}

void TestAfterTry::spreadsTheWaits()
{
    const auto soon = afterTry(mailTo(1), tried(End::Deferred, 451), policy, { now, 0 });
    const auto late = afterTry(mailTo(1), tried(End::Deferred, 451), policy, { now, 1 });
    QCOMPARE(soon.nextAttemptAtMs, now + 48'000);
    QCOMPARE(late.nextAttemptAtMs, now + 72'000);
}

void TestAfterTry::givesUpAfterItsTime()
{
    Store::OutboxMail mail = mailTo(1, 6);
    mail.giveUpAtMs = now + 360 * 60'000 - 1;
    const auto after = afterTry(mail, tried(End::Deferred, 451), policy, { now, 0.5 });
    QCOMPARE(after.status, "failed"_ba);
    QCOMPARE(after.failure, "deferred"_ba);
}

void TestAfterTry::triesOnceWithoutAQueue()
{
    Store::OutboxMail mail = mailTo(2);
    mail.wantsQueue = false;
    QCOMPARE(afterTry(mail, tried(End::Deferred, 451), policy, { now }).status, "failed"_ba);
    const auto partly = afterTry(mail, tried(End::Accepted, 250, { 250, 450 }), policy, { now });
    QCOMPARE(partly.status, "sent"_ba);
    QCOMPARE(states(partly), (QList{ State::Accepted, State::Rejected }));
    QCOMPARE(partly.recipients[1].code, 450);
}

void TestAfterTry::goesToThoseWhoWerePutOffOnly()
{
    const auto first =
        afterTry(mailTo(3), tried(End::Accepted, 250, { 250, 450, 550 }), policy, { now });
    QCOMPARE(first.status, "queued"_ba);
    QCOMPARE(states(first), (QList{ State::Accepted, State::Pending, State::Rejected }));
    QVERIFY(first.sentAt);
    // The next try was for one recipient only, so it has one result.
    const auto second = afterTry(first, tried(End::Accepted, 250, { 250 }), policy, { now });
    QCOMPARE(second.status, "sent"_ba);
    QCOMPARE(states(second), (QList{ State::Accepted, State::Accepted, State::Rejected }));
}

void TestAfterTry::rejectsWhomTheServerRefusesWhileItPutsOffOthers()
{
    const auto after =
        afterTry(mailTo(2), tried(End::Deferred, 450, { 550, 450 }), policy, { now });
    QCOMPARE(after.status, "queued"_ba);
    QCOMPARE(states(after), (QList{ State::Rejected, State::Pending }));
}

void TestAfterTry::staysSentWhereSomeHaveIt()
{
    const auto first =
        afterTry(mailTo(2), tried(End::Accepted, 250, { 250, 450 }), policy, { now });
    const auto refused = afterTry(first, tried(End::Refused, 550, { 550 }), policy, { now });
    QCOMPARE(refused.status, "sent"_ba);
    QCOMPARE(states(refused), (QList{ State::Accepted, State::Rejected }));
    Store::OutboxMail late = first;
    late.giveUpAtMs = now;
    const auto over = afterTry(late, tried(End::Deferred, 450, { 450 }), policy, { now });
    QCOMPARE(over.status, "sent"_ba);
    QCOMPARE(states(over), (QList{ State::Accepted, State::Rejected }));
}

void TestAfterTry::keepsAllRecipientsPendingAfterARefusedLogin()
{
    const auto after =
        afterTry(mailTo(2), tried(End::Refused, 0, {}, Error::Code::Unauthorized), policy, { now });
    QCOMPARE(states(after), (QList{ State::Pending, State::Pending }));
}

void TestAfterTry::isPutRightAfterAnInterruption()
{
    const auto queued = afterInterruption(mailTo(1, 3), now);
    QCOMPARE(queued.status, "queued"_ba);
    QCOMPARE(queued.attempts, 2);
    QCOMPARE(queued.nextAttemptAtMs, now);
    Store::OutboxMail handedOver = mailTo(1);
    handedOver.isHandedOver = true;
    const auto unknown = afterInterruption(handedOver, now);
    QCOMPARE(unknown.status, "unknown"_ba);
    QCOMPARE(unknown.nextAttemptAtMs, 0);
    QVERIFY(unknown.isHandedOver && unknown.endedAt);
}

void TestAfterTry::beginsAnewForAPerson()
{
    Store::OutboxMail mail = mailTo(3, 7);
    mail.status = "failed";
    mail.recipients[0].state = State::Accepted;
    mail.recipients[1].state = State::Rejected;
    const auto again = asNew(mail, policy, now);
    QCOMPARE(again.status, "queued"_ba);
    QCOMPARE(again.attempts, 0);
    QCOMPARE(states(again), (QList{ State::Accepted, State::Pending, State::Pending }));
    QCOMPARE(again.giveUpAtMs, now + 86'400'000);
}

QTEST_GUILESS_MAIN(TestAfterTry)
#include "tst_aftertry.moc"
