// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/db/transaction.h"
#include "store/mail/bodies.h"
#include "store/mail/maildelete.h"
#include "store/mail/mailflags.h"
#include "store/mail/mailinsert.h"
#include "store/mail/resync.h"
#include "store/mail/stats.h"
#include "storefixture.h"

#include <QRandomGenerator>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Store;

class TestCounters : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void equalCountedRowsAfterAnyOperation();
    void giveTheStatistics();
    void areUntouchedByARollback();
    void areRightAfterACrashInATransaction();
};

namespace {

/** Does one thing at random to the mails of two folders. */
class Monkey
{
public:
    explicit Monkey(StoreFixture &fixture)
        : m_fixture(fixture), m_folders{ fixture.inbox(), fixture.addFolder(1, u"Sent"_s, "sent"),
                                         fixture.addFolder(1, u"$sent"_s, "sent") }
    {
    }

    void act()
    {
        Transaction tx(m_fixture.session());
        switch (m_random.bounded(9)) {
        case 0:
        case 1:
        case 2:
            return insert(tx);
        case 3:
            must(setFlags(m_fixture.session(), someIds(), { maybe(), maybe() }));
            break;
        case 4:
            must(deleteMails(m_fixture.session(), someIds()));
            break;
        case 5:
            must(markGone(m_fixture.session(), folder().id, someUids(),
                          GonePolicy(m_random.bounded(3))));
            break;
        case 6:
            storeBodies();
            break;
        case 7:
            must(applyServerFlags(m_fixture.session(), folder(),
                                  { { someUids().first(), quint8(m_random.bounded(4)) } }, true));
            break;
        case 8:
            return rebind(tx);
        }
        if (m_random.bounded(5)) // else: rolled back
            must(tx.commit());
    }

private:
    Folder &folder() { return m_folders[m_random.bounded(2)]; }
    std::optional<bool> maybe()
    {
        const int n = m_random.bounded(3);
        return n == 2 ? std::nullopt : std::optional(n == 1);
    }
    QList<qint64> someIds()
    {
        QList<qint64> ids;
        for (int i = 0; i < 10; ++i)
            ids.append(1 + m_random.bounded(int(m_lastId) + 5));
        return ids;
    }
    QList<quint32> someUids()
    {
        QList<quint32> uids;
        for (int i = 0; i < 10; ++i)
            uids.append(1 + m_random.bounded(300U));
        return uids;
    }
    void insert(Transaction &tx)
    {
        Folder &target = m_folders[m_random.bounded(3)];
        QList<NewMail> mails;
        for (const quint32 uid : someUids()) {
            NewMail mail = mailWith(uid);
            mail.isRead = m_random.bounded(2);
            mail.isStarred = m_random.bounded(2);
            mail.hasAttachment = m_random.bounded(2);
            if (target.path == u"$sent") {
                mail.uid = 0;
                mail.listing = Listing::SentCopy;
            }
            mails.append(mail);
        }
        const auto stored = must(insertMails(m_fixture.session(), target, mails));
        must(tx.commit());
        if (!stored.isEmpty())
            m_lastId = std::max(m_lastId, stored.last().id);
    }
    void storeBodies()
    {
        QList<ParsedBody> bodies;
        for (const qint64 id : someIds()) {
            ParsedBody body;
            body.mailId = id;
            body.compressed = compressBody("x");
            body.hasAttachment = m_random.bounded(2);
            bodies.append(body);
        }
        must(Store::storeBodies(m_fixture.session(), bodies));
    }
    void rebind(Transaction &tx)
    {
        Folder &target = folder();
        if (m_random.bounded(4))
            must(finishRebind(m_fixture.session(), target.id, GonePolicy::Hide, 20));
        else
            target = must(beginRebind(m_fixture.session(), target, target.uidValidity + 1, 300));
        must(tx.commit());
    }

    StoreFixture &m_fixture;
    QList<Folder> m_folders;
    QRandomGenerator m_random{ 99 };
    qint64 m_lastId = 0;
};

} // namespace

void TestCounters::equalCountedRowsAfterAnyOperation()
{
    StoreFixture fixture;
    Monkey monkey(fixture);
    for (int i = 0; i < 800; ++i) {
        monkey.act();
        QCOMPARE(fixture.wrongCounters(), 0);
    }
    QVERIFY(fixture.number(u"SELECT count(*) FROM mails"_s) > 50);
    QCOMPARE(fixture.number(u"SELECT count(*) FROM counters WHERE n < 0"_s), 0);
    fixture.reopen();
    QCOMPARE(fixture.wrongCounters(), 0);
}

void TestCounters::giveTheStatistics()
{
    StoreFixture fixture;
    const qint64 other = fixture.addAccount(fixture.addUser(u"bert"_s), u"bert@example.org"_s);
    NewMail read = mailWith(1);
    read.isRead = true;
    read.hasAttachment = true;
    NewMail hidden = mailWith(2);
    hidden.listing = Listing::Hidden;
    NewMail starred = mailWith(3);
    starred.isStarred = true;
    NewMail copy = mailWith(0);
    copy.listing = Listing::SentCopy;
    fixture.insert(fixture.inbox(), { read, hidden, starred });
    fixture.insert(fixture.addFolder(1, u"$sent"_s, "sent"), { copy });
    const AccountStats first{ 1, u"anna@example.org"_s, u"anna@example.org"_s, 2, 1, 1, 1, 1, 1 };
    const AccountStats second{ other, u"bert@example.org"_s, u"bert@example.org"_s };
    QCOMPARE(must(stats(fixture.session())), (QList{ first, second }));
    QCOMPARE(must(stats(fixture.session(), { 1, true })), QList{ first });
    QCOMPARE(must(stats(fixture.session(), {}, other)), QList{ second });
    QCOMPARE(first.mailCount(), 4);
}

void TestCounters::areUntouchedByARollback()
{
    StoreFixture fixture;
    {
        const Transaction tx(fixture.session());
        must(insertMails(fixture.session(), fixture.inbox(), { mailWith(1) }));
    }
    QCOMPARE(must(stats(fixture.session())).first().total, 0);
    QCOMPARE(fixture.number(u"SELECT count(*) FROM mails"_s), 0);
}

void TestCounters::areRightAfterACrashInATransaction()
{
    StoreFixture fixture;
    fixture.insert(fixture.inbox(), { mailWith(1), mailWith(2) });
    auto half = std::make_unique<Transaction>(fixture.session());
    must(insertMails(fixture.session(), fixture.inbox(), { mailWith(3) }));
    must(deleteMails(fixture.session(), { 1 }));
    fixture.crash([&] { half.reset(); });
    QCOMPARE(must(stats(fixture.session())).first().total, 2);
    QCOMPARE(fixture.number(u"SELECT count(*) FROM tombstones"_s), 0);
    QCOMPARE(fixture.wrongCounters(), 0);
}

QTEST_GUILESS_MAIN(TestCounters)
#include "tst_counters.moc"
