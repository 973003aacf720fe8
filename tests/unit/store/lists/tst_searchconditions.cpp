// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchfixture.h"
#include "store/lists/mailpage.h"
#include "store/lists/searchmails.h"
#include "support/must.h"

#include <QDateTime>
#include <QRandomGenerator>
#include <QTest>

#include <algorithm>
#include <functional>
#include <ranges>

using namespace Qt::StringLiterals;
using namespace SearchTest;
using namespace Store;

using Ids = QList<qint64>;

namespace {

constexpr qint64 start = 1'700'000'000;

const QStringList words{ u"meeting"_s, u"meet"_s,   u"ab"_s,     u"abc"_s,
                         u"x"_s,       u"straße"_s, u"budget"_s, u"2026"_s };

QStringList wordsOf(const QString &text)
{
    QStringList all;
    QString word;
    for (const QChar c : text.toLower().replace(u"ß"_s, u"ss"_s) + u' ') {
        if (c.isLetterOrNumber()) {
            word += c;
        } else if (!word.isEmpty()) {
            all.append(word);
            word.clear();
        }
    }
    return all;
}

// What a word of the search must be in a word of the mail.
enum class Match { Whole, Beginning, Anywhere };

bool hasWord(const QString &text, const QString &word, Match match)
{
    const QString wanted = wordsOf(word).value(0);
    return std::ranges::any_of(wordsOf(text), [&](const QString &candidate) {
        if (match == Match::Whole || wanted.size() < 2)
            return candidate == wanted;
        return match == Match::Anywhere ? candidate.contains(wanted) : candidate.startsWith(wanted);
    });
}

bool hasPhrase(const QString &text, const QStringList &phrase)
{
    const QStringList all = wordsOf(text);
    for (qsizetype at = 0; at + phrase.size() <= all.size(); ++at) {
        if (all.mid(at, phrase.size()) == phrase)
            return true;
    }
    return false;
}

QString senderOf(const TestMail &mail)
{
    return mail.fromName + u' ' + mail.from;
}

QString recipientsOf(const TestMail &mail)
{
    return mail.to + u' ' + mail.cc;
}

/** A part of `q` with its meaning, by a look at one mail at a time. */
struct Typed {
    QString text;
    std::function<bool(const TestMail &)> matches;
};

/** Makes random searches. */
class Typist
{
public:
    explicit Typist(quint32 seed) : m_random(seed) { }

    int below(int n) { return m_random.bounded(n); }
    bool oneIn(int n) { return below(n) == 0; }
    QString word() { return words[below(int(words.size()))]; }

    Typed search(int depth)
    {
        Typed any = sequence(depth);
        for (int more = oneIn(3) ? 1 + below(2) : 0; more > 0; --more) {
            const Typed other = sequence(depth);
            any = { any.text + u" OR "_s + other.text, [any, other](const TestMail &mail) {
                       return any.matches(mail) || other.matches(mail);
                   } };
        }
        return any;
    }

private:
    Typed sequence(int depth)
    {
        Typed all = part(depth);
        for (int more = below(3); more > 0; --more) {
            const Typed other = part(depth);
            const QString between = oneIn(5) ? u" AND "_s : u"  "_s;
            all = { all.text + between + other.text, [all, other](const TestMail &mail) {
                       return all.matches(mail) && other.matches(mail);
                   } };
        }
        return all;
    }

    Typed part(int depth)
    {
        Typed one = depth > 0 && oneIn(3) ? group(depth) : term();
        if (!oneIn(4))
            return one;
        return { u'-' + one.text, [one](const TestMail &mail) {
                    return !one.matches(mail);
                } };
    }

    Typed group(int depth)
    {
        const Typed inner = search(depth - 1);
        return { u'(' + inner.text + u')', inner.matches };
    }

    Typed term()
    {
        switch (below(4)) {
        case 0:
            return anywhere();
        case 1:
            return inField();
        case 2:
            return oneIn(2) ? phrase() : inFolder();
        default:
            return onRow();
        }
    }

    Typed anywhere()
    {
        const QString w = word();
        return { w, [w](const TestMail &mail) {
                    const Match inText = w.size() < 3 ? Match::Whole : Match::Beginning;
                    const QString heads = senderOf(mail) + u' ' + recipientsOf(mail) + u' '
                        + mail.filenames + u' ' + mail.subject;
                    return hasWord(heads, w, Match::Anywhere) || hasWord(mail.body, w, inText);
                } };
    }

    Typed inField()
    {
        struct Field {
            QString name;
            QString (*text)(const TestMail &);
            Match match;
        };
        static const QList<Field> fields{
            { u"from"_s, senderOf, Match::Anywhere },
            { u"to"_s, recipientsOf, Match::Anywhere },
            { u"cc"_s, [](const TestMail &mail) { return mail.cc; }, Match::Beginning },
            { u"bcc"_s, [](const TestMail &mail) { return mail.bcc; }, Match::Beginning },
            { u"subject"_s, [](const TestMail &mail) { return mail.subject; }, Match::Anywhere },
            { u"filename"_s, [](const TestMail &mail) { return mail.filenames; }, Match::Anywhere },
        };
        const Field field = fields[below(int(fields.size()))];
        const QString w = word();
        return { field.name + u':' + w, [field, w](const TestMail &mail) {
                    return hasWord(field.text(mail), w, field.match);
                } };
    }

    Typed phrase()
    {
        const QString typed = word() + u' ' + word();
        const QStringList phrase = wordsOf(typed);
        return { u'"' + typed + u'"', [phrase](const TestMail &mail) {
                    const QStringList texts{ senderOf(mail), mail.subject, recipientsOf(mail),
                                             mail.filenames, mail.body };
                    return std::ranges::any_of(
                        texts, [&phrase](const QString &text) { return hasPhrase(text, phrase); });
                } };
    }

    Typed inFolder()
    {
        const int folder = below(4); // the last one does not exist
        static const QStringList names{ u"in:inbox"_s, u"folder:archive"_s, u"in:\"work/ä\""_s,
                                        u"in:nowhere"_s };
        return { names[folder], [folder](const TestMail &mail) {
                    return mail.folderId % 10 == folder;
                } };
    }

    Typed onRow()
    {
        const qint64 time = start + below(1000);
        const QString iso = QDateTime::fromSecsSinceEpoch(time, Qt::UTC).toString(Qt::ISODate);
        const int size = below(40);
        const QList<Typed> rows{
            { u"is:read"_s,
              [](const TestMail &mail) {
                  return mail.isRead;
              } },
            { u"is:unread"_s,
              [](const TestMail &mail) {
                  return !mail.isRead;
              } },
            { u"is:starred"_s,
              [](const TestMail &mail) {
                  return mail.isStarred;
              } },
            { u"is:unstarred"_s,
              [](const TestMail &mail) {
                  return !mail.isStarred;
              } },
            { u"is:replied"_s,
              [](const TestMail &mail) {
                  return mail.isReplied;
              } },
            { u"is:unreplied"_s,
              [](const TestMail &mail) {
                  return !mail.isReplied;
              } },
            { u"has:attachment"_s,
              [](const TestMail &mail) {
                  return mail.hasAttachment;
              } },
            { u"after:"_s + iso,
              [time](const TestMail &mail) {
                  return mail.createdAt >= time;
              } },
            { u"newer:"_s + iso,
              [time](const TestMail &mail) {
                  return mail.createdAt >= time;
              } },
            { u"before:"_s + iso,
              [time](const TestMail &mail) {
                  return mail.createdAt < time;
              } },
            { u"older:"_s + iso,
              [time](const TestMail &mail) {
                  return mail.createdAt < time;
              } },
            { u"larger:%1"_s.arg(size),
              [size](const TestMail &mail) {
                  return mail.size > size;
              } },
            { u"smaller:%1"_s.arg(size),
              [size](const TestMail &mail) {
                  return mail.size < size;
              } },
        };
        return rows[below(int(rows.size()))];
    }

    QRandomGenerator m_random;
};

/** 300 mails in three folders of two accounts, in several segments. */
class Box
{
public:
    Box()
    {
        for (const qint64 account : { 1, 2 }) {
            database.addAccount(account);
            database.addFolder(account * 10, account, u"INBOX"_s);
            database.addFolder(account * 10 + 1, account, u"Old mail"_s);
            database.addFolder(account * 10 + 2, account, u"Work/Ä"_s);
        }
        database.run(u"UPDATE folders SET role = 'archive' WHERE path = 'Old mail'"_s);
        for (qint64 id = 1; id <= 300; ++id) {
            mails.append(randomMail(id));
            database.addMail(mails.last());
            if (id % 70 == 0)
                database.indexAll(25);
        }
        database.indexAll();
    }

    Ids expected(const Typed &search, std::optional<bool> isRead) const
    {
        QList<const TestMail *> found;
        for (const TestMail &mail : mails) {
            if (search.matches(mail) && (!isRead || mail.isRead == *isRead))
                found.append(&mail);
        }
        std::ranges::sort(found, [](const TestMail *a, const TestMail *b) {
            return std::pair(a->createdAt, a->id) > std::pair(b->createdAt, b->id);
        });
        Ids ids;
        for (const TestMail *mail : found)
            ids.append(mail->id);
        return ids;
    }

    SearchDatabase database;
    QList<TestMail> mails;

private:
    QString text(int atMost)
    {
        QStringList list;
        for (int i = m_typist.below(atMost + 1); i > 0; --i)
            list.append(m_typist.word());
        return list.join(m_typist.oneIn(3) ? u", "_s : u" "_s);
    }

    TestMail randomMail(qint64 id)
    {
        TestMail mail;
        mail.id = id;
        mail.accountId = 1 + m_typist.below(2);
        mail.folderId = mail.accountId * 10 + m_typist.below(3);
        mail.createdAt = start + m_typist.below(1000);
        mail.size = m_typist.below(40);
        mail.isRead = m_typist.oneIn(2);
        mail.isStarred = m_typist.oneIn(3);
        mail.isReplied = m_typist.oneIn(4);
        mail.hasAttachment = m_typist.oneIn(3);
        mail.fromName = text(2);
        mail.from = u"ann@example.com"_s;
        mail.to = text(2);
        mail.cc = text(1);
        mail.bcc = text(1);
        mail.filenames = text(1);
        mail.subject = text(3);
        mail.body = text(5);
        return mail;
    }

    Typist m_typist{ 11 };
};

} // namespace

/** Searches with operators, OR and parentheses, each compared with a look at one mail at a time. */
class tst_SearchConditions : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void manyAtRandom();
};

void tst_SearchConditions::manyAtRandom()
{
    Box box;
    Typist typist(5);
    int found = 0;
    for (int i = 0; i < 1500; ++i) {
        const Typed search = typist.search(2);
        MailQuery query;
        query.search = search.text;
        query.pageSize = 1 + typist.below(50);
        query.page = 1 + typist.below(2);
        if (typist.oneIn(4))
            query.isRead = typist.oneIn(2);
        const Ids all = box.expected(search, query.isRead);
        const SearchHits hits = must(searchMails(box.database.session(), query));
        const SearchHits expected{ all.mid(query.offset(), query.pageSize), all.size() };
        QVERIFY2(
            hits == expected,
            qPrintable(
                u"%1 of %2 expected: %3"_s.arg(hits.total).arg(expected.total).arg(search.text)));
        const MailPage page = must(listMails(box.database.session(), query));
        Ids listed;
        for (const MailRow &mail : page.items)
            listed += mail.id;
        QVERIFY2(listed == expected.ids && page.total == expected.total, qPrintable(search.text));
        found += all.size() > 0 && all.size() < box.mails.size();
    }
    QVERIFY2(found > 500, "the searches are too narrow or too wide to compare much");
}

QTEST_GUILESS_MAIN(tst_SearchConditions)
#include "tst_searchconditions.moc"
