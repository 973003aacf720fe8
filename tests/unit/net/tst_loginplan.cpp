// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/loginplan.h"

#include <QTest>

using namespace Qt::StringLiterals;
using Net::LoginPlan;
using Net::Refusal;
using Names = QList<QByteArray>;

/** Which mechanisms are tried, in which order, after which refusals. */
class TestLoginPlan : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void beginsWith_data();
    void beginsWith();
    void goesOn_data();
    void goesOn();
    void saysWhyNothingIsLeft();
    void takesWhatIsOfferedNow();
    void repeatsWhatWasNotAnswered();
};

namespace {

const Names all = { "LOGIN", "PLAIN", "SCRAM-SHA-1", "SCRAM-SHA-256", "CRAM-MD5" };

Net::Credentials person(const QByteArray &mechanism = {}, const QByteArray &proven = {})
{
    return { u"user"_s, "pencil", {}, mechanism, proven };
}

Net::Credentials withToken()
{
    return { u"user"_s, {}, "token" };
}

} // namespace

void TestLoginPlan::beginsWith_data()
{
    QTest::addColumn<Names>("offered");
    QTest::addColumn<bool>("isEncrypted");
    QTest::addColumn<QByteArray>("proven");
    QTest::addColumn<QByteArray>("first");
    const auto row = [](const char *name, const Names &offered, bool isEncrypted,
                        const QByteArray &proven, const QByteArray &first) {
        QTest::newRow(name) << offered << isEncrypted << proven << first;
    };
    row("the strongest", all, true, {}, "SCRAM-SHA-256");
    row("the strongest without TLS", all, false, {}, "SCRAM-SHA-256");
    row("SCRAM-SHA-1", { "PLAIN", "SCRAM-SHA-1" }, true, {}, "SCRAM-SHA-1");
    row("PLAIN before LOGIN", { "LOGIN", "PLAIN" }, true, {}, "PLAIN");
    row("LOGIN", { "CRAM-MD5", "LOGIN" }, true, {}, "LOGIN");
    row("nothing that we speak", { "CRAM-MD5", "GSSAPI" }, true, {}, {});
    row("what worked last time", all, true, "LOGIN", "LOGIN");
    row("what worked is not offered any more", { "SCRAM-SHA-1", "LOGIN" }, true, "PLAIN",
        "SCRAM-SHA-1");
    row("without TLS a stronger one than what worked", all, false, "PLAIN", "SCRAM-SHA-256");
    row("without TLS nothing weaker than what worked", { "PLAIN", "LOGIN" }, false, "SCRAM-SHA-256",
        {});
    row("without TLS no weaker SCRAM", { "SCRAM-SHA-1", "PLAIN" }, false, "SCRAM-SHA-256", {});
    row("over TLS a weaker one than what worked", { "PLAIN" }, true, "SCRAM-SHA-256", "PLAIN");
    row("without TLS, where a person chose that and nothing else is there", { "PLAIN" }, false, {},
        "PLAIN");
    row("a name that nobody knows", all, true, "X-OLD", "SCRAM-SHA-256");
}

void TestLoginPlan::beginsWith()
{
    QFETCH(Names, offered);
    QFETCH(bool, isEncrypted);
    QFETCH(QByteArray, proven);
    QFETCH(QByteArray, first);
    LoginPlan plan(person({}, proven));
    QCOMPARE(plan.next(offered, isEncrypted).value_or(QByteArray()), first);
}

void TestLoginPlan::goesOn_data()
{
    QTest::addColumn<QByteArray>("mechanism");
    QTest::addColumn<QByteArray>("proven");
    QTest::addColumn<bool>("isEncrypted");
    QTest::addColumn<QList<int>>("refusals");
    QTest::addColumn<Names>("tried");
    const auto row = [](const char *name, const QByteArray &mechanism, const QByteArray &proven,
                        bool isEncrypted, const QList<Refusal> &refusals, const Names &tried) {
        QList<int> numbers;
        for (const Refusal refusal : refusals)
            numbers.append(int(refusal));
        QTest::newRow(name) << mechanism << proven << isEncrypted << numbers << tried;
    };
    using enum Refusal;
    row("one try a family", {}, {}, true, { Unclear, Unclear, Unclear },
        { "SCRAM-SHA-256", "PLAIN" });
    row("no secrets for SCRAM", {}, {}, true, { Unjudged, Unclear }, { "SCRAM-SHA-256", "PLAIN" });
    row("no secrets for SCRAM, and a wrong password", {}, {}, true, { Unjudged, WrongPassword },
        { "SCRAM-SHA-256", "PLAIN" });
    row("a wrong password", {}, {}, true, { WrongPassword }, { "SCRAM-SHA-256" });
    row("too many connections", {}, {}, true, { NotNow }, { "SCRAM-SHA-256" });
    row("offered and not done", {}, {}, true, { Mechanism, Mechanism, Mechanism, Mechanism },
        { "SCRAM-SHA-256", "SCRAM-SHA-1", "PLAIN", "LOGIN" });
    row("PLAIN not done", {}, {}, true, { Unjudged, Mechanism, Unclear },
        { "SCRAM-SHA-256", "PLAIN", "LOGIN" });
    row("the password is wrong since last time", {}, "PLAIN", true, { Unclear }, { "PLAIN" });
    row("the check of passwords is away", {}, "PLAIN", true, { Unjudged, Unclear },
        { "PLAIN", "SCRAM-SHA-256" });
    row("what worked is not done any more", {}, "PLAIN", true, { Mechanism, Unjudged, Unclear },
        { "PLAIN", "SCRAM-SHA-256", "LOGIN" });
    // Without TLS, the refusal may come from an attacker on the line.
    for (const Refusal refusal : { Mechanism, Unjudged, Unclear, WrongPassword, NotNow })
        row(qPrintable(u"nothing else without TLS, %1"_s.arg(int(refusal))), {}, {}, false,
            { refusal }, { "SCRAM-SHA-256" });
    row("the one that a person named", "LOGIN", {}, true, { Mechanism }, { "LOGIN" });
    row("named, whatever worked", "SCRAM-SHA-1", "PLAIN", true, { Unjudged }, { "SCRAM-SHA-1" });
    row("named, without TLS", "PLAIN", "SCRAM-SHA-256", false, { Unclear }, { "PLAIN" });
}

void TestLoginPlan::goesOn()
{
    QFETCH(QByteArray, mechanism);
    QFETCH(QByteArray, proven);
    QFETCH(bool, isEncrypted);
    QFETCH(QList<int>, refusals);
    QFETCH(Names, tried);
    LoginPlan plan(person(mechanism, proven));
    for (const int refusal : std::as_const(refusals)) {
        if (plan.next(all, isEncrypted))
            plan.refused(Refusal(refusal), { Error::Code::Unauthorized, u"no"_s });
    }
    QVERIFY(!plan.next(all, isEncrypted));
    QCOMPARE(plan.tried(), tried);
}

void TestLoginPlan::saysWhyNothingIsLeft()
{
    const Error no{ Error::Code::Unauthorized, u"no"_s };
    LoginPlan both(person());
    both.next(all, true);
    both.refused(Refusal::Unjudged, { Error::Code::Server, u"later"_s });
    both.next(all, true);
    both.refused(Refusal::WrongPassword, no);
    QCOMPARE(both.failure(u"h"_s),
             (Error{ Error::Code::Unauthorized, u"no (tried SCRAM-SHA-256, PLAIN)"_s }));

    LoginPlan clear(person());
    clear.next(all, false);
    clear.refused(Refusal::Unjudged, no);
    QVERIFY(!clear.next(all, false));
    QVERIFY(clear.failure(u"h"_s).message.contains(u"authMechanism"_s));

    LoginPlan named(person("SCRAM-SHA-1"));
    QVERIFY(!named.next({ "PLAIN" }, true));
    QCOMPARE(named.failure(u"h"_s).code, Error::Code::Unauthorized);
    QVERIFY(named.failure(u"h"_s).message.contains(u"SCRAM-SHA-1"_s));

    LoginPlan weaker(person({}, "SCRAM-SHA-256"));
    QVERIFY(!weaker.next({ "PLAIN" }, false));
    QCOMPARE(weaker.failure(u"h"_s).code, Error::Code::Tls);

    LoginPlan nothing(withToken());
    QVERIFY(!nothing.next(all, true)); // a token is never sent as a password
    QCOMPARE(nothing.failure(u"h"_s).code, Error::Code::Unauthorized);
}

// A server may offer something else on the next connection, and TLS may be gone there.
void TestLoginPlan::takesWhatIsOfferedNow()
{
    const Error no{ Error::Code::Unauthorized, u"no"_s };
    LoginPlan changed(person());
    QCOMPARE(changed.next({ "SCRAM-SHA-256", "PLAIN" }, true), QByteArray("SCRAM-SHA-256"));
    changed.refused(Refusal::Unjudged, no);
    QCOMPARE(changed.next({ "SCRAM-SHA-256", "LOGIN" }, true), QByteArray("LOGIN"));

    LoginPlan stripped(person());
    stripped.next(all, true);
    stripped.refused(Refusal::Unjudged, no);
    QVERIFY(!stripped.next(all, false));

    LoginPlan tokens(withToken());
    QCOMPARE(tokens.next({ "XOAUTH2", "OAUTHBEARER", "PLAIN" }, true), QByteArray("OAUTHBEARER"));
    tokens.refused(Refusal::Mechanism, no);
    QCOMPARE(tokens.next({ "XOAUTH2", "OAUTHBEARER", "PLAIN" }, true), QByteArray("XOAUTH2"));
}

void TestLoginPlan::repeatsWhatWasNotAnswered()
{
    LoginPlan plan(person());
    plan.next(all, true);
    plan.refused(Refusal::Unjudged, { Error::Code::Unauthorized, u"no"_s });
    QCOMPARE(plan.next(all, true), QByteArray("PLAIN"));
    QCOMPARE(plan.again(all, true), QByteArray("PLAIN"));
    QCOMPARE(plan.tried(), (Names{ "SCRAM-SHA-256", "PLAIN" }));
    QVERIFY(!plan.again(all, false));
}

QTEST_APPLESS_MAIN(TestLoginPlan)
#include "tst_loginplan.moc"
