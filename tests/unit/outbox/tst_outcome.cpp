// SPDX-License-Identifier: GPL-3.0-or-later
#include "outbox/aftertry.h"
#include "outbox/outcome.h"
#include "store/db/transaction.h"
#include "store/lists/maildetail.h"
#include "store/mail/bodies.h"
#include "store/mail/mailinsert.h"
#include "store/people/idempotency.h"
#include "store/queue/outbox.h"
#include "storefixture.h"

#include <QDir>
#include <QTest>

using namespace Outbox;
using namespace Qt::StringLiterals;

/** The outbox in the database: each mail taken once, its copy kept once. */
class TestOutcome : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void storesAMessageInPieces();
    void handsOutEachMailOnce();
    void handsOutNothingOfADisabledAccount();
    void readsTheWholeMailInEachStatement();
    void takesUpItsOwnClaimsAgain();
    void sendsAtOnceAfterTheClockWasSetBack();
    void repairsClaimsOfAnotherTime();
    void isHandedOverOnlyWhileItIsSent();
    void keepsOneCopy();
    void takesTheServersCopyWhereThatWasFirst();
    void givesItsPlaceToTheServersCopy();
    void repairsWhatWasInterrupted();
    void leavesAloneWhatAnotherRunIsSending();
    void refusesOutcomesOfARunThatLostItsClaim();
    void claimsTheNextMailWithTheOutcome();
    void keepsALargeCopyInPieces();
    void goesWithItsAccount();
    void forgetsWhatEndedLongAgo();
    void remembersKeysForADay();
};

namespace {

const QByteArray raw = "From: me@example.org\r\nTo: a@example.org\r\nSubject: Hello\r\n"
                       "Message-ID: <1@example.org>\r\nDate: Thu, 01 Jan 2026 00:00:00 +0000\r\n"
                       "\r\nwords\r\n";

Store::OutboxMail mailOf(StoreFixture &fixture)
{
    Store::OutboxMail mail;
    mail.accountId = 1;
    mail.userId = 1;
    mail.messageId = "<1@example.org>";
    mail.sender = "me@example.org";
    mail.recipients = { { .address = "a@example.org" } };
    mail.to = { u"a@example.org"_s };
    mail.subject = u"Hello"_s;
    mail.nextAttemptAtMs = fixture.clock.nowMs();
    mail.giveUpAtMs = fixture.clock.nowMs() + 1000;
    return mail;
}

template<typename F>
auto inTransaction(StoreFixture &fixture, F work)
{
    Store::Transaction transaction(fixture.session());
    auto result = must(work(fixture.session()));
    must(transaction.commit());
    return result;
}

Store::OutboxMessage inPieces(const QByteArray &message)
{
    Store::OutboxMessage made{ std::make_shared<Store::PieceFile>(QDir::tempPath()) };
    must(made.pieces->add(message));
    must(made.pieces->finish());
    return made;
}

qint64 put(StoreFixture &fixture, const Store::OutboxMessage &message)
{
    return inTransaction(fixture, [&](Store::Session &session) {
        return Store::insertOutboxMail(session, mailOf(fixture), message);
    });
}

qint64 put(StoreFixture &fixture, const QByteArray &message = raw)
{
    return put(fixture, inPieces(message));
}

std::optional<Store::OutboxMail> claim(StoreFixture &fixture, const QByteArray &run = "this")
{
    return inTransaction(fixture, [&](Store::Session &session) {
        const qint64 nowMs = fixture.clock.nowMs();
        return Store::claimOutboxMail(session, 1, nowMs, { run, nowMs + 60'000 });
    });
}

Store::OutboxMail sent(StoreFixture &fixture)
{
    put(fixture);
    Store::OutboxMail mail = *claim(fixture);
    mail.status = "sent";
    mail.endedAt = mail.sentAt = fixture.clock.now();
    return must(
        writeOutcome(fixture.session(), mail, readSentCopy({ raw, {} }, fixture.clock.now())));
}

} // namespace

void TestOutcome::storesAMessageInPieces()
{
    StoreFixture fixture;
    const QByteArray large(600'000, 'x');
    const qint64 id = put(fixture, large);
    QByteArray read;
    for (int i = 0; i < 3; ++i)
        read += must(Store::outboxPiece(fixture.session(), id, i));
    QCOMPARE(read, large);
    QCOMPARE(must(Store::outboxPiece(fixture.session(), id, 3)), QByteArray());
    const Store::OutboxMail stored = must(Store::outboxMailById(fixture.session(), id));
    QCOMPARE(stored.size, large.size());
    QCOMPARE(stored.recipients, mailOf(fixture).recipients);
    QCOMPARE(stored.status, "queued"_ba);
}

void TestOutcome::handsOutEachMailOnce()
{
    StoreFixture fixture;
    const qint64 first = put(fixture);
    const qint64 second = put(fixture);
    const auto one = claim(fixture);
    QVERIFY(one && one->id == first && one->attempts == 1 && one->status == "sending");
    QCOMPARE(claim(fixture)->id, second);
    QVERIFY(!claim(fixture));
}

void TestOutcome::handsOutNothingOfADisabledAccount()
{
    StoreFixture fixture;
    put(fixture);
    must(Store::setAccountHealth(fixture.session(), 1, { .status = "disabled" }));
    QVERIFY(!claim(fixture));
    QVERIFY(must(Store::outboxDue(fixture.session())).isEmpty());
    must(Store::setAccountHealth(fixture.session(), 1, { .status = "error" }));
    QVERIFY(claim(fixture));
}

void TestOutcome::readsTheWholeMailInEachStatement()
{
    StoreFixture fixture;
    Store::Session &session = fixture.session();
    const qint64 id = put(fixture);
    must(session.execute(
        u"UPDATE outbox SET copy_state = 'failed', copy_error = 'The folder is full.'"_s));
    const Store::OutboxMail mail = *claim(fixture);
    QCOMPARE(mail.copyState, "failed"_ba);
    QCOMPARE(mail.copyError, u"The folder is full."_s);
    QCOMPARE(must(Store::outboxMailById(session, id)), mail);
    QCOMPARE(must(Store::outboxPage(session, {})).items, QList{ mail });
    QCOMPARE(must(Store::claimedOutboxMails(session, 1, "this")), QList{ mail });
    QCOMPARE(must(Store::interruptedOutboxMails(
                 session, { "another run", fixture.clock.nowMs() + 120'000 })),
             QList{ mail });
    must(session.execute(u"UPDATE outbox SET append_at_ms = 1"_s));
    QCOMPARE(*must(Store::outboxMailToAppend(session, 1, fixture.clock.nowMs())),
             must(Store::outboxMailById(session, id)));
}

void TestOutcome::takesUpItsOwnClaimsAgain()
{
    StoreFixture fixture;
    const qint64 untouched = put(fixture);
    const qint64 handedOver = put(fixture);
    const QByteArray run = claim(fixture)->claimedBy;
    claim(fixture);
    must(Store::markHandedOver(fixture.session(), handedOver, run));
    must(repairOwn(fixture.session(), 1, "another run"));
    QCOMPARE(must(Store::outboxMailById(fixture.session(), untouched)).status, "sending"_ba);
    must(repairOwn(fixture.session(), 1, run));
    QCOMPARE(must(Store::outboxMailById(fixture.session(), untouched)).status, "queued"_ba);
    QCOMPARE(must(Store::outboxMailById(fixture.session(), handedOver)).status, "unknown"_ba);
    QCOMPARE(claim(fixture)->id, untouched);
}

void TestOutcome::sendsAtOnceAfterTheClockWasSetBack()
{
    constexpr qint64 day = 86'400'000;
    StoreFixture fixture;
    const qint64 id = put(fixture);
    fixture.clock.ms -= day;
    QVERIFY(!claim(fixture));
    const qint64 nowMs = fixture.clock.nowMs();
    const Store::LatestDue latest{ nowMs, nowMs + Outbox::RetryPolicy().longestWait().count() };
    QVERIFY(must(Store::outboxDue(fixture.session())).first().lastMs > latest.latestMs);
    must(Store::pullOutboxMails(fixture.session(), latest));
    QCOMPARE(claim(fixture)->id, id);
}

void TestOutcome::repairsClaimsOfAnotherTime()
{
    constexpr qint64 day = 86'400'000;
    StoreFixture fixture;
    const qint64 id = put(fixture);
    claim(fixture);
    const qint64 nowMs = fixture.clock.nowMs() - day;
    must(repairInterrupted(fixture.session(), { "another run", nowMs }));
    QCOMPARE(must(Store::outboxMailById(fixture.session(), id)).status, "sending"_ba);
    must(repairInterrupted(fixture.session(), { "another run", nowMs, nowMs + 3'600'000 }));
    QCOMPARE(must(Store::outboxMailById(fixture.session(), id)).status, "queued"_ba);
}

void TestOutcome::isHandedOverOnlyWhileItIsSent()
{
    StoreFixture fixture;
    const qint64 id = put(fixture);
    QCOMPARE(Store::markHandedOver(fixture.session(), id, "this").error().code,
             Error::Code::Conflict);
    claim(fixture);
    QVERIFY(Store::markHandedOver(fixture.session(), id, "this").ok());
    QVERIFY(must(Store::outboxMailById(fixture.session(), id)).isHandedOver);
}

void TestOutcome::keepsOneCopy()
{
    StoreFixture fixture;
    const Store::OutboxMail mail = sent(fixture);
    QVERIFY(mail.mailId > 0);
    const Store::OutboxMail again =
        must(writeOutcome(fixture.session(), mail, readSentCopy({ raw, {} }, fixture.clock.now())));
    QCOMPARE(again.mailId, mail.mailId);
    QCOMPARE(fixture.number(u"SELECT COUNT(*) FROM mails WHERE listing = 3 AND is_read = 1"_s), 1);
    QCOMPARE(fixture.number(u"SELECT COUNT(*) FROM bodies"_s), 1);
    QCOMPARE(fixture.number(u"SELECT COUNT(*) FROM outbox_pieces"_s), 0);
    QCOMPARE(fixture.number(u"SELECT COUNT(*) FROM events WHERE name = 'mail.sent'"_s), 2);
    QCOMPARE(fixture.wrongCounters(), 0);
}

void TestOutcome::takesTheServersCopyWhereThatWasFirst()
{
    StoreFixture fixture;
    const Store::Folder folder = fixture.addFolder(1, u"Sent"_s, "sent");
    Store::NewMail found = mailWith(7);
    found.messageId = u"<1@example.org>"_s;
    found.createdAt = fixture.clock.now();
    const qint64 id = fixture.insert(folder, { found }).first();
    QCOMPARE(sent(fixture).mailId, id);
    QCOMPARE(fixture.number(u"SELECT COUNT(*) FROM mails"_s), 1);
}

void TestOutcome::givesItsPlaceToTheServersCopy()
{
    StoreFixture fixture;
    const qint64 copy = sent(fixture).mailId;
    const Store::Folder folder = fixture.addFolder(1, u"Sent"_s, "sent");
    Store::NewMail found = mailWith(7);
    found.messageId = u"<1@example.org>"_s;
    Store::Transaction transaction(fixture.session());
    const auto stored = must(Store::insertMails(fixture.session(), folder, { found }));
    must(transaction.commit());
    QCOMPARE(stored.first().id, copy);
    QVERIFY(!stored.first().isNew);
    QCOMPARE(fixture.number(u"SELECT COUNT(*) FROM mails"_s), 1);
    QCOMPARE(fixture.number(u"SELECT listing FROM mails"_s), 2);
    QCOMPARE(fixture.wrongCounters(), 0);
}

void TestOutcome::repairsWhatWasInterrupted()
{
    StoreFixture fixture;
    const qint64 begun = put(fixture);
    const qint64 handedOver = put(fixture);
    claim(fixture);
    claim(fixture);
    must(Store::markHandedOver(fixture.session(), handedOver, "this"));
    fixture.reopen();
    must(repairInterrupted(fixture.session(), { "next", std::numeric_limits<qint64>::max() }));
    QCOMPARE(must(Store::outboxMailById(fixture.session(), begun)).status, "queued"_ba);
    QCOMPARE(must(Store::outboxMailById(fixture.session(), handedOver)).status, "unknown"_ba);
    QCOMPARE(fixture.number(u"SELECT COUNT(*) FROM events WHERE name = 'mail.failed'"_s), 1);
    QCOMPARE(claim(fixture)->id, begun);
    QVERIFY(!claim(fixture));
}

void TestOutcome::leavesAloneWhatAnotherRunIsSending()
{
    StoreFixture fixture;
    const qint64 id = put(fixture);
    claim(fixture, "one");
    must(repairInterrupted(fixture.session(), { "two", fixture.clock.nowMs() }));
    QCOMPARE(must(Store::outboxMailById(fixture.session(), id)).status, "sending"_ba);
    fixture.clock.ms += 59000;
    must(Store::renewOutboxClaims(fixture.session(), { "one", fixture.clock.nowMs() + 60'000 }));
    must(Store::renewOutboxClaims(fixture.session(), { "two", fixture.clock.nowMs() }));
    fixture.clock.ms += 59000;
    must(repairInterrupted(fixture.session(), { "two", fixture.clock.nowMs() }));
    QVERIFY(!claim(fixture, "two"));
    fixture.clock.ms += 1000;
    must(repairInterrupted(fixture.session(), { "two", fixture.clock.nowMs() }));
    QCOMPARE(claim(fixture, "two")->id, id);
}

void TestOutcome::refusesOutcomesOfARunThatLostItsClaim()
{
    StoreFixture fixture;
    const qint64 id = put(fixture);
    Store::OutboxMail mail = *claim(fixture, "slept");
    fixture.clock.ms += 61000;
    must(repairInterrupted(fixture.session(), { "awake", fixture.clock.nowMs() }));
    const auto conflict = Error::Code::Conflict;
    QCOMPARE(Store::markHandedOver(fixture.session(), id, "slept").error().code, conflict);
    mail.status = "failed";
    QCOMPARE(writeOutcome(fixture.session(), mail, {}).error().code, conflict);
    QVERIFY(claim(fixture, "awake"));
    QCOMPARE(Store::markHandedOver(fixture.session(), id, "slept").error().code, conflict);
    QCOMPARE(writeOutcome(fixture.session(), mail, {}).error().code, conflict);
    QVERIFY(Store::markHandedOver(fixture.session(), id, "awake").ok());
    QCOMPARE(must(Store::outboxMailById(fixture.session(), id)).status, "sending"_ba);
    QCOMPARE(fixture.number(u"SELECT COUNT(*) FROM events"_s), 0);
}

void TestOutcome::claimsTheNextMailWithTheOutcome()
{
    StoreFixture fixture;
    put(fixture);
    const qint64 second = put(fixture);
    Store::OutboxMail mail = *claim(fixture);
    mail.status = "failed";
    const Store::OutboxClaim mine{ "this", fixture.clock.nowMs() + 60'000 };
    Turn turn = must(writeOutcomeAndClaim(fixture.session(), mail, {}, mine));
    QCOMPARE(turn.written.status, "failed"_ba);
    QVERIFY(turn.next && turn.next->mail.id == second && turn.next->account.id == 1);
    QCOMPARE(must(Store::outboxMailById(fixture.session(), second)).status, "sending"_ba);
    // An outcome that cannot be written claims no mail.
    const qint64 third = put(fixture);
    QVERIFY(!writeOutcomeAndClaim(fixture.session(), mail, {}, mine));
    QCOMPARE(must(Store::outboxMailById(fixture.session(), third)).status, "queued"_ba);
    fixture.clock.ms += 1;
    mail = turn.next->mail;
    mail.status = "failed";
    QCOMPARE(must(writeOutcomeAndClaim(fixture.session(), mail, {}, mine)).next->mail.id, third);
}

void TestOutcome::keepsALargeCopyInPieces()
{
    StoreFixture fixture;
    const QByteArray head = raw + "\r\n--x\r\n"; // stands for an outline with one file
    const QByteArray file(600'000, 'A');
    Store::OutboxMessage message = inPieces(head + file + "\r\n--x--\r\n");
    message.outline = Store::compressBody(head + "\r\n--x--\r\n");
    message.cuts = QByteArray::number(head.size()) + ":600000:450000";
    put(fixture, message);
    Store::OutboxMail mail = *claim(fixture);
    const Store::OutboxOutline outline = must(Store::outboxOutline(fixture.session(), mail));
    QCOMPARE(outline.raw, head + "\r\n--x--\r\n");
    mail.status = "sent";
    const SentCopy copy = readSentCopy(outline, fixture.clock.now());
    QCOMPARE(copy.mail.size, mail.size);
    mail = must(writeOutcome(fixture.session(), mail, copy));
    QByteArray whole;
    for (int i = 0; i < 3; ++i)
        whole += must(Store::bodyPiece(fixture.session(), mail.mailId, i));
    QCOMPARE(whole, head + file + "\r\n--x--\r\n");
    const auto detail = must(Store::mailDetail(fixture.session(), mail.mailId));
    QCOMPARE(detail.raw, std::optional(outline.raw));
    QCOMPARE(detail.cuts, outline.cuts);
    QCOMPARE(int(detail.row.bodyState), int(Store::BodyState::Stored));
    QCOMPARE(fixture.number(u"SELECT COUNT(*) FROM outbox_pieces"_s), 0);
    QCOMPARE(fixture.number(u"SELECT COUNT(*) FROM outbox_outlines"_s), 0);
    QCOMPARE(fixture.number(u"SELECT COUNT(*) FROM body_pieces WHERE size > length(bytes)"_s), 3);
}

void TestOutcome::goesWithItsAccount()
{
    StoreFixture fixture;
    put(fixture);
    must(Store::markAccountDeleted(fixture.session(), 1));
    QVERIFY(!claim(fixture));
    Store::Transaction transaction(fixture.session());
    QVERIFY(must(Store::purgeAccountBatch(fixture.session(), 1, 100)));
    must(transaction.commit());
    QCOMPARE(fixture.number(u"SELECT COUNT(*) FROM outbox"_s), 0);
    QCOMPARE(fixture.number(u"SELECT COUNT(*) FROM outbox_pieces"_s), 0);
}

void TestOutcome::forgetsWhatEndedLongAgo()
{
    StoreFixture fixture;
    sent(fixture);
    put(fixture);
    must(Store::pruneOutbox(fixture.session(), fixture.clock.now()));
    QCOMPARE(fixture.number(u"SELECT COUNT(*) FROM outbox"_s), 2);
    must(Store::pruneOutbox(fixture.session(), fixture.clock.now() + 1));
    QCOMPARE(fixture.number(u"SELECT COUNT(*) FROM outbox"_s), 1);
}

void TestOutcome::remembersKeysForADay()
{
    StoreFixture fixture;
    Store::IdempotencyKey key{ 1, "key", "hash", 7 };
    QVERIFY(must(Store::putIdempotencyKey(fixture.session(), key)));
    QVERIFY(!must(Store::putIdempotencyKey(fixture.session(), { 1, "key", "other", 8 })));
    QCOMPARE(must(Store::idempotencyKey(fixture.session(), 1, "key")), std::optional(key));
    QVERIFY(!must(Store::idempotencyKey(fixture.session(), 2, "key")));
    key.answerStatus = 200;
    key.answer = "first";
    must(Store::noteIdempotentAnswer(fixture.session(), key));
    Store::IdempotencyKey second = key;
    second.answer = "second";
    must(Store::noteIdempotentAnswer(fixture.session(), second));
    QCOMPARE(must(Store::idempotencyKey(fixture.session(), 1, "key"))->answer, "first"_ba);
    fixture.clock.ms += 86'400'000;
    QVERIFY(!must(Store::idempotencyKey(fixture.session(), 1, "key")));
    QVERIFY(must(Store::putIdempotencyKey(fixture.session(), { 1, "key", "other", 8 })));
    QCOMPARE(must(Store::idempotencyKey(fixture.session(), 1, "key"))->outboxId, 8);
    fixture.clock.ms += 86'400'000;
    must(Store::pruneIdempotencyKeys(fixture.session()));
    QCOMPARE(fixture.number(u"SELECT COUNT(*) FROM idempotency_keys"_s), 0);
}

QTEST_GUILESS_MAIN(TestOutcome)
#include "tst_outcome.moc"
