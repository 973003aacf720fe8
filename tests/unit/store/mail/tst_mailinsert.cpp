// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/db/transaction.h"
#include "store/lists/maildetail.h"
#include "store/mail/attachments.h"
#include "store/mail/maildelete.h"
#include "store/mail/mailinsert.h"
#include "store/mail/resync.h"
#include "storefixture.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Store;

/** A batch of mails in which some are not new. */
class TestMailInsert : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void takesAnEmptyBatch();
    void leavesOutWhatIsHereAndWasDeleted();
    void takesAUidOnceOfABatch();
    void recognisesInTheMiddleOfABatch();
    void givesNoIdTwice();
    void keepsTextsAsTheyAre_data();
    void keepsTextsAsTheyAre();
    void takesHalfAPair();
    void keepsWhatIsNotThere();
    void keepsAttachmentsInOrder();
    void aPartThatIsThereTwiceIsItsLast();
};

namespace {

QList<StoredMail> insertAll(StoreFixture &fixture, const QList<NewMail> &mails)
{
    Transaction tx(fixture.session());
    const QList<StoredMail> stored = must(insertMails(fixture.session(), fixture.inbox(), mails));
    must(tx.commit());
    return stored;
}

Attachment part(const QByteArray &path, const QString &name, std::optional<qint64> size = {})
{
    return { 0, 0, path, name, "application/pdf", size, "", false };
}

NewMail withParts(quint32 uid, const QList<Attachment> &parts)
{
    NewMail mail = mailWith(uid);
    mail.attachments = parts;
    return mail;
}

QStringList namesOf(StoreFixture &fixture, qint64 mailId)
{
    QStringList names;
    for (const Attachment &attachment : must(attachmentsOf(fixture.session(), mailId)))
        names.append(attachment.filename);
    return names;
}

} // namespace

void TestMailInsert::takesAnEmptyBatch()
{
    StoreFixture fixture;
    QCOMPARE(insertAll(fixture, {}), QList<StoredMail>());
    QCOMPARE(fixture.insert(fixture.inbox(), { mailWith(1) }), QList<qint64>{ 1 });
}

void TestMailInsert::leavesOutWhatIsHereAndWasDeleted()
{
    StoreFixture fixture;
    fixture.insert(fixture.inbox(), { mailWith(2), mailWith(4), mailWith(6) });
    must(deleteMails(fixture.session(), { 2 }));
    must(markGone(fixture.session(), 1, { 6 }, GonePolicy::Hide));
    QCOMPARE(insertAll(fixture,
                       { mailWith(1), mailWith(2), mailWith(3), mailWith(4), mailWith(5),
                         mailWith(6), mailWith(7) }),
             (QList<StoredMail>{
                 { 4, 1, 0 }, { 5, 3, 2 }, { 6, 5, 4 }, { 3, 6, 5, false, true }, { 7, 7, 6 } }));
    QCOMPARE(must(mailById(fixture.session(), 3)).listing, Listing::OnServer); // it is there again
    QCOMPARE(fixture.number(u"SELECT count(*) FROM mails"_s), 6);
    QCOMPARE(fixture.wrongCounters(), 0);
}

void TestMailInsert::takesAUidOnceOfABatch()
{
    StoreFixture fixture;
    NewMail again = mailWith(1);
    again.subject = u"Again"_s;
    QCOMPARE(insertAll(fixture, { mailWith(1), again, mailWith(2) }),
             (QList<StoredMail>{ { 1, 1, 0 }, { 2, 2, 2 } }));
    QCOMPARE(must(mailById(fixture.session(), 1)).subject, "Mail 1");
    QCOMPARE(fixture.wrongCounters(), 0);
}

void TestMailInsert::recognisesInTheMiddleOfABatch()
{
    StoreFixture fixture;
    fixture.insert(fixture.inbox(), { mailWith(1), mailWith(2) });
    Folder renewed = must(beginRebind(fixture.session(), fixture.inbox(), 8, 20));
    NewMail known = mailWith(2);
    known.uid = 12;
    Transaction tx(fixture.session());
    const QList<StoredMail> stored =
        must(insertMails(fixture.session(), renewed, { mailWith(11), known, known, mailWith(13) }));
    must(tx.commit());
    QCOMPARE(stored,
             (QList<StoredMail>{ { 3, 11, 0, true }, { 2, 12, 1, false }, { 4, 13, 3, true } }));
    QCOMPARE(must(mailById(fixture.session(), 2)).uid, 12u);
    QCOMPARE(fixture.wrongCounters(), 0);
}

void TestMailInsert::givesNoIdTwice()
{
    StoreFixture fixture;
    fixture.insert(fixture.inbox(), { mailWith(1), mailWith(2) });
    must(eraseMails(fixture.session(), { 2 }));
    fixture.reopen();
    QCOMPARE(fixture.insert(fixture.inbox(), { mailWith(1), mailWith(3), mailWith(4) }),
             (QList<qint64>{ 3, 4 }));
}

void TestMailInsert::keepsTextsAsTheyAre_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QByteArray>("kept");
    QTest::addRow("null") << QString() << ""_ba;
    QTest::addRow("quotes") << u"'\"\\ \\u0041 {}[],"_s << "'\"\\ \\u0041 {}[],"_ba;
    QTest::addRow("controls") << u"\a\b\t\r\n\x1b\x7f"_s << "\a\b\t\r\n\x1b\x7f"_ba;
    QTest::addRow("scripts") << u"会议 ü 😀"_s << u"会议 ü 😀"_s.toUtf8();
    QTest::addRow("zero") << u"a%1b"_s.arg(QChar(0))
                          << "a\xef\xbf\xbd"
                             "b"_ba;
}

void TestMailInsert::keepsTextsAsTheyAre()
{
    QFETCH(QString, text);
    QFETCH(QByteArray, kept);
    StoreFixture fixture;
    NewMail mail = mailWith(1);
    mail.from = mail.fromName = mail.subject = mail.summary = mail.messageId = text;
    mail.attachments = { part("2", text) };
    fixture.insert(fixture.inbox(), { mail });
    const MailRow row = must(mailById(fixture.session(), 1));
    for (const QByteArray &value :
         { row.from, row.fromName, row.subject, row.summary, row.messageId })
        QCOMPARE(value, kept);
    QCOMPARE(namesOf(fixture, 1), QStringList(QString::fromUtf8(kept)));
}

// Each engine stores another replacement character for half a surrogate pair.
void TestMailInsert::takesHalfAPair()
{
    StoreFixture fixture;
    NewMail mail = mailWith(1);
    mail.subject = mail.from = u"a%1"_s.arg(QChar(0xd83d));
    QCOMPARE(fixture.insert(fixture.inbox(), { mail, mailWith(2) }), (QList<qint64>{ 1, 2 }));
    QVERIFY(must(mailById(fixture.session(), 1)).subject.startsWith("a"));
}

void TestMailInsert::keepsWhatIsNotThere()
{
    StoreFixture fixture;
    NewMail bare;
    bare.listing = Listing::SentCopy;
    bare.attachments = { part("1", {}, 5), part("2", {}) };
    fixture.insert(fixture.inbox(), { bare, bare });
    const MailRow row = must(mailById(fixture.session(), 2));
    QCOMPARE(row.uid, 0u);
    QCOMPARE(row.sentAt, std::optional<qint64>());
    QCOMPARE(row.toJson, "[]");
    const QList<Attachment> parts = must(attachmentsOf(fixture.session(), 2));
    QCOMPARE(parts.first().size, std::optional<qint64>(5));
    QCOMPARE(parts.last().size, std::optional<qint64>());
    QCOMPARE(fixture.number(u"SELECT count(*) FROM mails WHERE uid IS NULL AND sent_at IS NULL"_s),
             2);
}

void TestMailInsert::keepsAttachmentsInOrder()
{
    StoreFixture fixture;
    fixture.insert(fixture.inbox(),
                   { withParts(1, { part("3", u"a"_s), part("2", u"b"_s) }), mailWith(2),
                     withParts(3, { part("2", u"c"_s), part("10", u"d"_s) }) });
    QCOMPARE(namesOf(fixture, 1), (QStringList{ u"a"_s, u"b"_s }));
    QCOMPARE(namesOf(fixture, 2), QStringList());
    QCOMPARE(namesOf(fixture, 3), (QStringList{ u"c"_s, u"d"_s }));
    QCOMPARE(must(attachmentById(fixture.session(), 4)).filename, u"d"_s);
}

void TestMailInsert::aPartThatIsThereTwiceIsItsLast()
{
    StoreFixture fixture;
    fixture.insert(fixture.inbox(), { withParts(1, { part("2", u"a"_s), part("2", u"b"_s) }) });
    QCOMPARE(namesOf(fixture, 1), QStringList{ u"b"_s });
}

QTEST_GUILESS_MAIN(TestMailInsert)
#include "tst_mailinsert.moc"
