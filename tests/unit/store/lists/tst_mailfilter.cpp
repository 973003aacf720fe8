// SPDX-License-Identifier: GPL-3.0-or-later
// Each condition of a filter, on the mails of both engines.
#include "store/lists/mailfilter.h"
#include "store/lists/mailtotals.h"
#include "store/sql/session.h"
#include "store/sql/sortkey.h"
#include "storefixture.h"

#include <QTest>

#include <functional>

using namespace Qt::StringLiterals;
using namespace Store;

namespace {

constexpr qint64 start = 1'700'000'000;

NewMail mailAt(quint32 uid, const std::function<void(NewMail &)> &change = {})
{
    NewMail mail = mailWith(uid);
    mail.createdAt = start + uid;
    mail.isRead = true;
    mail.to = { u"Bob@Example.org"_s };
    if (change)
        change(mail);
    return mail;
}

/// Adds a row: a query, and the numbers of the mails that match it.
void addRow(const char *name, const std::function<void(MailQuery &)> &change, const QString &uids)
{
    MailQuery query;
    change(query);
    QTest::newRow(name) << query << uids;
}

} // namespace

/** Six mails in two folders and two accounts; 3 is unread, 4 starred, 5 has an attachment, 6 is hidden. */
class TestMailFilter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void eachConditionFindsItsMails_data();
    void eachConditionFindsItsMails();
    void countersGiveTheSameNumber_data() { eachConditionFindsItsMails_data(); }
    void countersGiveTheSameNumber();
    void keysAreDroppedAsByTime_data() { eachConditionFindsItsMails_data(); }
    void keysAreDroppedAsByTime();
    void flagsAreLiteralText();
    void emptyQueryHasOnlyAListing();

private:
    qint64 idOf(int uid) const { return m_ids.value(uid - 1); }
    QString matching(const MailQuery &query, const QByteArray &where);
    qint64 count(const MailQuery &query, const QByteArray &where);

    StoreFixture m_fixture;
    QList<qint64> m_ids; ///< of uid 1 to 6
};

void TestMailFilter::initTestCase()
{
    const qint64 bert = m_fixture.addUser(u"bert"_s);
    const qint64 second = m_fixture.addAccount(bert, u"second@example.org"_s);
    m_ids = m_fixture.insert(m_fixture.inbox(), { mailAt(1) });
    m_ids += m_fixture.insert(m_fixture.addFolder(second, u"INBOX"_s), { mailAt(2) });
    m_ids += m_fixture.insert(m_fixture.addFolder(1, u"Work"_s),
                              { mailAt(3, [](NewMail &mail) { mail.isRead = false; }),
                                mailAt(4, [](NewMail &mail) { mail.isStarred = true; }),
                                mailAt(5, [](NewMail &mail) { mail.hasAttachment = true; }),
                                mailAt(6, [](NewMail &mail) { mail.listing = Listing::Hidden; }) });
    QCOMPARE(m_ids.size(), 6);
}

qint64 TestMailFilter::count(const MailQuery &query, const QByteArray &where)
{
    Query counting = m_fixture.session().query("mails_count", where, [&where](QByteArray sql) {
        return sql.replace("/*index*/", "").replace("/*where*/", where);
    });
    MailFilter(query).bind(counting, where);
    return must(counting.readNumber());
}

QString TestMailFilter::matching(const MailQuery &query, const QByteArray &where)
{
    QString uids;
    for (int uid = 1; uid <= 6; ++uid) {
        const QByteArray own = where + "id = " + QByteArray::number(idOf(uid)) + " AND ";
        if (count(query, own) == 1)
            uids += QString::number(uid);
    }
    return uids;
}

void TestMailFilter::eachConditionFindsItsMails_data()
{
    QTest::addColumn<MailQuery>("query");
    QTest::addColumn<QString>("uids");
    addRow(
        "none", [](MailQuery &) {}, u"12345"_s);
    addRow(
        "gone from the server", [](MailQuery &q) { q.onServer = false; }, u"6"_s);
    addRow(
        "account", [](MailQuery &q) { q.accountId = 1; }, u"1345"_s);
    addRow(
        "viewer",
        [](MailQuery &q) {
            q.viewer = { 1, true };
        },
        u"1345"_s);
    addRow(
        "folder", [](MailQuery &q) { q.folder = u"INBOX"_s; }, u"12"_s);
    addRow(
        "unread", [](MailQuery &q) { q.isRead = false; }, u"3"_s);
    addRow(
        "read", [](MailQuery &q) { q.isRead = true; }, u"1245"_s);
    addRow(
        "starred", [](MailQuery &q) { q.isStarred = true; }, u"4"_s);
    addRow(
        "attachment", [](MailQuery &q) { q.hasAttachment = true; }, u"5"_s);
    addRow(
        "since", [](MailQuery &q) { q.since = start + 4; }, u"45"_s);
    addRow(
        "before", [](MailQuery &q) { q.before = start + 4; }, u"123"_s);
    addRow(
        "two flags",
        [](MailQuery &q) {
            q.isRead = true;
            q.isStarred = false;
        },
        u"125"_s);
}

void TestMailFilter::eachConditionFindsItsMails()
{
    QFETCH(const MailQuery, query);
    QFETCH(const QString, uids);
    const MailFilter filter(query);
    const QByteArray common = filter.counted() + filter.visible() + filter.afterId("id");
    QCOMPARE(matching(query, common + filter.times("created_at")), uids);
    QCOMPARE(matching(query, common + filter.timesByKey()), uids);
}

void TestMailFilter::countersGiveTheSameNumber()
{
    QFETCH(const MailQuery, query);
    const QByteArray where = MailFilter(query).counted() + MailFilter(query).visible();
    QCOMPARE(must(totalsOf(m_fixture.session(), query)).matching, count(query, where));
}

void TestMailFilter::keysAreDroppedAsByTime()
{
    QFETCH(MailQuery, query);
    for (const qint64 after : { qint64(0), idOf(4) }) {
        query.afterId = after;
        QList<qint64> keys;
        for (int uid = 1; uid <= 6; ++uid)
            keys.append(sortKey(start + uid, idOf(uid)));
        const MailFilter filter(query);
        filter.dropByKey(keys);
        QString left;
        for (const qint64 key : keys)
            left += QString::number(m_ids.indexOf(mailIdOf(key)) + 1);
        QCOMPARE(left, matching(query, filter.times("created_at") + filter.afterId("id")));
    }
}

// SQLite uses a partial index only if its condition is in the text of the statement.
void TestMailFilter::flagsAreLiteralText()
{
    MailQuery query;
    QVERIFY(!MailFilter(query).hasFlags());
    query.isRead = false;
    query.isStarred = true;
    QVERIFY(MailFilter(query).hasFlags());
    QCOMPARE(MailFilter(query, "m.").flags(), "m.is_read = 0 AND m.is_starred = 1 AND ");
}

void TestMailFilter::emptyQueryHasOnlyAListing()
{
    const MailQuery query;
    const MailFilter filter(query);
    QCOMPARE(filter.counted(), "listing BETWEEN 1 AND 2 AND ");
    QCOMPARE(filter.times("created_at") + filter.timesByKey() + filter.afterId("id"), QByteArray());
}

QTEST_GUILESS_MAIN(TestMailFilter)
#include "tst_mailfilter.moc"
