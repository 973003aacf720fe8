// SPDX-License-Identifier: GPL-3.0-or-later
#include "naivesearch.h"
#include "search/evaluate.h"
#include "support/memorysegments.h"

#include <QMap>
#include <QTest>

using namespace Search;

namespace {

/** The index and the naive list of the same mails, side by side. */
class Mailbox
{
public:
    explicit Mailbox(quint32 seed) : m_random(seed) { }

    RandomMails &random() { return m_random; }

    /// Adds a segment. Its mails are either all newer than the others, or have times among theirs.
    void addMails(int count)
    {
        QList<NaiveMail> mails;
        const bool isNewest = m_random.below(2) == 0;
        for (int i = 0; i < count; ++i)
            mails +=
                m_random.mail(qint64(isNewest ? ++m_newest : m_random.below(1000)) << 32 | ++m_id);
        addMails(mails);
    }

    void addMails(const QList<NaiveMail> &mails)
    {
        for (const NaiveMail &mail : mails)
            m_mails.insert(mail.key, mail.fields());
        m_segments += inverted(mails);
        m_gone += QList<quint32>();
    }

    void deleteMails(int oneOf)
    {
        for (qsizetype i = 0; i < m_segments.size(); ++i) {
            for (quint32 document = 0; document < quint32(m_segments[i].keys.size()); ++document) {
                if (m_random.below(oneOf) > 0 || m_gone[i].contains(document))
                    continue;
                m_gone[i] += document;
                m_mails.remove(m_segments[i].keys[document]);
            }
        }
    }

    /// Merges some of the segments to one.
    void merge()
    {
        QList<Segment> inputs;
        QList<QList<quint32>> gone;
        for (qsizetype i = m_segments.size(); i-- > 0;) {
            if (m_random.below(2) == 0)
                continue;
            inputs += m_segments.takeAt(i);
            gone += m_gone.takeAt(i);
        }
        m_segments += mergedInMemory(inputs, gone, 1 + m_random.below(40'000));
        m_gone += QList<quint32>();
    }

    QList<qint64> found(const Expression &expression)
    {
        MemoryRows rows(m_segments);
        const Result<QList<DocSet>> sets = evaluate(rows, expression);
        m_placesRead = rows.placesRead();
        QList<qint64> keys;
        for (qsizetype i = 0; i < m_segments.size(); ++i) {
            DocSet set = sets->at(i);
            for (const quint32 document : m_gone[i])
                set -= only(set.documents(), document);
            set.forEach([&](quint32 document) { keys += m_segments[i].keys[document]; });
        }
        std::sort(keys.begin(), keys.end());
        return keys;
    }
    quint64 placesRead() const { return m_placesRead; } ///< bytes, by the last found()

    QList<qint64> expected(const Expression &expression) const
    {
        QList<qint64> keys;
        for (auto mail = m_mails.begin(); mail != m_mails.end(); ++mail) {
            if (naiveFits(*mail, expression))
                keys += mail.key();
        }
        return keys;
    }

private:
    static DocSet only(quint32 documents, quint32 document)
    {
        DocSet set(documents);
        set.insert(document);
        return set;
    }

    RandomMails m_random;
    qint64 m_newest = 1000;
    qint64 m_id = 0;
    QList<Segment> m_segments;
    QList<QList<quint32>> m_gone;
    QMap<qint64, QList<NaiveMail::Field>> m_mails; ///< by key
    quint64 m_placesRead = 0;
};

constexpr Spaces word{ Space::Word };

Expression phraseOf(const QByteArrayList &tokens, bool isLastBeginning = false)
{
    QList<TermRange> ranges;
    for (const QByteArray &token : tokens)
        ranges.append({ token, word });
    ranges.last().isBeginning = isLastBeginning;
    return Expression::phrase(ranges);
}

Expression wordOf(const QByteArray &token, bool isBeginning = false)
{
    return Expression::anyOf({ { token, word, isBeginning } });
}

/** Rows that cannot be read. */
class FailingRows : public MemoryRows
{
public:
    using MemoryRows::MemoryRows;
    bool isWithWords = false;

    Result<void> readWords(const QByteArray &low, const QByteArray &high,
                           const VisitBlock &visit) override
    {
        return isWithWords ? MemoryRows::readWords(low, high, visit) : Result<void>(failure());
    }
    Result<QByteArray> readPlaces(qsizetype, quint64, quint64) override { return failure(); }
    static Error failure() { return { Error::Code::Storage, QStringLiteral("gone") }; }
};

} // namespace

class tst_SearchEvaluate : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void findsWhatTheNaiveSearchFinds_data();
    void findsWhatTheNaiveSearchFinds();
    void findsInManyBlocks();
    void findsPhrases_data();
    void findsPhrases();
    void findsNoPhraseBehindTheLastPlace();
    void answersForNoSegments();
    void readsNoPlacesInVain();
    void readsFewPlacesOfFrequentWords();
    void skipsThePlacesOfOtherSpaces();
    void reportsRowsThatCannotBeRead();
};

void tst_SearchEvaluate::findsWhatTheNaiveSearchFinds_data()
{
    QTest::addColumn<quint32>("seed");
    for (quint32 seed = 1; seed <= 10; ++seed)
        QTest::addRow("seed %u", seed) << seed;
}

void tst_SearchEvaluate::findsWhatTheNaiveSearchFinds()
{
    QFETCH(quint32, seed);
    Mailbox mailbox(seed);
    RandomMails &random = mailbox.random();
    int hits = 0;
    for (int round = 0; round < 25; ++round) {
        for (int i = random.below(4); i > 0; --i)
            mailbox.addMails(random.below(3) == 0 ? random.below(2) : random.below(16));
        if (random.below(3) == 0)
            mailbox.deleteMails(4 + random.below(10));
        if (random.below(3) == 0)
            mailbox.merge();
        for (int i = 0; i < 100; ++i) {
            const Expression expression = random.expression();
            const QList<qint64> found = mailbox.found(expression);
            QVERIFY2(found == mailbox.expected(expression), toText(expression).constData());
            hits += !found.isEmpty();
        }
    }
    QVERIFY(hits > 500); // with few hits the test would prove nothing
}

void tst_SearchEvaluate::findsInManyBlocks()
{
    Mailbox mailbox(99);
    for (int batch = 0; batch < 3; ++batch) {
        QList<NaiveMail> mails;
        for (int i = 0; i < 300; ++i) {
            NaiveMail mail = mailbox.random().mail(i * 10 + batch + 1);
            for (int filler = 0; filler < 60; ++filler)
                mail.body += "word" + QByteArray::number(mailbox.random().below(9000));
            mails += mail;
        }
        mailbox.addMails(mails);
    }
    for (int run = 0; run < 2; ++run) {
        for (int i = 0; i < 60; ++i) {
            const QByteArray token = "word" + QByteArray::number(mailbox.random().below(9000));
            const QByteArray beginning = token.chopped(mailbox.random().below(3));
            for (const Expression &expression :
                 { wordOf(token), wordOf(beginning, true), phraseOf({ token, beginning }, true),
                   phraseOf({ "word1", "word2" }, true), phraseOf({ beginning, "w" }, true),
                   mailbox.random().expression() }) {
                QVERIFY2(mailbox.found(expression) == mailbox.expected(expression),
                         toText(expression).constData());
            }
        }
        mailbox.merge();
    }
}

void tst_SearchEvaluate::findsPhrases_data()
{
    QTest::addColumn<QByteArrayList>("tokens");
    QTest::addColumn<bool>("isLastBeginning");
    QTest::addColumn<bool>("isFound");
    using Tokens = QByteArrayList;
    QTest::newRow("in the subject") << Tokens{ "please", "find" } << false << true;
    QTest::newRow("in the other order") << Tokens{ "find", "please" } << false << false;
    QTest::newRow("one word") << Tokens{ "report" } << false << true;
    QTest::newRow("with a beginning") << Tokens{ "please", "fi" } << true << true;
    QTest::newRow("without it") << Tokens{ "please", "fi" } << false << false;
    QTest::newRow("not beside each other") << Tokens{ "see", "report" } << false << false;
    QTest::newRow("from sender to subject") << Tokens{ "anna", "please" } << false << false;
    QTest::newRow("from subject to body") << Tokens{ "find", "see" } << false << false;
    QTest::newRow("the same word again") << Tokens{ "very", "very", "very" } << false << true;
    QTest::newRow("once too often") << Tokens{ "very", "very", "very", "very" } << false << false;
    QTest::newRow("a second time complete") << Tokens{ "a", "b", "c" } << false << true;
    QTest::newRow("long") << Tokens{ "see", "the", "very", "very", "very", "report", "a",   "b",
                                     "x",   "a",   "b",    "c",    "会议", "议纪",   "纪要" }
                          << false << true;
    QTest::newRow("pairs of signs") << Tokens{ "会议", "议纪", "纪" } << true << true;
}

void tst_SearchEvaluate::findsPhrases()
{
    QFETCH(QByteArrayList, tokens);
    QFETCH(bool, isLastBeginning);
    Mailbox mailbox(1);
    NaiveMail mail{ 7, 1, 1, { "anna" }, { "please", "find" } };
    mail.body = QByteArray("see the very very very report a b x a b c 会议 议纪 纪要").split(' ');
    mailbox.addMails({ { 9 }, mail, { 3 } });
    QTEST(mailbox.found(phraseOf(tokens, isLastBeginning)) == QList<qint64>{ 7 }, "isFound");
}

void tst_SearchEvaluate::findsNoPhraseBehindTheLastPlace()
{
    Mailbox mailbox(1);
    NaiveMail mail{ 7 };
    mail.body.resize(600'000, "a");
    mail.body += { "b", "c" };
    mailbox.addMails({ mail });
    QCOMPARE(mailbox.found(wordOf("b")), QList<qint64>{ 7 });
    QCOMPARE(mailbox.found(phraseOf({ "b", "c" })), QList<qint64>());
    QCOMPARE(mailbox.found(phraseOf({ "a", "b" })), QList<qint64>());
    QCOMPARE(mailbox.found(phraseOf({ "a", "a" })), QList<qint64>{ 7 });
}

void tst_SearchEvaluate::answersForNoSegments()
{
    const QList<Segment> none;
    MemoryRows rows(none);
    RandomMails random(1);
    for (int i = 0; i < 100; ++i)
        QVERIFY(evaluate(rows, random.expression())->isEmpty());
}

void tst_SearchEvaluate::readsNoPlacesInVain()
{
    Mailbox mailbox(1);
    mailbox.addMails({ { 7, 1, 1, {}, {}, { "please", "find" } } });
    mailbox.addMails({ { 8, 1, 1, {}, {}, { "please" } }, { 9, 1, 1, {}, {}, { "find" } } });
    QCOMPARE(mailbox.found(phraseOf({ "please", "find" })), QList<qint64>{ 7 });
    QCOMPARE(mailbox.placesRead(), 2); // bytes, only of the first segment

    QCOMPARE(mailbox.found(phraseOf({ "please" })).size(), 2);
    QCOMPARE(mailbox.placesRead(), 0);
    const Expression phrase = phraseOf({ "please", "find" });
    QVERIFY(mailbox.found(Expression::both({ phrase, wordOf("nobody") })).isEmpty());
    QCOMPARE(mailbox.placesRead(), 0);
}

void tst_SearchEvaluate::readsFewPlacesOfFrequentWords()
{
    Mailbox mailbox(1);
    mailbox.addMails({ { 7, 1, 1, {}, {}, { "end", "of", "the", "day" } },
                       { 6, 1, 1, {}, {}, { "the", "end", "of", "day", "the" } } });
    QCOMPARE(mailbox.found(phraseOf({ "of", "the" })), QList<qint64>{ 7 });
    QCOMPARE(mailbox.placesRead(), 0);
    QCOMPARE(mailbox.found(phraseOf({ "end", "of", "the" })), QList<qint64>{ 7 });
    QCOMPARE(mailbox.found(phraseOf({ "of", "the", "day" })), QList<qint64>{ 7 });
    QVERIFY(mailbox.found(phraseOf({ "the", "of" })).isEmpty());
    QCOMPARE(mailbox.placesRead(), 0);
    mailbox.addMails({ { 9, 1, 1, {}, { "of", "the" }, { "of", "a", "the" } } });
    QCOMPARE(mailbox.found(phraseOf({ "of", "the" })), (QList<qint64>{ 7, 9 }));
    const Search::Spaces subject{ Search::Space::Subject };
    const Expression inSubject =
        Expression::phrase({ { "of", subject, false }, { "the", subject, false } });
    QCOMPARE(mailbox.found(inSubject), QList<qint64>{ 9 });
}

void tst_SearchEvaluate::skipsThePlacesOfOtherSpaces()
{
    Mailbox mailbox(1);
    NaiveMail mail{ 7, 1, 1, {}, { "please", "find1", "please", "find2" } };
    for (int i = 0; i < 60'000; ++i)
        mail.body += { "find1", "x" };
    mailbox.addMails({ mail });
    const Expression phrase = Expression::phrase(
        { { "please", { Space::Subject } }, { "find", { Space::Subject }, true } });
    QCOMPARE(mailbox.found(phrase), QList<qint64>{ 7 });
    QCOMPARE(mailbox.placesRead(),
             5); // bytes: four places, and the size of the second one of "please"
}

void tst_SearchEvaluate::reportsRowsThatCannotBeRead()
{
    const QList<Segment> segments{ inverted({ { 7, 1, 1, {}, {}, { "please", "find" } } }) };
    FailingRows rows(segments);
    const Expression phrase = phraseOf({ "please", "find" });
    for (const Expression &expression :
         { wordOf("a"), phrase, Expression::both({ phrase }), Expression::either({ phrase }),
           Expression::without(phrase) })
        QCOMPARE(evaluate(rows, expression).error(), FailingRows::failure());
    rows.isWithWords = true;
    QCOMPARE(evaluate(rows, Expression::without(phrase)).error(), FailingRows::failure());
    QVERIFY(evaluate(rows, wordOf("a")).ok());
}

QTEST_GUILESS_MAIN(tst_SearchEvaluate)
#include "tst_search_evaluate.moc"
