// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/metricstext.h"

#include <QTest>

using namespace std::chrono_literals;

class MetricsTextTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void serviceAloneHasNoFiguresOfANode();
    void nodeHasItsFigures();
    void oldHeartbeatIsShown();
};

namespace {

QByteArrayList linesOf(const Nodes::Figures *node, const QList<Api::HealthProblem> &problems = {})
{
    const Metrics::Traffic traffic;
    Api::MetricsInput input;
    input.traffic = &traffic;
    input.node = node;
    input.problems = problems;
    return Api::metricsText(input).split('\n');
}

/// The lines with this text, comments included.
QByteArrayList containing(const QByteArrayList &lines, const QByteArray &text)
{
    QByteArrayList found;
    for (const QByteArray &line : lines) {
        if (line.contains(text))
            found.append(line);
    }
    return found;
}

} // namespace

void MetricsTextTest::serviceAloneHasNoFiguresOfANode()
{
    const QByteArrayList lines = linesOf(nullptr);
    QCOMPARE(containing(lines, "node"), QByteArrayList());
    QVERIFY(lines.contains("postrider_ready 1"));
}

void MetricsTextTest::nodeHasItsFigures()
{
    Nodes::Figures node;
    node.known.set(3);
    node.alive.set(2);
    node.accounts.set(100);
    node.share.set(50);
    node.weight.set(48);
    node.leases.set(49);
    node.taken.add(60);
    node.givenBack.add(11);
    node.requestsSent.add(4);
    node.requestsServed.add(5);
    node.looks.observe(3ms);
    const QByteArrayList lines = linesOf(&node);
    for (const char *expected :
         { "postrider_node_known_nodes 3", "postrider_node_alive_nodes 2",
           "postrider_node_accounts 100", "postrider_node_share 50", "postrider_node_weight 48",
           "postrider_node_leases 49", "postrider_node_leases_taken_total 60",
           "postrider_node_leases_given_back_total 11", "postrider_node_requests_sent_total 4",
           "postrider_node_requests_served_total 5", "postrider_node_look_duration_seconds_count 1",
           "postrider_node_look_duration_seconds_bucket{le=\"0.0025\"} 0",
           "postrider_node_look_duration_seconds_bucket{le=\"0.005\"} 1",
           "postrider_health_problem{check=\"node_heartbeat\"} 0" })
        QVERIFY2(lines.contains(expected), expected);
}

void MetricsTextTest::oldHeartbeatIsShown()
{
    Nodes::Figures node;
    node.noteBeat(1h);
    const QByteArrayList lines = linesOf(&node, { { "node_heartbeat", {} } });
    QVERIFY(lines.contains("postrider_health_problem{check=\"node_heartbeat\"} 1"));
    QVERIFY(lines.contains("postrider_ready 0"));
    const QByteArray name = "postrider_node_heartbeat_age_seconds ";
    const QByteArray age = containing(lines, name).last();
    const double seconds = age.mid(name.size()).toDouble();
    QVERIFY2(seconds >= 3600 && seconds < 3660, age.constData());
}

QTEST_APPLESS_MAIN(MetricsTextTest)
#include "tst_metricstext.moc"
