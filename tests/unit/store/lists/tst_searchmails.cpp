// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchfixture.h"
#include "store/lists/searchmails.h"
#include "store/search/text/searchtext.h"

#include <QRandomGenerator>
#include <QTest>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace SearchTest;
using namespace Store;

using Ids = QList<qint64>;

namespace {

// The rules of `keyword` in their simplest form: no index, no tokens, one mail at a time.
namespace Plain {

QString folded(const QString &text)
{
    QString result;
    for (const QChar c : text.normalized(QString::NormalizationForm_KD).toCaseFolded()) {
        if (c == u'\xdf')
            result += u"ss"_s;
        else if (!c.isMark())
            result += c;
    }
    return result;
}

bool isCjk(QChar c)
{
    return c.unicode() >= 0x4e00 && c.unicode() < 0xa000;
}

bool isWordCharacter(QChar c)
{
    return c.isLetterOrNumber() && !isCjk(c);
}

QStringList words(const QString &text, bool (*belongs)(QChar))
{
    QStringList list;
    QString word;
    for (const QChar c : text + u' ') {
        if (belongs(c)) {
            word += c;
        } else if (!word.isEmpty()) {
            list.append(word);
            word.clear();
        }
    }
    return list;
}

bool hasWord(const QString &text, const QString &word, bool anyPart)
{
    const QStringList all = words(folded(text), isWordCharacter);
    return std::ranges::any_of(all, [&](const QString &candidate) {
        if (anyPart && word.size() >= 2)
            return candidate.contains(word);
        return word.size() >= 3 ? candidate.startsWith(word) : candidate == word;
    });
}

bool matches(const TestMail &mail, const QString &keyword)
{
    const QString sender = mail.fromName + u' ' + mail.from;
    const QStringList parts = words(folded(keyword), [](QChar c) { return c.isLetterOrNumber(); });
    return !parts.isEmpty() && std::ranges::all_of(parts, [&](const QString &word) {
        if (isCjk(word.front()))
            return sender.contains(word) || mail.subject.contains(word) || mail.body.contains(word);
        return hasWord(sender, word, true) || hasWord(mail.subject, word, true)
            || hasWord(mail.body, word, false);
    });
}

} // namespace Plain

const QStringList vocabulary{
    u"Meeting"_s, u"meet"_s,   u"ab"_s,      u"abc"_s,      u"Straße"_s,   u"STRASSE"_s,
    u"Café"_s,    u"x"_s,      u"100%"_s,    u"会议"_s,     u"会议纪要"_s, u"议纪"_s,
    u"встреча"_s, u"Встреч"_s, u"foo-bar"_s, u"a.b@c.de"_s, u"Zoë"_s,      u"纪要"_s,
};
const QStringList keywords{
    u"meeting"_s, u"meet"_s,      u"eeti"_s,      u"ab"_s,     u"bc"_s,      u"strasse"_s,
    u"straße"_s,  u"cafe"_s,      u"x"_s,         u"100"_s,    u"会议"_s,    u"会议纪要"_s,
    u"议"_s,      u"встреч"_s,    u"реч"_s,       u"foo"_s,    u"bar foo"_s, u"a.b@c.de"_s,
    u"zoe"_s,     u"meet cafe"_s, u"会议 meet"_s, u"nobody"_s, u"de"_s,      u"要"_s,
};

/** A few hundred mails with bursts of one second, several accounts and folders. */
class Box
{
public:
    Box()
    {
        for (const qint64 account : { 1, 2, 3 })
            database.addAccount(account, account == 2 ? 2 : 1, account == 3);
        for (const qint64 account : { 1, 2, 3 }) {
            database.addFolder(account * 10, account, u"INBOX"_s);
            database.addFolder(account * 10 + 1, account, u"$sent"_s);
            database.addFolder(account * 10 + 2, account, u"Work/Ä"_s);
        }
        for (qint64 id = 1; id <= 400; ++id)
            mails.append(randomMail(id));
        fill();
    }

    Ids expected(const MailQuery &query) const;
    QList<const TestMail *> matching(const MailQuery &query) const;
    static bool passes(const TestMail &mail, const MailQuery &query); ///< all filters but the words

    SearchDatabase database;
    QList<TestMail> mails;
    QRandomGenerator random{ 7 };

    int below(int n) { return random.bounded(n); }
    bool oneIn(int n) { return below(n) == 0; }

private:
    QString words(int atMost)
    {
        QStringList list;
        for (int i = below(atMost + 1); i > 0; --i)
            list.append(vocabulary[below(int(vocabulary.size()))]);
        return list.join(oneIn(3) ? u", "_s : u" "_s);
    }

    TestMail randomMail(qint64 id)
    {
        TestMail mail;
        mail.id = id;
        mail.accountId = 1 + below(3);
        mail.folderId = mail.accountId * 10 + below(3);
        // Many mails in one second, so that rows of the index overflow.
        mail.createdAt = oneIn(2) ? 1'000'000 + below(4) : 1'000'000 + below(1000) - 300;
        if (oneIn(2))
            mail.sentAt = 1'000'000 + below(50);
        mail.size = below(40);
        mail.isRead = oneIn(2);
        mail.isStarred = oneIn(3);
        mail.hasAttachment = oneIn(3);
        if (mail.folderId % 10 == 1)
            mail.listing = Listing::SentCopy;
        else if (oneIn(8))
            mail.listing = oneIn(2) ? Listing::Hidden : Listing::Kept;
        mail.fromName = words(2);
        mail.from = u"a.b@c.de"_s;
        mail.to = oneIn(2) ? u"Bob@x.org"_s : u"carl@y.org"_s;
        mail.subject = words(3);
        mail.body = words(6);
        return mail;
    }

    // Indexes the mails not in the order of time; some are indexed again, some are deleted.
    void fill()
    {
        for (const TestMail &mail : mails) {
            database.addMail(mail);
            if (mail.id % 90 == 0)
                database.indexAll(25);
        }
        database.indexAll();
        for (qint64 id = 3; id <= 400; id += 11)
            database.run(u"UPDATE mails SET search_state = 1 WHERE id = %1"_s.arg(id));
        database.indexAll(7);
        for (qint64 id = 5; id <= 400; id += 17)
            database.removeMail(id);
        mails.removeIf([](const TestMail &mail) { return mail.id % 17 == 5; });
    }
};

bool Box::passes(const TestMail &mail, const MailQuery &query)
{
    const auto allows = [](const std::optional<bool> &filter, bool value) {
        return !filter || *filter == value;
    };
    const ListingRange range = listingRange(query);
    const QString path = folderPath(query);
    const QStringList paths{ u"INBOX"_s, u"$sent"_s, u"Work/Ä"_s };
    const bool isVisible =
        mail.accountId == 1 || (mail.accountId == 2 && !query.viewer.ownAccounts);
    return isVisible && (!query.accountId || *query.accountId == mail.accountId)
        && mail.listing >= range.low && mail.listing <= range.high
        && (path.isEmpty() || paths[mail.folderId % 10] == path)
        && allows(query.isRead, mail.isRead) && allows(query.isStarred, mail.isStarred)
        && allows(query.hasAttachment, mail.hasAttachment)
        && (!query.since || mail.createdAt >= *query.since)
        && (!query.before || mail.createdAt < *query.before) && mail.id > query.afterId;
}

QList<const TestMail *> Box::matching(const MailQuery &query) const
{
    QList<const TestMail *> list;
    for (const TestMail &mail : mails) {
        if (passes(mail, query) && Plain::matches(mail, query.keyword))
            list.append(&mail);
    }
    return list;
}

// The ids of all pages, in the order of the query.
Ids Box::expected(const MailQuery &query) const
{
    QList<const TestMail *> list = matching(query);
    const auto before = [&query](const TestMail *a, const TestMail *b) {
        const auto senderKey = [](const TestMail *mail) {
            return normalizedKey(mail->fromName.isEmpty() ? mail->from : mail->fromName);
        };
        switch (query.sort) {
        case MailSort::CreatedAt:
            return std::pair(a->createdAt, a->id) < std::pair(b->createdAt, b->id);
        case MailSort::SentAt:
            return std::pair(a->sentAt.value_or(a->createdAt), a->id)
                < std::pair(b->sentAt.value_or(b->createdAt), b->id);
        case MailSort::From:
            return std::pair(senderKey(a), a->id) < std::pair(senderKey(b), b->id);
        case MailSort::Subject:
            return std::pair(normalizedKey(a->subject), a->id)
                < std::pair(normalizedKey(b->subject), b->id);
        case MailSort::Size:
            return std::pair(a->size, a->id) < std::pair(b->size, b->id);
        }
        return false;
    };
    std::ranges::sort(list, before);
    if (query.descending)
        std::ranges::reverse(list);
    Ids ids;
    for (const TestMail *mail : list)
        ids.append(mail->id);
    return ids;
}

} // namespace

/** Queries against a few hundred mails, each compared with a plain scan. */
class tst_SearchMails : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { box = std::make_unique<Box>(); }
    void cleanupTestCase() { box.reset(); }

    void everyKeywordInEveryOrder_data();
    void everyKeywordInEveryOrder();
    void everyFilter_data();
    void everyFilter();
    void manyAtRandom();
    void pagesJoinWithoutGapOrRepeat();
    void pagePastTheEndHasTheTotal();
    void theOnlyHitMayBeOlderThanAThousandMails();
    void aCommonWordMayBeInNoneOfTheFirstMails();
    void operatorsNarrowTheSearch();
    void operatorsWithoutWordsWalkTheMails();
    void everyFilterAppliesWithoutWords_data() { everyFilter_data(); }
    void everyFilterAppliesWithoutWords();
    void contradictionsFindNothing();
    void unknownAccountFindsNothing();

private:
    void compare(const MailQuery &query);

    std::unique_ptr<Box> box;
};

void tst_SearchMails::compare(const MailQuery &query)
{
    const Ids all = box->expected(query);
    const auto hits = searchMails(box->database.session(), query);
    QVERIFY2(hits.ok(), hits.ok() ? "" : qPrintable(hits.error().message));
    QCOMPARE(hits->ids, all.mid(query.offset(), query.pageSize));
    QCOMPARE(hits->total, qint64(all.size()));
}

void tst_SearchMails::everyKeywordInEveryOrder_data()
{
    QTest::addColumn<QString>("keyword");
    for (const QString &keyword : keywords)
        QTest::newRow(qPrintable(keyword)) << keyword;
}

void tst_SearchMails::everyKeywordInEveryOrder()
{
    QFETCH(QString, keyword);
    MailQuery query;
    query.keyword = keyword;
    query.pageSize = 7;
    for (const MailSort sort : { MailSort::CreatedAt, MailSort::SentAt, MailSort::From,
                                 MailSort::Subject, MailSort::Size }) {
        query.sort = sort;
        for (const bool descending : { true, false }) {
            query.descending = descending;
            for (query.page = 1; query.page <= 27; query.page *= 3)
                compare(query);
        }
    }
}

void tst_SearchMails::everyFilter_data()
{
    QTest::addColumn<MailQuery>("query");
    const auto row = [](const char *name, auto change) {
        MailQuery query;
        query.keyword = u"meet"_s;
        query.pageSize = 100;
        change(query);
        QTest::newRow(name) << query;
    };
    row("none", [](MailQuery &) {});
    row("account", [](MailQuery &q) { q.accountId = 2; });
    row("account being deleted", [](MailQuery &q) { q.accountId = 3; });
    row("own accounts", [](MailQuery &q) { q.viewer = { 1, true }; });
    row("account of another", [](MailQuery &q) {
        q.viewer = { 1, true };
        q.accountId = 2;
    });
    row("sent", [](MailQuery &q) { q.folder = u"$sent"_s; });
    row("all", [](MailQuery &q) { q.folder = u"$all"_s; });
    row("folder", [](MailQuery &q) { q.folder = u"Work/Ä"_s; });
    row("folder of nobody", [](MailQuery &q) { q.folder = u"Nowhere"_s; });
    row("on the server", [](MailQuery &q) { q.onServer = true; });
    row("gone from the server", [](MailQuery &q) { q.onServer = false; });
    row("sent on the server", [](MailQuery &q) {
        q.folder = u"$sent"_s;
        q.onServer = true;
    });
    row("unread", [](MailQuery &q) { q.isRead = false; });
    row("read", [](MailQuery &q) { q.isRead = true; });
    row("starred", [](MailQuery &q) { q.isStarred = true; });
    row("attachment", [](MailQuery &q) { q.hasAttachment = true; });
    row("since", [](MailQuery &q) { q.since = 1'000'002; });
    row("before", [](MailQuery &q) { q.before = 1'000'002; });
    row("one second", [](MailQuery &q) {
        q.since = 1'000'002;
        q.before = 1'000'003;
    });
    row("after an id", [](MailQuery &q) { q.afterId = 200; });
    row("all at once", [](MailQuery &q) {
        q.accountId = 1;
        q.folder = u"INBOX"_s;
        q.isRead = false;
        q.isStarred = false;
        q.hasAttachment = false;
        q.since = 1'000'000;
    });
}

void tst_SearchMails::everyFilter()
{
    QFETCH(MailQuery, query);
    for (const bool descending : { true, false }) {
        query.descending = descending;
        compare(query);
    }
}

void tst_SearchMails::manyAtRandom()
{
    const auto maybe = [this]() -> std::optional<bool> {
        return box->oneIn(4) ? std::optional(box->oneIn(2)) : std::nullopt;
    };
    const QStringList folders{ u""_s, u""_s, u"$all"_s, u"INBOX"_s, u"$sent"_s };
    for (int i = 0; i < 600 && !QTest::currentTestFailed(); ++i) {
        MailQuery query;
        query.keyword = keywords[box->below(int(keywords.size()))];
        query.sort = MailSort(box->below(5));
        query.descending = box->oneIn(2);
        query.pageSize = 1 + box->below(30);
        query.page = 1 + box->below(5);
        query.folder = folders[box->below(5)];
        query.isRead = maybe();
        query.isStarred = maybe();
        query.hasAttachment = maybe();
        query.onServer = maybe();
        if (box->oneIn(3))
            query.accountId = 1 + box->below(4);
        if (box->oneIn(4))
            query.since = 999'900 + box->below(200);
        if (box->oneIn(4))
            query.before = 999'900 + box->below(200);
        compare(query);
    }
}

void tst_SearchMails::pagesJoinWithoutGapOrRepeat()
{
    MailQuery query;
    query.keyword = u"a"_s;
    query.pageSize = 3;
    const Ids all = box->expected(query);
    Ids joined;
    for (query.page = 1; query.offset() < all.size(); ++query.page)
        joined += searchMails(box->database.session(), query)->ids;
    QCOMPARE(joined, all);
}

void tst_SearchMails::pagePastTheEndHasTheTotal()
{
    MailQuery query;
    query.keyword = u"meet"_s;
    query.page = 1'000'000;
    const auto hits = searchMails(box->database.session(), query);
    QCOMPARE(hits->ids, Ids());
    QCOMPARE(hits->total, qint64(box->expected(query).size()));
}

void tst_SearchMails::theOnlyHitMayBeOlderThanAThousandMails()
{
    SearchDatabase database;
    database.addAccount(1);
    database.addFolder(1, 1, u"INBOX"_s);
    database.addMail({ .id = 1, .createdAt = 1000, .subject = u"treasure"_s });
    for (qint64 id = 2; id <= 1200; ++id)
        database.addMail({ .id = id, .createdAt = 1000 + id * 100, .subject = u"plan"_s });
    database.indexAll();
    QCOMPARE(database.found(u"treasure"_s), Ids{ 1 });
    QCOMPARE(database.found(u"plan"_s).size(), 101); // the first page, and -1 for the larger total
}

void tst_SearchMails::aCommonWordMayBeInNoneOfTheFirstMails()
{
    SearchDatabase database;
    database.addAccount(1);
    database.addFolder(1, 1, u"INBOX"_s);
    for (qint64 id = 1; id <= 600; ++id) {
        const bool has = id > 450;
        database.addMail({ .id = id,
                           .createdAt = 1000 + id,
                           .isRead = id % 2 == 0,
                           .subject = has ? u"zebra %1"_s.arg(id) : u"ant"_s });
    }
    database.indexAll();
    MailQuery query;
    query.keyword = u"zebra"_s;
    query.sort = MailSort::Subject;
    query.descending = false;
    query.pageSize = 1;
    const auto first = searchMails(database.session(), query);
    QCOMPARE(first->ids, Ids{ 451 });
    QCOMPARE(first->total, 150);
    query.page = 150;
    QCOMPARE(searchMails(database.session(), query)->ids, Ids{ 600 });
    query.page = 151;
    QCOMPARE(searchMails(database.session(), query)->ids, Ids());
    query.page = 75;
    query.isRead = true;
    QCOMPARE(searchMails(database.session(), query)->ids, Ids{ 600 });
    QCOMPARE(searchMails(database.session(), query)->total, 75);
}

void tst_SearchMails::operatorsNarrowTheSearch()
{
    MailQuery plain;
    plain.keyword = u"meet"_s;
    plain.isRead = false;
    plain.hasAttachment = true;
    plain.since = 1'000'000;
    plain.pageSize = 100;
    Ids toBob;
    for (const qint64 id : box->expected(plain)) {
        const auto mail = std::ranges::find(box->mails, id, &TestMail::id);
        if (mail->to.startsWith(u"Bob"_s))
            toBob.append(id);
    }
    MailQuery query;
    query.search = u"meet to:bob@X is:unread has:attachment after:1970-01-12T13:46:40Z"_s;
    query.pageSize = 100;
    QCOMPARE(searchMails(box->database.session(), query)->ids, toBob);
    QVERIFY(!toBob.isEmpty());
}

void tst_SearchMails::operatorsWithoutWordsWalkTheMails()
{
    MailQuery query;
    query.search = u"to:carl is:starred"_s;
    query.pageSize = 100;
    Ids expected;
    for (const TestMail &mail : box->mails) {
        if (mail.isStarred && mail.to.startsWith(u"carl"_s) && mail.accountId != 3
            && (mail.listing == Listing::OnServer || mail.listing == Listing::Kept))
            expected.append(mail.id);
    }
    const auto hits = searchMails(box->database.session(), query);
    QCOMPARE(hits->total, qint64(expected.size()));
    Ids found = hits->ids;
    std::ranges::sort(found);
    QCOMPARE(found, expected);
}

void tst_SearchMails::everyFilterAppliesWithoutWords()
{
    QFETCH(MailQuery, query);
    query.keyword.clear();
    for (const QString &recipient : { u"carl"_s, u"bob@X"_s }) {
        query.search = u"to:"_s + recipient;
        query.pageSize = 500;
        Ids expected;
        for (const TestMail &mail : box->mails) {
            if (Box::passes(mail, query)
                && mail.to.startsWith(recipient.first(3), Qt::CaseInsensitive))
                expected.append(mail.id);
        }
        const auto hits = searchMails(box->database.session(), query);
        QVERIFY2(hits.ok(), hits.ok() ? "" : qPrintable(hits.error().message));
        Ids found = hits->ids;
        std::ranges::sort(found);
        QCOMPARE(found, expected);
        QCOMPARE(hits->total, qint64(expected.size()));
    }
}

void tst_SearchMails::contradictionsFindNothing()
{
    MailQuery query;
    query.keyword = u"meet"_s;
    query.search = u"is:read"_s;
    query.isRead = false;
    QVERIFY(searchMails(box->database.session(), query) == Result<SearchHits>(SearchHits()));
}

void tst_SearchMails::unknownAccountFindsNothing()
{
    MailQuery query;
    query.keyword = u"meet"_s;
    query.accountId = 999;
    QVERIFY(searchMails(box->database.session(), query) == Result<SearchHits>(SearchHits()));
}

QTEST_GUILESS_MAIN(tst_SearchMails)
#include "tst_searchmails.moc"
