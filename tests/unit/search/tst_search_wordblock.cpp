// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/segmentwriter.h"
#include "search/wordblock.h"

#include <QRandomGenerator>
#include <QTest>

using namespace Search;

namespace {

/** A term as it is written and read. */
struct Entry {
    QByteArray term;
    quint32 count = 0;
    QByteArray documents;
    QByteArray places;

    friend bool operator==(const Entry &, const Entry &) = default;
};

Segment written(const QList<Entry> &entries)
{
    Segment segment;
    SegmentWriter writer(segment);
    for (const Entry &entry : entries)
        writer.add(entry.term, { entry.count, entry.documents }, entry.places);
    writer.finish();
    if (writer.written() != segment.bytes())
        qFatal("the writer counts wrongly");
    return segment;
}

QByteArray placesOf(const Segment &segment)
{
    QByteArray places;
    for (const auto &[offset, piece] : segment.places) {
        if (offset != quint64(places.size()))
            qFatal("a gap in the places");
        places += piece;
    }
    return places;
}

QList<Entry> readBack(const Segment &segment)
{
    const QByteArray places = placesOf(segment);
    QList<Entry> entries;
    for (const auto &[first, data] : segment.words) {
        WordBlock block(data);
        while (block.next()) {
            entries.append(
                { block.term().toByteArray(), block.postings().count,
                  block.postings().data.toByteArray(),
                  places.mid(qsizetype(block.placesOffset()), qsizetype(block.placesSize())) });
        }
    }
    return entries;
}

QList<Entry> manyEntries(int count)
{
    QList<Entry> entries;
    for (int i = 0; i < count; ++i) {
        const QByteArray number = QByteArray::number(i).rightJustified(6, '0');
        entries.append({ "word" + number, quint32(i), number.left(i % 7), number.repeated(i % 5) });
    }
    return entries;
}

} // namespace

class tst_SearchWordBlock : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void readsWhatWasWritten_data();
    void readsWhatWasWritten();
    void cutsBlocksAndPieces();
    void writesNoRowsForNoTerms();
    void endsAtTheEndOfAnyBytes();
};

void tst_SearchWordBlock::readsWhatWasWritten_data()
{
    QTest::addColumn<QList<Entry>>("entries");
    QTest::newRow("one") << QList<Entry>{ { "a", 1, "x", "p" } };
    QTest::newRow("nothing of anything") << QList<Entry>{ { "a", 0, "", "" }, { "b", 0, "", "" } };
    QTest::newRow("the same beginnings") << QList<Entry>{ { "an", 1, "x", "" },
                                                          { "anna", 2, "xy", "pq" },
                                                          { "annual", 1, "z", "" } };
    QTest::newRow("a beginning of the one before it")
        << QList<Entry>{ { "b", 1, "x", "" }, { "ba", 1, "x", "q" }, { "c", 1, "x", "" } };
    QTest::newRow("long term") << QList<Entry>{ { QByteArray(300, 'a'), 1, "x", "p" },
                                                { QByteArray(300, 'a') + 'b', 1, "y", "q" } };
    QTest::newRow("longer than a block")
        << QList<Entry>{ { QByteArray(20'000, 'a'), 1, "x", "p" },
                         { QByteArray(20'000, 'b'), 9, QByteArray(60'000, 'd'), "q" },
                         { "c", 9, "d", QByteArray(100'000, 'p') } };
    QTest::newRow("many") << manyEntries(20'000);
}

void tst_SearchWordBlock::readsWhatWasWritten()
{
    QFETCH(QList<Entry>, entries);
    QVERIFY(readBack(written(entries)) == entries);
}

void tst_SearchWordBlock::cutsBlocksAndPieces()
{
    const Segment segment = written(manyEntries(20'000));
    QVERIFY(segment.words.size() > 10);
    for (const auto &[first, data] : segment.words) {
        WordBlock block(data);
        QVERIFY(block.next());
        QCOMPARE(block.term().toByteArray(), first);
        QVERIFY(data.size() < wordBlockBytes + 100);
    }
    QVERIFY(segment.places.size() > 10);
    for (qsizetype i = 0; i + 1 < segment.places.size(); ++i)
        QCOMPARE(segment.places[i].second.size(), placePieceBytes);
}

void tst_SearchWordBlock::writesNoRowsForNoTerms()
{
    const Segment segment = written({});
    QVERIFY(segment.words.isEmpty() && segment.places.isEmpty());
}

void tst_SearchWordBlock::endsAtTheEndOfAnyBytes()
{
    const QByteArray good = written(manyEntries(300)).words.first().second;
    QRandomGenerator random(11);
    for (int run = 0; run < 3'000; ++run) {
        QByteArray data = good.left(random.bounded(int(good.size()) + 1));
        for (int i = 0; i < 5 && !data.isEmpty(); ++i)
            data[random.bounded(int(data.size()))] = char(random.generate());
        WordBlock block(data);
        qsizetype terms = 0;
        while (block.next()) {
            ++terms;
            QVERIFY(block.term().size() <= data.size());
            QVERIFY(block.postings().data.begin() >= data.constBegin());
            QVERIFY(block.postings().data.end() <= data.constEnd());
            QVERIFY(qint64(block.placesOffset() + block.placesSize()) >= 0);
        }
        QVERIFY(terms <= data.size());
        QVERIFY(!block.next());
    }
}

QTEST_GUILESS_MAIN(tst_SearchWordBlock)
#include "tst_search_wordblock.moc"
