// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/postings.h"

#include <QList>
#include <QRandomGenerator>
#include <QTest>

using namespace Search;

namespace {

using Numbers = std::vector<quint32>;

Numbers visited(const Postings &postings, quint32 documents)
{
    Numbers numbers;
    forEachDocument(postings, documents, [&](quint32 document) { numbers.push_back(document); });
    return numbers;
}

Numbers inserted(const Postings &postings, quint32 documents)
{
    Numbers numbers;
    DocSet set(documents);
    insertInto(set, postings);
    set.forEach([&](quint32 document) { numbers.push_back(document); });
    return numbers;
}

Numbers every(quint32 distance, quint32 documents)
{
    Numbers numbers;
    for (quint32 number = distance - 1; number < documents; number += distance)
        numbers.push_back(number);
    return numbers;
}

} // namespace

class tst_SearchPostings : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void readsWhatItWrote_data();
    void readsWhatItWrote();
    void keepsFrequentTermsAsABitmap();
    void endsTheListAtDamage_data();
    void endsTheListAtDamage();
    void staysWithinTheSegmentWhateverTheBytes();
};

void tst_SearchPostings::readsWhatItWrote_data()
{
    QTest::addColumn<quint32>("documents");
    QTest::addColumn<Numbers>("numbers");
    for (const quint32 documents : { 1u, 8u, 9u, 64u, 1000u, 500'000u }) {
        for (const quint32 distance : { 1u, 7u, 8u, 9u, 1000u })
            QTest::addRow("every %u of %u", distance, documents)
                << documents << every(distance, documents);
    }
}

void tst_SearchPostings::readsWhatItWrote()
{
    QFETCH(quint32, documents);
    QFETCH(Numbers, numbers);
    QByteArray buffer;
    const Postings postings = encodedPostings(numbers, documents, buffer);
    QCOMPARE(postings.count, quint32(numbers.size()));
    QCOMPARE(visited(postings, documents), numbers);
    QCOMPARE(inserted(postings, documents), numbers);
}

void tst_SearchPostings::keepsFrequentTermsAsABitmap()
{
    QByteArray buffer;
    QCOMPARE(encodedPostings(every(1, 1000), 1000, buffer).data, QByteArray(125, '\xff'));
    const Postings anEighth = encodedPostings(every(8, 1000), 1000, buffer);
    QCOMPARE(anEighth.data, '\7' + QByteArray(124, '\10'));
}

void tst_SearchPostings::endsTheListAtDamage_data()
{
    QTest::addColumn<quint32>("count");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<Numbers>("numbers");
    QTest::newRow("distance 0") << quint32(3) << QByteArray("050002") << Numbers{ 5 };
    QTest::newRow("too high") << quint32(3) << QByteArray("054002") << Numbers{ 5 };
    QTest::newRow("cut off") << quint32(3) << QByteArray("0503") << Numbers{ 5, 8 };
    QTest::newRow("64 bits") << quint32(3) << QByteArray("05ffffffffffffffffff0102")
                             << Numbers{ 5 };
    QTest::newRow("bitmap too short") << quint32(30) << QByteArray("0180") << Numbers{ 0, 15 };
    QTest::newRow("bitmap too long")
        << quint32(30) << QByteArray("00000000000000ffff") << Numbers{ 56, 57, 58, 59 };
    QTest::newRow("no data") << quint32(1) << QByteArray() << Numbers{};
}

void tst_SearchPostings::endsTheListAtDamage()
{
    QFETCH(quint32, count);
    QFETCH(QByteArray, bytes);
    QFETCH(Numbers, numbers);
    const QByteArray data = QByteArray::fromHex(bytes);
    QCOMPARE(visited({ count, data }, 60), numbers);
    QCOMPARE(inserted({ count, data }, 60), numbers);
}

void tst_SearchPostings::staysWithinTheSegmentWhateverTheBytes()
{
    QRandomGenerator random(7);
    for (int run = 0; run < 20'000; ++run) {
        QByteArray data(random.bounded(12), '\0');
        for (char &byte : data)
            byte = char(random.generate() & random.generate());
        const quint32 documents = random.bounded(80u);
        const Postings postings{ random.bounded(20u), data };
        const Numbers numbers = visited(postings, documents);
        for (size_t i = 0; i < numbers.size(); ++i)
            QVERIFY(numbers[i] < documents && (i == 0 || numbers[i - 1] < numbers[i]));
        QCOMPARE(inserted(postings, documents), numbers);
    }
}

QTEST_GUILESS_MAIN(tst_SearchPostings)
#include "tst_search_postings.moc"
