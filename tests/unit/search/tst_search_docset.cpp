// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/docset.h"

#include <QList>
#include <QTest>

using namespace Search;

namespace {

DocSet setOf(quint32 documents, const QList<quint32> &members)
{
    DocSet set(documents);
    for (const quint32 member : members)
        set.insert(member);
    return set;
}

QList<quint32> membersOf(const DocSet &set)
{
    QList<quint32> members;
    set.forEach([&](quint32 document) { members += document; });
    return members;
}

} // namespace

class tst_SearchDocSet : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void holdsWhatWasInserted();
    void ignoresDocumentsThatAreNotThere();
    void hasEveryDocument_data();
    void hasEveryDocument();
    void combines();
    void addsBits();
    void stopsWhenTheVisitorHasEnough();
};

void tst_SearchDocSet::holdsWhatWasInserted()
{
    const DocSet set = setOf(130, { 129, 0, 63, 64, 0 });
    QCOMPARE(membersOf(set), (QList<quint32>{ 0, 63, 64, 129 }));
    QCOMPARE(set.count(), 4);
    QVERIFY(set.contains(63) && !set.contains(62));
    QVERIFY(!set.isEmpty());
    QVERIFY(DocSet(130).isEmpty());
}

void tst_SearchDocSet::ignoresDocumentsThatAreNotThere()
{
    QVERIFY(setOf(5, { 5, 63, 64, ~quint32(0) }).isEmpty());
    QVERIFY(setOf(0, { 0 }).isEmpty());
    QVERIFY(!setOf(64, { 1 }).contains(64));
}

void tst_SearchDocSet::hasEveryDocument_data()
{
    QTest::addColumn<quint32>("documents");
    for (const quint32 documents : { 0, 1, 63, 64, 65, 8192 })
        QTest::addRow("%u", documents) << documents;
}

void tst_SearchDocSet::hasEveryDocument()
{
    QFETCH(quint32, documents);
    DocSet expected(documents);
    for (quint32 document = 0; document < documents; ++document)
        expected.insert(document);
    QCOMPARE(DocSet::all(documents), expected);
    QCOMPARE(DocSet::all(documents).count(), qint64(documents));
}

void tst_SearchDocSet::combines()
{
    const DocSet a = setOf(100, { 1, 2, 70 });
    const DocSet b = setOf(100, { 2, 3, 70 });
    QCOMPARE(membersOf(DocSet(a) |= b), (QList<quint32>{ 1, 2, 3, 70 }));
    QCOMPARE(membersOf(DocSet(a) &= b), (QList<quint32>{ 2, 70 }));
    QCOMPARE(membersOf(DocSet(a) -= b), (QList<quint32>{ 1 }));
}

void tst_SearchDocSet::addsBits()
{
    DocSet set = setOf(68, { 9 });
    const QByteArray bits = QByteArray::fromHex("0100000000000080ff00ff"); // longer than the set
    set.addBits(bits.constData(), bits.size());
    QCOMPARE(membersOf(set), (QList<quint32>{ 0, 9, 63, 64, 65, 66, 67 }));
    QCOMPARE(set.count(), 7);

    DocSet none(0);
    none.addBits(bits.constData(), bits.size());
    QVERIFY(none.isEmpty());
}

void tst_SearchDocSet::stopsWhenTheVisitorHasEnough()
{
    QList<quint32> seen;
    setOf(200, { 3, 90, 150 }).forEach([&](quint32 document) {
        seen += document;
        return document < 90;
    });
    QCOMPARE(seen, (QList<quint32>{ 3, 90 }));
}

QTEST_GUILESS_MAIN(tst_SearchDocSet)
#include "tst_search_docset.moc"
