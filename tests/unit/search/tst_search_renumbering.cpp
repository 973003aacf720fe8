// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/renumbering.h"

#include <QTest>

using namespace Search;

class tst_SearchRenumbering : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void numbersNewestFirst_data();
    void numbersNewestFirst();
};

void tst_SearchRenumbering::numbersNewestFirst_data()
{
    using Keys = QList<QList<qint64>>;
    using Numbers = QList<QList<quint32>>;
    QTest::addColumn<Keys>("keys");
    QTest::addColumn<Numbers>("gone");
    QTest::addColumn<Numbers>("documents");
    QTest::addColumn<QList<qint64>>("merged");
    QTest::newRow("nothing") << Keys{} << Numbers{} << Numbers{} << QList<qint64>{};
    QTest::newRow("one behind the other")
        << Keys{ { 4, 2 }, { 9, 8, 7 } } << Numbers{ {}, {} } << Numbers{ { 3, 4 }, { 0, 1, 2 } }
        << QList<qint64>{ 9, 8, 7, 4, 2 };
    QTest::newRow("mixed") << Keys{ { 9, 5 }, { 7, 1 } } << Numbers{ {}, {} }
                           << Numbers{ { 0, 2 }, { 1, 3 } } << QList<qint64>{ 9, 7, 5, 1 };
    QTest::newRow("deleted") << Keys{ { 9, 5 }, { 7, 1 } } << Numbers{ { 1 }, { 1, 0 } }
                             << Numbers{ { 0, noDocument }, { noDocument, noDocument } }
                             << QList<qint64>{ 9 };
    QTest::newRow("deleted that were never there")
        << Keys{ { 9 }, {} } << Numbers{ { 1, 77 }, { 0 } } << Numbers{ { 0 }, {} }
        << QList<qint64>{ 9 };
    QTest::newRow("the same mail twice") << Keys{ { 9, 5 }, { 5 } } << Numbers{ {}, {} }
                                         << Numbers{ { 0, 1 }, { 2 } } << QList<qint64>{ 9, 5, 5 };
}

void tst_SearchRenumbering::numbersNewestFirst()
{
    QFETCH(QList<QList<qint64>>, keys);
    QFETCH(QList<QList<quint32>>, gone);
    const Renumbering renumbering = renumbered(keys, gone);
    QTEST(renumbering.documents, "documents");
    QTEST(renumbering.keys, "merged");
}

QTEST_GUILESS_MAIN(tst_SearchRenumbering)
#include "tst_search_renumbering.moc"
