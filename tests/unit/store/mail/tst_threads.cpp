// SPDX-License-Identifier: GPL-3.0-or-later
// Conversations: how mails join them, how lists show them, and what remains when mails are deleted.
#include "store/db/transaction.h"
#include "store/lists/maildetail.h"
#include "store/lists/mailpage.h"
#include "store/lists/threads.h"
#include "store/mail/basesubject.h"
#include "store/mail/maildelete.h"
#include "store/mail/mailinsert.h"
#include "store/mail/resync.h"
#include "store/mail/threadbacklog.h"
#include "storefixture.h"
#include "support/testserver.h"
#include "threadmodel.h"

#include <QSqlQuery>
#include <QTest>

#include <algorithm>
#include <numeric>

using namespace Qt::StringLiterals;
using namespace Store;

class TestThreads : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void subjectsLoseTheirMarks_data();
    void subjectsLoseTheirMarks();
    void groupsAsTheModelInAnyOrder_data();
    void groupsAsTheModelInAnyOrder();
    void keepsStepWhenMailsComeMoveAndGo_data();
    void keepsStepWhenMailsComeMoveAndGo();
    void mailsOfTwoOwnersNeverJoin();
    void newslettersJoinOnlyThroughAReply();
    void aReplyJoinsThousandsOfReportsAtOnce();
    void aLateMailJoinsTwoConversations();
    void nothingIsLeftOfAConversationThatWent();
    void sizesCountWhatListsShow();
    void aThreadIsOldestFirstAndHasAnEnd();
    void aThreadShowsItsHiddenMailAlone();
    void listsOneMailOfEachConversation_data();
    void listsOneMailOfEachConversation();
    void mailsOfEarlierVersionsArePlaced();
};

namespace {

/** Accounts 1 and 3 of user 1, account 2 of user 2, each with INBOX and Archive. */
class Box : public StoreFixture
{
public:
    Box()
    {
        addAccount(addUser(u"ben"_s), u"ben@example.org"_s);
        addAccount(1, u"other@example.org"_s);
        for (const qint64 account : { 1, 2, 3 }) {
            m_inbox.insert(account, addFolder(account, u"INBOX"_s, "inbox"));
            m_archive.insert(account, addFolder(account, u"Archive"_s, "archive"));
        }
    }

    /// Adds the mails in this order, but 300 at a time, and of these account by account.
    void add(const QList<MadeMail> &mails, const QList<int> &order)
    {
        for (qsizetype at = 0; at < order.size(); at += 300) {
            for (const qint64 account : { 3, 1, 2 }) {
                QList<int> numbers = order.mid(at, 300);
                numbers.removeIf([&](int n) { return mails[n].accountId != account; });
                QList<NewMail> batch;
                for (const int number : numbers)
                    batch.append(mails[number].mail);
                put(m_inbox[account], batch, numbers);
            }
        }
    }

    void put(const Folder &folder, const QList<NewMail> &batch, const QList<int> &numbers)
    {
        Transaction tx(session());
        for (const StoredMail &stored : must(insertMails(session(), folder, batch)))
            ids[numbers[stored.index]] = stored.id;
        must(tx.commit());
    }

    /// As when another client moves it: it vanishes from the inbox, then arrives in the archive.
    void move(const MadeMail &made, int number)
    {
        Transaction tx(session());
        must(markGone(session(), m_inbox[made.accountId].id, { made.mail.uid }, GonePolicy::Hide));
        must(tx.commit());
        put(m_archive[made.accountId], { made.mail }, { number });
    }

    QHash<qint64, qint64> threads()
    {
        QHash<qint64, qint64> byId;
        QSqlQuery query(handle());
        if (!query.exec(u"SELECT id, COALESCE(thread_id, id) FROM mails"_s))
            qFatal("no threads");
        while (query.next())
            byId.insert(query.value(0).toLongLong(), query.value(1).toLongLong());
        return byId;
    }

    /// The numbers of all mails, in groups.
    QSet<QSet<int>> partition()
    {
        const QHash<qint64, qint64> byId = threads();
        QHash<qint64, QSet<int>> groups;
        for (auto it = ids.cbegin(); it != ids.cend(); ++it) {
            if (byId.contains(it.value()))
                groups[byId.value(it.value())].insert(it.key());
        }
        return QSet<QSet<int>>(groups.cbegin(), groups.cend());
    }

    /// Must be 0 at all times: names of conversations without mails, conversations whose first mail
    /// counts as alone.
    qint64 leftovers()
    {
        return number(u"SELECT count(*) FROM thread_nodes WHERE thread_id NOT IN"
                      " (SELECT COALESCE(thread_id, id) FROM mails)"_s)
            + number(u"SELECT count(*) FROM mails WHERE thread_id IS NULL AND id IN"
                     " (SELECT thread_id FROM mails WHERE thread_id IS NOT NULL)"_s);
    }

    QHash<int, qint64> ids;

private:
    QHash<qint64, Folder> m_inbox;
    QHash<qint64, Folder> m_archive;
};

QList<int> shuffled(qsizetype count, quint32 seed)
{
    QList<int> order(count);
    std::iota(order.begin(), order.end(), 0);
    QRandomGenerator random(seed);
    std::shuffle(order.begin(), order.end(), random);
    return order;
}

NewMail named(quint32 uid, const QString &id, const QStringList &references = {})
{
    NewMail mail = mailWith(uid);
    mail.messageId = id;
    mail.references = references;
    return mail;
}

NewMail titled(quint32 uid, const QString &subject)
{
    NewMail mail = mailWith(uid);
    mail.from = u"news@example.org"_s;
    mail.subject = subject;
    return mail;
}

qint64 threadId(StoreFixture &fixture, qint64 mail)
{
    return must(mailById(fixture.session(), mail)).threadId;
}

qint64 threadSize(StoreFixture &fixture, qint64 mail)
{
    return must(mailById(fixture.session(), mail)).threadSize;
}

/// All ids of a list, page by page; the total must be the same on each.
QList<qint64> wholeList(Session &session, MailQuery query)
{
    QList<qint64> ids;
    for (query.page = 1;; ++query.page) {
        const MailPage page = must(listMails(session, query));
        for (const MailRow &row : page.items)
            ids.append(row.id);
        if (page.items.isEmpty()) {
            if (page.total != ids.size())
                qFatal("%lld mails, total %lld", qlonglong(ids.size()), qlonglong(page.total));
            return ids;
        }
    }
}

} // namespace

void TestThreads::subjectsLoseTheirMarks_data()
{
    QTest::addColumn<QString>("subject");
    QTest::addColumn<QString>("base");
    QTest::addColumn<bool>("isReply");
    QTest::addRow("none") << u"Plan"_s << u"Plan"_s << false;
    QTest::addRow("empty") << u""_s << u""_s << false;
    QTest::addRow("re") << u"Re: Plan"_s << u"Plan"_s << true;
    QTest::addRow("many") << u"AW: RE: Fwd:Plan"_s << u"Plan"_s << true;
    QTest::addRow("square count") << u"Re[2]: Plan"_s << u"Plan"_s << true;
    QTest::addRow("round count") << u"RE (12): Plan"_s << u"Plan"_s << true;
    QTest::addRow("caret count") << u"Re^3: Plan"_s << u"Plan"_s << true;
    QTest::addRow("bare count") << u"Re2: Plan"_s << u"Plan"_s << true;
    QTest::addRow("open count") << u"Re[2: Plan"_s << u"Re[2: Plan"_s << false;
    QTest::addRow("blank before colon") << u" re : Plan "_s << u"Plan"_s << true;
    QTest::addRow("chinese") << u"回复：转发: 计划"_s << u"计划"_s << true;
    QTest::addRow("taiwan") << u"答覆: 計劃"_s << u"計劃"_s << true;
    QTest::addRow("japanese") << u"返信：計画"_s << u"計画"_s << true;
    QTest::addRow("russian") << u"Ответ: План"_s << u"План"_s << true;
    QTest::addRow("swedish") << u"SV: VB: Plan"_s << u"Plan"_s << true;
    QTest::addRow("greek") << u"ΑΠ: Plan"_s << u"Plan"_s << true;
    QTest::addRow("hungarian") << u"Vá: Plan"_s << u"Plan"_s << true;
    QTest::addRow("marks alone") << u"Re: Fwd:"_s << u""_s << true;
    QTest::addRow("a word") << u"Result: good"_s << u"Result: good"_s << false;
    QTest::addRow("no colon") << u"Re Plan"_s << u"Re Plan"_s << false;
    QTest::addRow("a list") << u"[list] Re: Plan"_s << u"[list] Re: Plan"_s << false;
    QTest::addRow("long word") << u"Donaudampfschifffahrt: Plan"_s
                               << u"Donaudampfschifffahrt: Plan"_s << false;
}

void TestThreads::subjectsLoseTheirMarks()
{
    QFETCH(QString, subject);
    QFETCH(QString, base);
    const BaseSubject found = baseSubject(subject);
    QCOMPARE(found.text.toString(), base);
    QTEST(found.isReply, "isReply");
}

void TestThreads::groupsAsTheModelInAnyOrder_data()
{
    QTest::addColumn<int>("count");
    QTest::addColumn<quint32>("seed");
    // Takes minutes of one core on PostgreSQL.
    if (!TestServer::isUsed() || qEnvironmentVariableIsSet("POSTRIDER_LONG"))
        QTest::addRow("20,000") << 20'000 << 1U;
    QTest::addRow("3,000") << 3'000 << 2U;
    QTest::addRow("3,000 others") << 3'000 << 3U;
}

void TestThreads::groupsAsTheModelInAnyOrder()
{
    QFETCH(int, count);
    QFETCH(quint32, seed);
    const QList<MadeMail> mails = madeMails(count, seed);
    ThreadModel model;
    for (int number = 0; number < count; ++number)
        model.add(number, mails[number]);
    const QSet<QSet<int>> wanted = model.partition();
    QVERIFY(wanted.size() > count / 5 && wanted.size() < count * 4 / 5);
    for (quint32 order = 1; order <= 3; ++order) {
        Box box;
        box.add(mails, shuffled(count, seed * 100 + order));
        QVERIFY2(box.partition() == wanted, qPrintable(u"order %1"_s.arg(order)));
        QCOMPARE(box.leftovers(), 0);
        for (int number = 0; number < count; number += count / 200)
            QCOMPARE(threadSize(box, box.ids[number]), model.sizeOf(number));
    }
}

void TestThreads::keepsStepWhenMailsComeMoveAndGo_data()
{
    QTest::addColumn<quint32>("seed");
    for (const quint32 seed : { 11U, 12U, 13U })
        QTest::addRow("%u", seed) << seed;
}

void TestThreads::keepsStepWhenMailsComeMoveAndGo()
{
    QFETCH(quint32, seed);
    constexpr int count = 4000;
    constexpr int atOnce = 250;
    const QList<MadeMail> mails = madeMails(count, seed);
    const QList<int> order = shuffled(count, seed);
    QRandomGenerator random(seed);
    Box box;
    ThreadModel model;
    for (int done = 0; done < count; done += atOnce) {
        const QList<int> next = order.mid(done, atOnce);
        box.add(mails, next);
        for (const int number : next)
            model.add(number, mails[number]);
        QList<qint64> gone;
        for (int i = 0; i < atOnce * 3 / 4; ++i) {
            const int number = order[random.bounded(done + atOnce)];
            if (!box.ids.contains(number))
                continue;
            if (i % 10 == 0 && !mails[number].mail.messageId.isEmpty()) {
                box.move(mails[number], number);
                continue;
            }
            gone.append(box.ids.take(number));
            model.remove(number);
        }
        Transaction tx(box.session());
        must(eraseMails(box.session(), gone));
        must(tx.commit());
        QVERIFY2(box.partition() == model.partition(), qPrintable(u"after %1"_s.arg(done)));
        QCOMPARE(box.leftovers(), 0);
    }
    QCOMPARE(box.wrongCounters(), 0);
}

void TestThreads::mailsOfTwoOwnersNeverJoin()
{
    Box box;
    const qint64 mine = box.insert(box.inbox(), { named(1, u"<a@x>"_s) }).first();
    const Folder others = box.addFolder(2, u"INBOX"_s, "inbox");
    const qint64 theirs = box.insert(others, { named(1, u"<b@x>"_s, { u"<a@x>"_s }) }).first();
    const Folder second = box.addFolder(3, u"INBOX"_s, "inbox");
    const qint64 reply = box.insert(second, { named(1, u"<c@x>"_s, { u"<a@x>"_s }) }).first();
    QVERIFY(threadId(box, theirs) != threadId(box, mine));
    QCOMPARE(threadId(box, reply), threadId(box, mine));
    QCOMPARE(threadSize(box, theirs), 1);
    QCOMPARE(threadSize(box, mine), 2);
    QVERIFY(!threadOf(box.session(), mine, { 2, true }));
    QCOMPARE(must(threadOf(box.session(), mine, { 1, true })).total, 2);
}

void TestThreads::newslettersJoinOnlyThroughAReply()
{
    StoreFixture box;
    const QList<qint64> news =
        box.insert(box.inbox(),
                   { titled(1, u"News"_s), titled(2, u"NEWS"_s), titled(3, u""_s),
                     titled(4, u"Re:"_s), titled(5, u"Weather"_s) });
    for (const qint64 id : news)
        QCOMPARE(threadSize(box, id), 1);
    NewMail reply = titled(6, u"Re: news"_s);
    reply.to = { reply.from };
    reply.from = u"Anna@Example.org"_s;
    NewMail strange = titled(7, u"Re: News"_s);
    strange.to = { u"somebody.else@example.org"_s };
    const QList<qint64> replies = box.insert(box.inbox(), { reply, strange });
    QCOMPARE(threadSize(box, replies[0]), 3);
    QCOMPARE(threadId(box, news[1]), threadId(box, replies[0]));
    QCOMPARE(threadSize(box, replies[1]), 1);
    QCOMPARE(threadSize(box, news[2]), 1);
    QCOMPARE(threadSize(box, news[4]), 1);
    const qint64 later = box.insert(box.inbox(), { titled(8, u"News"_s) }).first();
    QCOMPARE(threadId(box, later), threadId(box, replies[0]));
}

// Each report is a conversation of its own until then.
void TestThreads::aReplyJoinsThousandsOfReportsAtOnce()
{
    constexpr quint32 count = 5000;
    StoreFixture box;
    QList<NewMail> reports;
    for (quint32 uid = 1; uid <= count; ++uid)
        reports.append(titled(uid, u"Backup done"_s));
    const QList<qint64> ids = box.insert(box.inbox(), reports);
    NewMail reply = titled(count + 1, u"Re: Backup done"_s);
    reply.to = { reply.from };
    reply.from = u"Anna@Example.org"_s;
    const qint64 answer = box.insert(box.inbox(), { reply }).first();
    QCOMPARE(threadId(box, ids.last()), threadId(box, answer));
    QCOMPARE(box.number(u"SELECT count(DISTINCT thread_id) FROM mails"_s), 1);
    QCOMPARE(box.number(u"SELECT count(*) FROM mails WHERE thread_id IS NULL"_s), 0);
}

void TestThreads::aLateMailJoinsTwoConversations()
{
    StoreFixture box;
    const QList<qint64> ids =
        box.insert(box.inbox(),
                   { named(1, u"<a@x>"_s), named(2, u"<b@x>"_s, { u"<a@x>"_s }),
                     named(3, u"<c@x>"_s, { u"<a@x>"_s }), named(4, u"<d@x>"_s),
                     named(5, u"<e@x>"_s, { u"<d@x>"_s }) });
    QCOMPARE(threadSize(box, ids[0]), 3);
    QCOMPARE(threadSize(box, ids[3]), 2);
    const qint64 late =
        box.insert(box.inbox(), { named(6, u"<f@x>"_s, { u"<e@x>"_s, u"<b@x>"_s }) }).first();
    for (const qint64 id : ids) {
        QCOMPARE(threadId(box, id), ids[0]); // the id of the larger conversation
        QCOMPARE(threadSize(box, id), 6);
    }
    QCOMPARE(threadId(box, late), ids[0]);
}

void TestThreads::nothingIsLeftOfAConversationThatWent()
{
    StoreFixture box;
    const QList<qint64> ids =
        box.insert(box.inbox(),
                   { named(1, u"<a@x>"_s), named(2, u"<b@x>"_s, { u"<a@x>"_s }),
                     named(3, u"<c@x>"_s, { u"<z@x>"_s }), named(4, u"<d@x>"_s) });
    must(deleteMails(box.session(), { ids[0], ids[2], ids[3] }));
    QCOMPARE(box.number(u"SELECT count(*) FROM thread_nodes"_s), 2); // <a@x> keeps its place
    const qint64 reply = box.insert(box.inbox(), { named(5, u"<r@x>"_s, { u"<a@x>"_s }) }).first();
    QCOMPARE(threadId(box, reply), threadId(box, ids[1]));
    must(deleteMails(box.session(), { ids[1], reply }));
    QCOMPARE(box.number(u"SELECT count(*) FROM thread_nodes"_s), 0);
}

void TestThreads::sizesCountWhatListsShow()
{
    StoreFixture box;
    NewMail sent = named(0, u"<s@x>"_s, { u"<a@x>"_s });
    sent.listing = Listing::SentCopy;
    const QList<qint64> ids =
        box.insert(box.inbox(), { named(1, u"<a@x>"_s), named(2, u"<b@x>"_s, { u"<a@x>"_s }) });
    const qint64 copy = box.insert(box.addFolder(1, u"$sent"_s, "sent"), { sent }).first();
    QCOMPARE(threadSize(box, ids[0]), 3);
    must(markGone(box.session(), 1, { 2 }, GonePolicy::Hide));
    QCOMPARE(threadSize(box, copy), 2);
    const qint64 other = box.addAccount(1, u"other@example.org"_s);
    const Folder folder = box.addFolder(other, u"INBOX"_s, "inbox");
    box.insert(folder, { named(1, u"<o@x>"_s, { u"<a@x>"_s }) });
    QCOMPARE(threadSize(box, copy), 3);
    must(box.session().execute(u"UPDATE accounts SET deleting_at = 1 WHERE id = %1"_s.arg(other)));
    QCOMPARE(threadSize(box, copy), 2);
    QCOMPARE(must(threadOf(box.session(), copy, {})).total, 2);
}

void TestThreads::aThreadIsOldestFirstAndHasAnEnd()
{
    StoreFixture box;
    QList<NewMail> mails;
    for (quint32 uid = 1; uid <= 620; ++uid)
        mails.append(named(uid, u"<%1@x>"_s.arg(uid), { u"<root@x>"_s }));
    const QList<qint64> ids = box.insert(box.inbox(), mails);
    const MailThread thread = must(threadOf(box.session(), ids[3], {}));
    QCOMPARE(thread.total, 620);
    QCOMPARE(thread.items.size(), 500);
    QCOMPARE(thread.items.first().id, ids[120]);
    QCOMPARE(thread.items.last().id, ids.last());
    for (const MailRow &row : must(listMails(box.session(), {})).items)
        QCOMPARE(row.threadSize, 620); // above `countedInRow`, so it is counted separately
    QCOMPARE(must(mailById(box.session(), ids[0])).threadSize, 620);
}

void TestThreads::aThreadShowsItsHiddenMailAlone()
{
    StoreFixture box;
    const QList<qint64> ids =
        box.insert(box.inbox(), { named(1, u"<a@x>"_s), named(2, u"<b@x>"_s) });
    must(markGone(box.session(), 1, { 1 }, GonePolicy::Hide));
    const MailThread thread = must(threadOf(box.session(), ids[0], {}));
    QCOMPARE(thread.id, ids[0]);
    QCOMPARE(thread.total, 1);
    QCOMPARE(thread.items.first().id, ids[0]);
    QCOMPARE(thread.items.first().threadSize, 1);
}

void TestThreads::listsOneMailOfEachConversation_data()
{
    QTest::addColumn<MailQuery>("query");
    MailQuery query;
    QTest::addRow("default") << query;
    query.descending = false;
    QTest::addRow("oldest first") << query;
    query = {};
    query.folder = u"$all"_s;
    QTest::addRow("all folders") << query;
    query.folder = u"Archive"_s;
    QTest::addRow("a folder") << query;
    query = {};
    query.accountId = 1;
    QTest::addRow("an account") << query;
    query.isRead = false;
    QTest::addRow("unread of an account") << query;
    query = {};
    query.isStarred = true;
    query.hasAttachment = false;
    QTest::addRow("starred") << query;
    query = {};
    query.viewer = { 1, true };
    QTest::addRow("of a user") << query;
    query.since = 1'700'000'500;
    query.before = 1'700'002'000;
    QTest::addRow("of a time") << query;
    query = {};
    query.afterId = 700;
    QTest::addRow("after an id") << query;
    query = {};
    query.onServer = false;
    QTest::addRow("not on the server") << query;
}

// Expected: from the plain list in descending order, the first mail of each conversation.
void TestThreads::listsOneMailOfEachConversation()
{
    QFETCH(MailQuery, query);
    Box box;
    QList<MadeMail> mails = madeMails(3000, 21);
    QRandomGenerator random(21);
    for (MadeMail &made : mails) {
        made.mail.isRead = random.bounded(3) > 0;
        made.mail.isStarred = random.bounded(8) == 0;
        made.mail.hasAttachment = random.bounded(5) == 0;
        made.mail.listing = Listing(random.bounded(10) > 1 ? 2 : random.bounded(4));
    }
    box.add(mails, shuffled(mails.size(), 5));
    for (int number = 0; number < 3000; number += 7) {
        if (mails[number].mail.listing == Listing::OnServer
            && !mails[number].mail.messageId.isEmpty())
            box.move(mails[number], number);
    }
    const QHash<qint64, qint64> threads = box.threads();
    query.pageSize = 100;
    MailQuery plain = query;
    plain.descending = true;
    QList<qint64> wanted;
    QSet<qint64> seen;
    for (const qint64 id : wholeList(box.session(), plain)) {
        if (!seen.contains(threads[id]))
            wanted.append(id);
        seen.insert(threads[id]);
    }
    if (!query.descending)
        std::ranges::reverse(wanted);
    QVERIFY(wanted.size() > 20);
    query.conversations = true;
    QCOMPARE(wholeList(box.session(), query), wanted);
}

void TestThreads::mailsOfEarlierVersionsArePlaced()
{
    const QList<MadeMail> mails = madeMails(1500, 31);
    ThreadModel model;
    for (int number = 0; number < mails.size(); ++number)
        model.add(number, mails[number]);
    Box box;
    const QList<int> order = shuffled(mails.size(), 31);
    box.add(mails, order.first(1000));
    must(box.session().execute(u"DELETE FROM thread_nodes"_s));
    must(box.session().execute(
        u"UPDATE mails SET thread_id = NULL, thread_state = 0, body_state = 1"_s));
    QHash<qint64, int> numberOf;
    for (auto it = box.ids.cbegin(); it != box.ids.cend(); ++it)
        numberOf.insert(it.value(), it.key());
    box.add(mails, order.mid(1000, 250)); // while the others wait to be placed
    qsizetype placed = 0;
    for (;;) {
        QList<UnplacedMail> some = must(unplacedMails(box.session(), 70));
        if (some.isEmpty())
            break;
        for (UnplacedMail &one : some)
            one.mail.references = mails[numberOf[one.id]].mail.references;
        Transaction tx(box.session());
        must(placeMails(box.session(), some));
        must(placeMails(box.session(), some)); // placing them a second time changes nothing
        must(tx.commit());
        placed += some.size();
    }
    QCOMPARE(placed, 1000);
    box.add(mails, order.mid(1250));
    QVERIFY(box.partition() == model.partition());
    QCOMPARE(box.leftovers(), 0);
}

QTEST_GUILESS_MAIN(TestThreads)
#include "tst_threads.moc"
