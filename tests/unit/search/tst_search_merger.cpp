// SPDX-License-Identifier: GPL-3.0-or-later
#include "naivesearch.h"
#include "support/memorysegments.h"

#include <QTest>

#include <limits>

using namespace Search;

namespace {

constexpr qsizetype atOnce = std::numeric_limits<qsizetype>::max() / 2;

/** Mails in batches, one segment each. */
struct Batches {
    QList<QList<NaiveMail>> mails;
    QList<QList<quint32>> gone;

    QList<Segment> segments() const
    {
        QList<Segment> segments;
        for (const QList<NaiveMail> &batch : mails)
            segments += inverted(batch);
        return segments;
    }

    /// The segment that one batch of all remaining mails gives.
    Segment expected() const
    {
        QList<NaiveMail> all;
        for (qsizetype batch = 0; batch < mails.size(); ++batch) {
            for (qsizetype i = 0; i < mails[batch].size(); ++i) {
                if (!gone[batch].contains(quint32(i)))
                    all += mails[batch][i];
            }
        }
        return inverted(all);
    }
};

/// Each mail goes to a random batch; newest first.
Batches interleaved(RandomMails &random, int batches, int mails)
{
    Batches made{ QList<QList<NaiveMail>>(batches), QList<QList<quint32>>(batches) };
    for (int i = 0; i < mails; ++i)
        made.mails[random.below(batches)] += random.mail(mails - i);
    return made;
}

/// The batches do not overlap in time; `order` has the rank of each.
Batches successive(RandomMails &random, const QList<int> &order, int mailsEach)
{
    Batches made{ QList<QList<NaiveMail>>(order.size()), QList<QList<quint32>>(order.size()) };
    for (qsizetype batch = 0; batch < order.size(); ++batch) {
        for (int i = 0; i < mailsEach; ++i)
            made.mails[batch] += random.mail((order[batch] + 1) * 1000 - i);
    }
    return made;
}

void deleteSome(RandomMails &random, Batches &batches, int oneOf)
{
    for (qsizetype batch = 0; batch < batches.mails.size(); ++batch) {
        for (qsizetype i = 0; i < batches.mails[batch].size(); ++i) {
            if (random.below(oneOf) == 0)
                batches.gone[batch] += quint32(i);
        }
    }
}

/** An input that cannot be read after `reads` reads. */
class FailingSource : public MemorySource
{
public:
    FailingSource(Segment segment, int reads) : MemorySource(std::move(segment)), m_reads(reads) { }

    Result<std::optional<QByteArray>> nextWords() override
    {
        if (m_reads-- == 0)
            return failure();
        return MemorySource::nextWords();
    }
    Result<void> readPlaces(quint64 offset, quint64 size, QByteArray &to) override
    {
        if (m_reads-- == 0)
            return failure();
        return MemorySource::readPlaces(offset, size, to);
    }
    static Error failure() { return { Error::Code::Storage, QStringLiteral("gone") }; }

private:
    int m_reads;
};

} // namespace

class tst_SearchMerger : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void makesTheSegmentOfAllMails_data();
    void makesTheSegmentOfAllMails();
    void worksInStepsOfAnySize();
    void writesAboutAsMuchAsAStepMay();
    void mergesMoreMailsThanABatch();
    void reportsAnInputThatCannotBeRead();
};

void tst_SearchMerger::makesTheSegmentOfAllMails_data()
{
    QTest::addColumn<Batches>("batches");
    RandomMails random(3);
    QTest::newRow("nothing") << Batches();
    QTest::newRow("one") << successive(random, { 0 }, 50);
    QTest::newRow("one behind the other") << successive(random, { 2, 0, 3, 1 }, 60);
    QTest::newRow("one mail each") << successive(random, { 2, 0, 3, 1 }, 1);
    QTest::newRow("mixed") << interleaved(random, 5, 300);
    QTest::newRow("empty ones among them") << interleaved(random, 40, 30);
    Batches deleted = interleaved(random, 4, 400);
    deleteSome(random, deleted, 3);
    QTest::newRow("with deleted mails") << deleted;
    deleted = successive(random, { 1, 0, 2 }, 100);
    deleteSome(random, deleted, 20);
    QTest::newRow("one behind the other, with deleted mails") << deleted;
    deleteSome(random, deleted, 1);
    QTest::newRow("everything deleted") << deleted;
}

void tst_SearchMerger::makesTheSegmentOfAllMails()
{
    QFETCH(Batches, batches);
    const Segment merged = mergedInMemory(batches.segments(), batches.gone, atOnce);
    const Segment expected = batches.expected();
    QCOMPARE(merged.keys, expected.keys);
    QCOMPARE(merged.words, expected.words);
    QCOMPARE(merged.places, expected.places);
}

void tst_SearchMerger::worksInStepsOfAnySize()
{
    RandomMails random(4);
    const Batches batches = interleaved(random, 6, 2000);
    const Segment expected = batches.expected();
    for (const qsizetype bytes : { 0, 1, 5'000, 20'000, 300'000 }) {
        const Segment merged = mergedInMemory(batches.segments(), batches.gone, bytes);
        QCOMPARE(merged.words, expected.words);
        QCOMPARE(merged.places, expected.places);
    }
}

void tst_SearchMerger::writesAboutAsMuchAsAStepMay()
{
    RandomMails random(5);
    const Batches batches = interleaved(random, 2, 4000);
    const Renumbering renumbering =
        renumbered({ batches.segments()[0].keys, batches.segments()[1].keys }, batches.gone);
    std::vector<MergeInput> inputs;
    for (int i = 0; i < 2; ++i) {
        inputs.push_back(
            { std::make_unique<MemorySource>(batches.segments()[i]), renumbering.documents[i] });
    }
    Segment merged;
    Merger merger(std::move(inputs), 4000, merged);
    qint64 before = 0;
    int steps = 0;
    for (bool more = true; more; ++steps) {
        const Result<bool> stepped = merger.step(20'000);
        QVERIFY(stepped.ok());
        more = *stepped;
        if (more)
            QVERIFY(merged.bytes() - before >= 20'000);
        QVERIFY(merged.bytes() - before < 120'000);
        before = merged.bytes();
    }
    QVERIFY(steps > 2);
    QVERIFY(!*merger.step(20'000));
    QCOMPARE(merged.bytes(), before);
}

void tst_SearchMerger::mergesMoreMailsThanABatch()
{
    RandomMails random(6);
    const Batches batches = interleaved(random, 3, 20'000);
    const Segment merged = mergedInMemory(batches.segments(), batches.gone, 100'000);
    QCOMPARE(merged.keys.size(), 20'000);
    const QList<Segment> segments{ merged };
    qint64 places = 0;
    for (const Segment &segment : batches.segments()) {
        for (const auto &[offset, piece] : segment.places)
            places += piece.size();
    }
    for (const auto &[offset, piece] : merged.places)
        places -= piece.size();
    QCOMPARE(places, 0);
}

void tst_SearchMerger::reportsAnInputThatCannotBeRead()
{
    RandomMails random(8);
    const Segment segment = successive(random, { 0 }, 50).segments().first();
    for (const int reads : { 0, 1, 2, 10 }) {
        std::vector<MergeInput> inputs;
        inputs.push_back({ std::make_unique<FailingSource>(segment, reads),
                           renumbered({ segment.keys }, { {} }).documents.first() });
        Segment merged;
        Merger merger(std::move(inputs), 50, merged);
        const Result<bool> stepped = merger.step(atOnce);
        QVERIFY(!stepped.ok());
        QCOMPARE(stepped.error(), FailingSource::failure());
    }
}

QTEST_GUILESS_MAIN(tst_SearchMerger)
#include "tst_search_merger.moc"
