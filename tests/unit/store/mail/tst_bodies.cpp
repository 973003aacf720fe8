// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/lists/maildetail.h"
#include "store/lists/mailpage.h"
#include "store/mail/attachments.h"
#include "store/mail/bodies.h"
#include "store/mail/mailinsert.h"
#include "storefixture.h"

#include <QRandomGenerator>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Store;

class TestBodies : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void comeOutAsTheyWentIn_data();
    void comeOutAsTheyWentIn();
    void refuseWhatIsNoBody_data();
    void refuseWhatIsNoBody();
    void completeTheMail();
    void correctTheHeaderOfTheList();
    void keepTheHeaderThatIdentifiesTheMail();
    void leaveOutDeletedMails();
    void markTheMailForIndexing();
    void keepAttachmentIds();
    void areStoredManyAtOnce();
    void theLastOfAMailCounts();
    void keepTextsWithoutAPlace();
    void noneIsStoredOfNone();
    void areRequestedNewestFirst();
    void areNotStoredWhereTooLarge();
    void areHiddenFromOtherUsers();
};

namespace {

QByteArray noise(qsizetype size)
{
    QByteArray bytes(size, '\0');
    QRandomGenerator random(3);
    for (char &c : bytes)
        c = char(random.bounded(256));
    return bytes;
}

Attachment part(const QByteArray &path, const QString &name)
{
    return { 0, 0, path, name, "application/pdf", 10, "cid@x", true };
}

} // namespace

void TestBodies::comeOutAsTheyWentIn_data()
{
    QTest::addColumn<QByteArray>("raw");
    QTest::addRow("empty") << QByteArray();
    QTest::addRow("zeros") << QByteArray(100'000, '\0');
    QTest::addRow("noise") << noise(3'000'000);
    QTest::addRow("text") << QByteArray("Subject: x\r\n\r\ny\r\n").repeated(500);
}

void TestBodies::comeOutAsTheyWentIn()
{
    QFETCH(QByteArray, raw);
    QCOMPARE(must(decompressBody(compressBody(raw))), raw);
}

void TestBodies::refuseWhatIsNoBody_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addRow("empty") << QByteArray();
    QTest::addRow("text") << "hello"_ba;
    QTest::addRow("cut off") << compressBody(noise(10'000)).chopped(5);
    QTest::addRow("bomb") << compressBody(QByteArray(65 << 20, '\0'));
}

void TestBodies::refuseWhatIsNoBody()
{
    QFETCH(QByteArray, bytes);
    QCOMPARE(decompressBody(bytes).error().code, Error::Code::Storage);
}

void TestBodies::completeTheMail()
{
    StoreFixture fixture;
    fixture.insert(fixture.inbox(), { mailWith(1) });
    const QByteArray raw = "Subject: x\r\n\r\nHello\r\n";
    QVERIFY(!must(mailDetail(fixture.session(), 1)).raw);
    QCOMPARE(must(storeBodies(fixture.session(),
                              { { 1,
                                  compressBody(raw),
                                  raw.size(),
                                  u"Hello"_s,
                                  true,
                                  true,
                                  { part("2", u"a"_s) } } })),
             QList<qint64>{ 1 });
    fixture.reopen();
    const MailDetail detail = must(mailDetail(fixture.session(), 1));
    QCOMPARE(detail.raw, raw);
    QCOMPARE(detail.row.summary, "Hello");
    QVERIFY(detail.row.isHtml && detail.row.hasAttachment);
    QCOMPARE(detail.row.bodyState, BodyState::Stored);
    QCOMPARE(detail.attachments.size(), 1);
    QCOMPARE(fixture.wrongCounters(), 0);
}

void TestBodies::correctTheHeaderOfTheList()
{
    StoreFixture fixture;
    NewMail mail = mailWith(1);
    mail.messageId = u"<1@example.com>"_s;
    fixture.insert(fixture.inbox(), { mail, mailWith(2) });
    const MailHeader header{ u"zoe@example.com"_s, u"Zoë"_s, R"(["a@example.com"])", "[]",
                             u"As the mail says"_s };
    ParsedBody body{ 1, compressBody("x"), 1, u"x"_s, false, false, {} };
    body.header = header;
    must(storeBodies(fixture.session(), { body }));
    QCOMPARE(must(listedMail(fixture.session(), 1))->header, header);
    MailQuery bySender;
    bySender.sort = MailSort::From;
    QCOMPARE(must(listMails(fixture.session(), bySender)).items.first().id, 1); // descending
    QVERIFY(must(listedMail(fixture.session(), 2))->header != header);
}

void TestBodies::keepTheHeaderThatIdentifiesTheMail()
{
    StoreFixture fixture;
    NewMail mail = mailWith(1);
    mail.messageId.clear();
    fixture.insert(fixture.inbox(), { mail });
    const MailHeader before = must(listedMail(fixture.session(), 1))->header;
    ParsedBody body{ 1, compressBody("x"), 1, u"x"_s, false, false, {} };
    body.header = MailHeader{ u"zoe@example.com"_s, {}, "[]", "[]", u"Other"_s };
    must(storeBodies(fixture.session(), { body }));
    QCOMPARE(must(listedMail(fixture.session(), 1))->header, before);
}

void TestBodies::leaveOutDeletedMails()
{
    StoreFixture fixture;
    ParsedBody body;
    body.mailId = 42;
    body.compressed = compressBody("x");
    QCOMPARE(must(storeBodies(fixture.session(), { body })), QList<qint64>());
}

void TestBodies::markTheMailForIndexing()
{
    StoreFixture fixture;
    fixture.insert(fixture.inbox(), { mailWith(1) });
    const QString state = u"SELECT search_state FROM mails"_s;
    QCOMPARE(fixture.number(state), int(SearchState::Pending));
    must(fixture.session().execute(u"UPDATE mails SET search_state = 0"_s));
    must(storeBodies(fixture.session(), { { 1, compressBody("x"), 1, u"x"_s, false, false, {} } }));
    QCOMPARE(fixture.number(state), int(SearchState::Pending));
}

void TestBodies::keepAttachmentIds()
{
    StoreFixture fixture;
    NewMail mail = mailWith(1);
    mail.attachments = { part("2", u"old"_s), part("3", u"stale"_s) };
    fixture.insert(fixture.inbox(), { mail });
    must(storeBodies(fixture.session(),
                     { { 1,
                         compressBody("x"),
                         1,
                         u"x"_s,
                         false,
                         true,
                         { part("2", u"new"_s), part("4", u"more"_s) } } }));
    const QList<Attachment> all = must(attachmentsOf(fixture.session(), 1));
    QCOMPARE(all.size(), 2);
    Attachment first = part("2", u"new"_s);
    first.id = first.mailId = 1;
    QCOMPARE(all.first(), first);
    QCOMPARE(all.last().partPath, "4");
    QCOMPARE(must(attachmentById(fixture.session(), 1)), first);
}

void TestBodies::areStoredManyAtOnce()
{
    StoreFixture fixture;
    constexpr int count = 5; // of 1.5 MB that cannot be compressed: more than one batch takes
    QList<NewMail> mails;
    for (int i = 1; i <= count; ++i) {
        mails.append(mailWith(quint32(i)));
        mails.last().attachments = { part("2", u"old"_s), part("3", u"stale"_s) };
    }
    fixture.insert(fixture.inbox(), mails);
    QList<ParsedBody> bodies;
    for (int i = count; i > 0; --i) {
        const QByteArray raw = QByteArray::number(i) + noise(1'500'000);
        bodies.append({ i == 3 ? 77 : i,
                        compressBody(raw),
                        raw.size(),
                        QString::number(i),
                        i == 2,
                        i > 2,
                        { part("1", u"first"_s), part("2", u"new"_s) } });
    }
    QCOMPARE(must(storeBodies(fixture.session(), bodies)), (QList<qint64>{ 5, 4, 2, 1 }));
    for (const int i : { 1, 2, 4, 5 }) {
        const MailDetail detail = must(mailDetail(fixture.session(), i));
        QCOMPARE(detail.raw, QByteArray::number(i) + noise(1'500'000));
        QCOMPARE(detail.row.summary, QByteArray::number(i));
        QCOMPARE(detail.row.isHtml, i == 2);
        QCOMPARE(detail.row.hasAttachment, i > 2);
        QCOMPARE(detail.attachments.size(), 2);
        QCOMPARE(detail.attachments.first().id, 2 * i - 1); // part 2 keeps its id
        QCOMPARE(detail.attachments.first().filename, u"new"_s);
    }
    QCOMPARE(must(attachmentsOf(fixture.session(), 3)).last().filename, u"stale"_s);
    QCOMPARE(fixture.wrongCounters(), 0);
}

void TestBodies::theLastOfAMailCounts()
{
    StoreFixture fixture;
    fixture.insert(fixture.inbox(), { mailWith(1) });
    const ParsedBody first{ 1, compressBody("a"), 1, u"a"_s, false, true, { part("2", u"a"_s) } };
    const ParsedBody second{ 1, compressBody("b"), 1, u"b"_s, false, false, {} };
    QCOMPARE(must(storeBodies(fixture.session(), { first, second })), (QList<qint64>{ 1, 1 }));
    QCOMPARE(must(rawBody(fixture.session(), 1)), "b");
    QCOMPARE(must(mailDetail(fixture.session(), 1)).row.summary, "b");
    QCOMPARE(must(attachmentsOf(fixture.session(), 1)), QList<Attachment>());
    QCOMPARE(fixture.wrongCounters(), 0);
}

void TestBodies::keepTextsWithoutAPlace()
{
    StoreFixture fixture;
    fixture.insert(fixture.inbox(), { mailWith(1) });
    const QString odd = u"a%1\\'b"_s.arg(QChar(0));
    must(storeBodies(
        fixture.session(),
        { { 1, compressBody("x"), 1, odd, false, true, { part("2", odd) }, false, "5 7" } }));
    const QString kept = u"a\ufffd\\'b"_s;
    QCOMPARE(must(mailDetail(fixture.session(), 1)).row.summary, kept.toUtf8());
    QCOMPARE(must(attachmentsOf(fixture.session(), 1)).first().filename, kept);
    QCOMPARE(must(storedBody(fixture.session(), 1)).cuts, "5 7");
}

void TestBodies::noneIsStoredOfNone()
{
    StoreFixture fixture;
    QCOMPARE(must(storeBodies(fixture.session(), {})), QList<qint64>());
}

void TestBodies::areRequestedNewestFirst()
{
    StoreFixture fixture;
    NewMail huge = mailWith(4);
    huge.size = 1 << 30;
    NewMail there = mailWith(5);
    there.bodyState = BodyState::OnDemand;
    NewMail gone = mailWith(6);
    gone.listing = Listing::Hidden;
    fixture.insert(fixture.inbox(), { mailWith(1), mailWith(3), mailWith(2), huge, there, gone });
    QCOMPARE(must(wantedBodies(fixture.session(), 1, 0, 1 << 20, 2)),
             (QList<BodyWanted>{ { 2, 3, 1003 }, { 3, 2, 1002 } }));
    QCOMPARE(must(wantedBodies(fixture.session(), 1, 2, 1 << 20, 2)),
             (QList<BodyWanted>{ { 1, 1, 1001 } }));
}

void TestBodies::areNotStoredWhereTooLarge()
{
    StoreFixture fixture;
    fixture.insert(fixture.inbox(), { mailWith(1) });
    must(storeBodies(fixture.session(), { { 1, {}, 0, u"Hello"_s, false, false, {} } }));
    const MailDetail detail = must(mailDetail(fixture.session(), 1));
    QCOMPARE(detail.row.bodyState, BodyState::OnDemand);
    QVERIFY(!detail.raw);
    QCOMPARE(rawBody(fixture.session(), 1).error().code, Error::Code::NotFound);
}

void TestBodies::areHiddenFromOtherUsers()
{
    StoreFixture fixture;
    NewMail mail = mailWith(1);
    mail.attachments = { part("2", u"a"_s) };
    fixture.insert(fixture.inbox(), { mail });
    const Viewer bert{ fixture.addUser(u"bert"_s), true };
    QCOMPARE(mailDetail(fixture.session(), 1, bert).error().code, Error::Code::NotFound);
    QCOMPARE(attachmentById(fixture.session(), 1, bert).error().code, Error::Code::NotFound);
    must(markAccountDeleted(fixture.session(), 1));
    QCOMPARE(mailDetail(fixture.session(), 1).error().code, Error::Code::NotFound);
}

QTEST_GUILESS_MAIN(TestBodies)
#include "tst_bodies.moc"
