// SPDX-License-Identifier: GPL-3.0-or-later
#include "discover/ranking.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Discover;

class TestRanking : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void firstGoodByRankWins_data();
    void firstGoodByRankWins();
};

namespace {

// One letter for each source: `.` pending, `-` nothing, `x` failed, `G` good settings, `p` in plain text only,
// `n` a provider without IMAP.
QList<Attempt> attempts(const QString &states)
{
    QList<Attempt> all;
    for (const QChar state : states) {
        Attempt one;
        one.outcome = state == u'.' ? Outcome::Pending
            : state == u'-'         ? Outcome::Nothing
            : state == u'x'         ? Outcome::Failed
                                    : Outcome::Found;
        if (one.outcome == Outcome::Found) {
            one.settings.emplace();
            if (state != u'n')
                one.settings->imap = Server{ u"imap.example.org"_s, 993, Net::Security::Tls, {} };
            if (state == u'p')
                one.settings->warnings = { Warning::PlainText };
        }
        all.append(one);
    }
    return all;
}

/// `?`: it waits; `-`: nothing was found; else the index of the winner.
QString shown(const Verdict &verdict)
{
    if (verdict.isWaiting)
        return u"?"_s;
    return verdict.winner ? QString::number(*verdict.winner) : u"-"_s;
}

} // namespace

void TestRanking::firstGoodByRankWins_data()
{
    QTest::addColumn<QString>("states");
    QTest::addColumn<QString>("expected"); ///< with Patience::Better, Good and Nothing
    QTest::newRow("nothing yet") << u"......"_s
                                 << QStringLiteral("?"
                                                   "?-");
    QTest::newRow("first") << u"G....."_s << u"000"_s;
    QTest::newRow("better ones have nothing") << u"-xG..."_s << u"222"_s;
    QTest::newRow("a better one may come") << u"-..G.."_s << u"?33"_s;
    QTest::newRow("two found") << u"-.G.G."_s << u"?22"_s;
    QTest::newRow("best of those") << u"--GG--"_s << u"222"_s;
    QTest::newRow("plain text waits") << u"-p...."_s << u"??1"_s;
    QTest::newRow("plain text loses") << u"-p--G-"_s << u"444"_s;
    QTest::newRow("plain text alone") << u"-p----"_s << u"111"_s;
    QTest::newRow("no IMAP loses to plain text") << u"n--p--"_s << u"333"_s;
    QTest::newRow("no IMAP") << u"----n-"_s << u"444"_s;
    QTest::newRow("nothing") << u"-x-x--"_s << u"---"_s;
    QTest::newRow("no sources") << QString() << u"---"_s;
}

void TestRanking::firstGoodByRankWins()
{
    QFETCH(QString, states);
    QFETCH(QString, expected);
    const QList<Attempt> all = attempts(states);
    QString verdicts;
    for (const Patience patience : { Patience::Better, Patience::Good, Patience::Nothing })
        verdicts += shown(verdict(all, patience));
    QCOMPARE(verdicts, expected);
}

QTEST_GUILESS_MAIN(TestRanking)
#include "tst_ranking.moc"
