// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/copy/rowcodec.h"

#include <QTest>

#include <limits>

using namespace Qt::StringLiterals;
using namespace Store;

class TestRowCodec : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rowsComeBackAsTheyWere();
    void bytesThatAreNoRowsAreRefused();
};

namespace {

const QList<CopyColumn> columns = { { "id", CopyColumn::Type::Integer },
                                    { "subject", CopyColumn::Type::Text },
                                    { "raw", CopyColumn::Type::Bytes } };

QList<CopyRow> example()
{
    return { { qint64(0), u""_s, QByteArray("") },
             { std::numeric_limits<qint64>::min(), u"Grüße 会议 \U0001F600"_s,
               QByteArray("\0\xff i t b", 8) },
             { std::numeric_limits<qint64>::max(), QVariant(), QVariant() },
             { QVariant(), u"0"_s, QByteArray(100'000, '0') } };
}

QByteArray bytesOf(const QList<CopyRow> &rows)
{
    QByteArray bytes;
    for (const CopyRow &row : rows)
        appendRow(bytes, row);
    return bytes;
}

} // namespace

void TestRowCodec::rowsComeBackAsTheyWere()
{
    const auto rows = rowsFrom(bytesOf(example()), columns);
    QVERIFY(rows);
    QCOMPARE(*rows, example());
    QCOMPARE(rowsFrom({}, columns), Result<QList<CopyRow>>(QList<CopyRow>()));
}

void TestRowCodec::bytesThatAreNoRowsAreRefused()
{
    const QByteArray bytes = bytesOf(example().first(3));
    const qsizetype first = bytesOf(example().first(1)).size();
    const qsizetype second = bytesOf(example().first(2)).size();
    for (qsizetype size = 1; size < bytes.size(); ++size) {
        const bool isWhole = size == first || size == second;
        QCOMPARE(rowsFrom(bytes.first(size), columns).ok(), isWhole);
    }
    QVERIFY(!rowsFrom(bytes, { columns[1], columns[0], columns[2] }));
    QVERIFY(!rowsFrom("t\xff\xff\xff\xff\xff\xff\xff\x7f", { columns[1] }));
    QVERIFY(!rowsFrom("t\xff\xff\xff\xff\xff\xff\xff\xff", { columns[1] }));
    QVERIFY(!rowsFrom("x", { columns[1] }));
}

QTEST_GUILESS_MAIN(TestRowCodec)
#include "tst_rowcodec.moc"
