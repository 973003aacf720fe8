// SPDX-License-Identifier: GPL-3.0-or-later
#include "listmodel.h"
#include "store/db/transaction.h"
#include "store/lists/maildetail.h"
#include "store/lists/mailpage.h"
#include "store/lists/pageplan.h"
#include "store/mail/mailinsert.h"
#include "storefixture.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QRandomGenerator>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Store;

namespace {

constexpr qint64 start = 1'700'000'000;

QString anySubject(QRandomGenerator &random)
{
    static const QStringList words{ u"Zeta"_s, u"älter"_s,  u"Re: alpha"_s, u"会议"_s,
                                    u""_s,     u"Straße"_s, u"alpha"_s,     u"\U0001F600"_s };
    return words[random.bounded(words.size())] + QString::number(random.bounded(40));
}

NewMail anyMail(QRandomGenerator &random, quint32 uid)
{
    NewMail mail = mailWith(uid);
    mail.createdAt = start + random.bounded(600); // many share a second
    mail.sentAt =
        random.bounded(4) ? std::optional<qint64>(start + random.bounded(600)) : std::nullopt;
    mail.size = random.bounded(300);
    mail.isRead = random.bounded(3) > 0;
    mail.isStarred = random.bounded(10) == 0;
    mail.hasAttachment = random.bounded(5) == 0;
    mail.listing = Listing(random.bounded(10) > 1 ? 2 : random.bounded(4));
    mail.fromName = random.bounded(3) ? u"Person %1"_s.arg(random.bounded(30)) : QString();
    mail.subject = anySubject(random);
    return mail;
}

QList<qint64> idsOf(const MailPage &page)
{
    QList<qint64> ids;
    for (const MailRow &row : page.items)
        ids.append(row.id);
    return ids;
}

} // namespace

/** 3,000 mails of three accounts, one of them being deleted, compared with the model. */
class TestMailPage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void pagesEverySort_data();
    void pagesEverySort();
    void pagesAnyMixture();
    void givesTheWholeRow();
    void cutsLongTexts();
    void showsNothingOfAForeignAccount();
    void showsNothingOfAnUnknownAccount();
    void cutsPagesFromTheNearerEnd();
    void takesTheNarrowIndex_data();
    void takesTheNarrowIndex();

private:
    void compare(const MailQuery &query);

    StoreFixture m_fixture;
    ListModel m_model;
};

void TestMailPage::initTestCase()
{
    QRandomGenerator random(42);
    const qint64 second = m_fixture.addAccount(1, u"second@example.org"_s);
    const qint64 gone = m_fixture.addAccount(1, u"gone@example.org"_s);
    const QList<Folder> folders{ m_fixture.inbox(), m_fixture.addFolder(1, u"Läden"_s),
                                 m_fixture.addFolder(second, u"INBOX"_s),
                                 m_fixture.addFolder(gone, u"INBOX"_s) };
    for (int batch = 0; batch < 60; ++batch) {
        const Folder &folder = folders[batch % 10 == 9 ? 3 : batch % 5 ? batch % 2 : 2];
        QList<NewMail> mails;
        for (quint32 i = 0; i < 50; ++i)
            mails.append(anyMail(random, quint32(batch) * 50 + i + 1));
        const QList<qint64> ids = m_fixture.insert(folder, mails);
        QCOMPARE(ids.size(), mails.size());
        for (qsizetype i = 0; i < ids.size(); ++i)
            m_model.add(
                { ids[i], folder.accountId, folder.path, folder.accountId != gone, mails[i] });
    }
    must(markAccountDeleted(m_fixture.session(), gone));
    QCOMPARE(m_fixture.wrongCounters(), 0);
}

void TestMailPage::compare(const MailQuery &query)
{
    const MailPage page = must(listMails(m_fixture.session(), query));
    const auto [ids, total] = m_model.page(query);
    QCOMPARE(page.total, total);
    QCOMPARE(idsOf(page), ids);
}

void TestMailPage::pagesEverySort_data()
{
    QTest::addColumn<MailQuery>("query");
    QTest::addColumn<int>("pages");
    MailQuery unread;
    unread.isRead = false;
    MailQuery starred;
    starred.isStarred = true;
    MailQuery attached;
    attached.hasAttachment = true;
    MailQuery account;
    account.accountId = 2;
    MailQuery folder;
    folder.folder = u"Läden"_s;
    MailQuery sent;
    sent.folder = u"$sent"_s;
    MailQuery all;
    all.folder = u"$all"_s;
    MailQuery offServer;
    offServer.onServer = false;
    MailQuery times;
    times.since = start + 100;
    times.before = start + 200;
    MailQuery after;
    after.afterId = 2500;
    MailQuery own;
    own.viewer = { 1, true };
    const QList<std::pair<const char *, MailQuery>> filters{
        { "everything", {} },     { "unread", unread },     { "starred", starred },
        { "attached", attached }, { "account", account },   { "folder", folder },
        { "sent", sent },         { "all folders", all },   { "off server", offServer },
        { "times", times },       { "after an id", after }, { "own accounts", own },
    };
    for (const auto &[name, filter] : filters) {
        for (int sort = 0; sort < 5; ++sort) {
            for (const bool descending : { true, false }) {
                MailQuery query = filter;
                query.sort = MailSort(sort);
                query.descending = descending;
                query.pageSize = 37;
                QTest::addRow("%s, sort %d %s", name, sort, descending ? "desc" : "asc")
                    << query << int(m_model.page(query).second / query.pageSize + 2);
            }
        }
    }
}

void TestMailPage::pagesEverySort()
{
    QFETCH(MailQuery, query);
    QFETCH(int, pages);
    for (query.page = 1; query.page <= pages; ++query.page)
        compare(query);
}

void TestMailPage::pagesAnyMixture()
{
    QRandomGenerator random(7);
    const auto maybe = [&](auto value) {
        return random.bounded(3) ? std::nullopt : std::optional(value);
    };
    static const QStringList folders{ u""_s, u"INBOX"_s, u"Läden"_s, u"$sent"_s, u"$all"_s };
    for (int i = 0; i < 1500; ++i) {
        MailQuery query;
        query.viewer = { 1, random.bounded(2) == 0 };
        query.accountId = maybe(qint64(1 + random.bounded(3)));
        query.folder = folders[random.bounded(folders.size())];
        query.isRead = maybe(random.bounded(2) == 0);
        query.isStarred = maybe(random.bounded(2) == 0);
        query.hasAttachment = maybe(random.bounded(2) == 0);
        query.onServer = maybe(random.bounded(2) == 0);
        query.since = maybe(start + random.bounded(600));
        query.before = maybe(start + random.bounded(600));
        query.afterId = random.bounded(3) ? 0 : random.bounded(3000);
        query.sort = MailSort(random.bounded(5));
        query.descending = random.bounded(2) == 0;
        query.pageSize = 1 + random.bounded(100);
        query.page = 1 + random.bounded(8);
        compare(query);
    }
}

void TestMailPage::givesTheWholeRow()
{
    StoreFixture fixture;
    const Folder folder = fixture.addFolder(1, u"Läden"_s, "archive");
    NewMail mail = mailWith(9);
    mail.to = { u"a@example.org"_s, u"\"b\"@example.org"_s };
    mail.subject = u"会议 \U0001F600"_s;
    mail.isStarred = true;
    const QList<qint64> ids = fixture.insert(folder, { mail });
    const MailPage page = must(listMails(fixture.session(), {}));
    MailRow expected;
    expected.id = ids.first();
    expected.accountId = 1;
    expected.folderId = folder.id;
    expected.uid = 9;
    expected.createdAt = mail.createdAt;
    expected.sentAt = mail.sentAt;
    expected.storedAt = fixture.clock.now();
    expected.size = mail.size;
    expected.isStarred = true;
    expected.messageId = "<9@example.org>";
    expected.from = "sender2@example.org";
    expected.fromName = "Sender 2";
    expected.toJson = R"(["a@example.org","\"b\"@example.org"])";
    expected.ccJson = "[]";
    expected.toCount = 2;
    expected.subject = "会议 \xF0\x9F\x98\x80";
    expected.summary = "";
    expected.folder = "L\xC3\xA4"
                      "den";
    expected.folderRole = "archive";
    expected.accountName = "anna@example.org";
    expected.threadId = ids.first();
    QCOMPARE(page, (MailPage{ { expected }, 1 }));
}

void TestMailPage::cutsLongTexts()
{
    StoreFixture fixture;
    NewMail mail = mailWith(9);
    mail.from = mail.fromName = mail.subject = QString(256 * 1024, u'会');
    mail.messageId = QString(2000, u'm'); // an index row of PostgreSQL cannot hold 256 KiB
    mail.to = mail.cc = QStringList(5000, u"somebody@example.org"_s);
    const QList<qint64> ids = fixture.insert(fixture.inbox(), { mail });
    const MailRow whole = must(mailById(fixture.session(), ids.first()));
    QCOMPARE(whole.subject, mail.subject.toUtf8());
    QCOMPARE(whole.toCount, 5000);
    MailQuery second;
    second.accountId = 1; // for another SQL statement
    for (const MailRow &row : { must(listMails(fixture.session(), {})).items.value(0),
                                must(listMails(fixture.session(), second)).items.value(0),
                                must(mailsByIds(fixture.session(), ids)).value(0) }) {
        QCOMPARE(row.id, whole.id);
        QCOMPARE(QString::fromUtf8(row.subject), QString(997, u'会') + u'…');
        QCOMPARE(QString::fromUtf8(row.fromName), QString(255, u'会') + u'…');
        QCOMPARE(QString::fromUtf8(row.from).size(), 320);
        QCOMPARE(QString::fromUtf8(row.messageId).size(), 998);
        QCOMPARE(QJsonDocument::fromJson(row.toJson).array().size(), 20);
        QCOMPARE(row.toCount, 5000);
        QCOMPARE(row.ccJson, row.toJson);
        QCOMPARE(row.ccCount, 5000);
    }
}

void TestMailPage::showsNothingOfAForeignAccount()
{
    StoreFixture fixture;
    const qint64 bert = fixture.addUser(u"bert"_s);
    fixture.insert(fixture.inbox(), { mailWith(1) });
    MailQuery query;
    query.viewer = { bert, true };
    QCOMPARE(must(listMails(fixture.session(), query)), MailPage());
    query.accountId = 1;
    QCOMPARE(must(listMails(fixture.session(), query)), MailPage());
    query.viewer.ownAccounts = false;
    QCOMPARE(must(listMails(fixture.session(), query)).total, 1);
}

void TestMailPage::showsNothingOfAnUnknownAccount()
{
    MailQuery query;
    for (const qint64 id : { 0, 77 }) {
        query.accountId = id;
        QCOMPARE(must(listMails(m_fixture.session(), query)), MailPage());
    }
}

void TestMailPage::cutsPagesFromTheNearerEnd()
{
    MailQuery query;
    query.page = 50;
    const MailTotals totals{ 1000, 1000, 1000, 0, 0, 0, 0 };
    const PagePlan plan = planPage(query, totals, 990, dialectOf(Engine::Sqlite));
    QCOMPARE(plan.limit, 10);
    QCOMPARE(plan.offset, 0);
    QCOMPARE(plan.inner, "sort_key");
    QCOMPARE(plan.outer, "m.sort_key DESC");
}

void TestMailPage::takesTheNarrowIndex_data()
{
    QTest::addColumn<MailQuery>("query");
    QTest::addColumn<qint64>("total");
    QTest::addColumn<QByteArray>("index");
    MailQuery unread;
    unread.isRead = false;
    MailQuery account;
    account.accountId = 5;
    MailQuery accountByFrom = account;
    accountByFrom.sort = MailSort::From;
    MailQuery fresh;
    fresh.afterId = 499'990;
    QTest::addRow("all") << MailQuery() << qint64(500'000) << "INDEXED BY mails_by_created"_ba;
    QTest::addRow("unread") << unread << qint64(200) << "INDEXED BY mails_unread"_ba;
    QTest::addRow("small account") << account << qint64(1000) << "INDEXED BY mails_of_account"_ba;
    QTest::addRow("small account by sender")
        << accountByFrom << qint64(1000) << "INDEXED BY mails_by_from"_ba;
    QTest::addRow("tiny account by sender")
        << accountByFrom << qint64(100) << "INDEXED BY mails_of_account"_ba;
    QTest::addRow("after an id") << fresh << qint64(10) << "NOT INDEXED"_ba;
}

void TestMailPage::takesTheNarrowIndex()
{
    QFETCH(MailQuery, query);
    QFETCH(qint64, total);
    QFETCH(QByteArray, index);
    const MailTotals totals{ 500'000, 500'000, total, total, 200, 10, 500'000 };
    QCOMPARE(planPage(query, totals, total, dialectOf(Engine::Sqlite)).index, index);
}

QTEST_GUILESS_MAIN(TestMailPage)
#include "tst_mailpage.moc"
