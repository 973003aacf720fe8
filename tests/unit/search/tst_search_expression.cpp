// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/expression.h"

#include <QTest>

using namespace Search;

namespace {
constexpr Spaces word{ Space::Word };
constexpr Spaces anywhere{ Space::SenderPart, Space::SubjectPart, Space::Word };
} // namespace

class tst_SearchExpression : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void boundsTheTermsOfARange_data();
    void boundsTheTermsOfARange();
    void isReadable_data();
    void isReadable();
    void knowsWhenNothingIsAsked();
};

void tst_SearchExpression::boundsTheTermsOfARange_data()
{
    QTest::addColumn<QByteArray>("token");
    QTest::addColumn<bool>("isBeginning");
    QTest::addColumn<QByteArray>("low");
    QTest::addColumn<QByteArray>("high");
    QTest::newRow("word") << QByteArray("anna") << false << QByteArray("anna\0", 5)
                          << QByteArray("anna\1");
    QTest::newRow("beginning") << QByteArray("anna") << true << QByteArray("anna")
                               << QByteArray("annb");
    QTest::newRow("beginning in Chinese")
        << QByteArray("\xe4\xbc\x9a") << true << QByteArray("\xe4\xbc\x9a")
        << QByteArray("\xe4\xbc\x9b");
    QTest::newRow("sign bit") << QByteArray("a\x7f") << true << QByteArray("a\x7f")
                              << QByteArray("a\x80");
    QTest::newRow("highest bytes")
        << QByteArray("a\xff\xff") << true << QByteArray("a\xff\xff") << QByteArray("b");
    QTest::newRow("nothing is behind it")
        << QByteArray("\xff") << true << QByteArray("\xff") << QByteArray();
}

void tst_SearchExpression::boundsTheTermsOfARange()
{
    QFETCH(QByteArray, token);
    QFETCH(bool, isBeginning);
    const TermRange range{ token, word, isBeginning };
    QTEST(range.low(), "low");
    QTEST(range.high(), "high");
}

void tst_SearchExpression::isReadable_data()
{
    const Expression anna = Expression::anyOf({ { "anna", anywhere, true } });
    const Expression find = Expression::phrase({ { "please", word }, { "find", word } });
    QTest::addColumn<Expression>("expression");
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("beginning") << anna << QByteArray("anna*[erw]");
    QTest::newRow("several") << Expression::anyOf({ { "a", word }, { "b", anywhere, true } })
                             << QByteArray("any(a[w], b*[erw])");
    QTest::newRow("phrase") << find << QByteArray("\"please find\"[w]");
    QTest::newRow("phrase in two spaces")
        << Expression::phrase({ { "please", word }, { "fi", { Space::Subject }, true } })
        << QByteArray("\"please[w] fi*[s]\"");
    QTest::newRow("nested") << Expression::both({ anna, Expression::without(find) })
                            << QByteArray("(anna*[erw] and not \"please find\"[w])");
    QTest::newRow("or") << Expression::either({ anna, find })
                        << QByteArray("(anna*[erw] or \"please find\"[w])");
    QTest::newRow("everything") << Expression() << QByteArray("everything");
    QTest::newRow("nothing") << Expression::either({}) << QByteArray("nothing");
}

void tst_SearchExpression::isReadable()
{
    QFETCH(Expression, expression);
    QTEST(toText(expression), "text");
}

void tst_SearchExpression::knowsWhenNothingIsAsked()
{
    QVERIFY(Expression().isEverything());
    QVERIFY(!Expression::either({}).isEverything());
    QVERIFY(!Expression::anyOf({ { "a", word } }).isEverything());
}

QTEST_GUILESS_MAIN(tst_SearchExpression)
#include "tst_search_expression.moc"
