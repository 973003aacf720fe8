// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/secretplace.h"

#include <QTest>

using namespace Api;
using namespace Qt::StringLiterals;
using Net::Security;

/** A stored secret is sent only to the server that it was entered for. */
class TestSecretPlace : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void followsToTheSamePlace_data();
    void followsToTheSamePlace();
    void namesWhatMustBeEntered_data();
    void namesWhatMustBeEntered();
    void saysWhy();
    void knowsTheReceiver_data();
    void knowsTheReceiver();
};

namespace {

SecretPlace place()
{
    return { u"imap.example.org"_s, 993, Security::Tls, {}, {} };
}

SecretPlace place(Security way, quint16 port)
{
    SecretPlace one = place();
    one.way = way;
    one.port = port;
    return one;
}

Store::Account account()
{
    Store::Account one;
    one.email = u"anna@example.org"_s;
    one.host = u"imap.example.org"_s;
    one.port = 993;
    one.username = u"anna"_s;
    one.smtpHost = u"smtp.example.org"_s;
    one.smtpPort = 587;
    return one;
}

} // namespace

void TestSecretPlace::followsToTheSamePlace_data()
{
    QTest::addColumn<SecretPlace>("from");
    QTest::addColumn<SecretPlace>("to");
    QTest::addColumn<bool>("follows");
    const auto row = [](const char *name, const SecretPlace &from, const SecretPlace &to,
                        bool follows) {
        QTest::newRow(name) << from << to << follows;
    };
    const auto with = [](auto change) {
        SecretPlace changed = place();
        change(changed);
        return changed;
    };
    const SecretPlace pinned = with([](SecretPlace &one) { one.tlsPin = "one"; });
    const SecretPlace proxied = with([](SecretPlace &one) { one.proxyUrl = u"http://p:1"_s; });
    row("same", place(), place(), true);
    row("other host", place(), with([](SecretPlace &one) { one.host = u"imap.example.com"_s; }),
        false);
    row("host below", place(), with([](SecretPlace &one) { one.host = u"a.imap.example.org"_s; }),
        false);

    using enum Security;
    row("TLS, other port", place(Tls, 993), place(Tls, 1993), true);
    row("STARTTLS, other port", place(StartTls, 143), place(StartTls, 1143), true);
    row("plain, same port", place(None, 143), place(None, 143), true);
    row("plain, other port", place(None, 143), place(None, 1143), false);
    SecretPlace shown = place(None, 143);
    shown.showsSecret = true;
    row("plain, with a mechanism that shows the password", place(None, 143), shown, false);
    row("plain, with such a mechanism before too", shown, shown, true);
    row("plain, without it from now on", shown, place(None, 143), true);
    row("plain to STARTTLS", place(None, 143), place(StartTls, 143), true);
    row("plain to TLS on another port", place(None, 143), place(Tls, 993), true);
    row("STARTTLS to TLS", place(StartTls, 143), place(Tls, 993), true);
    row("TLS to STARTTLS", place(Tls, 993), place(StartTls, 143), false);
    row("TLS to plain", place(Tls, 993), place(None, 993), false);
    row("STARTTLS to plain", place(StartTls, 143), place(None, 143), false);

    row("same pin", pinned, pinned, true);
    row("pin gone", pinned, place(), true);
    row("pin set", place(), pinned, false);
    row("other pin", pinned, with([](SecretPlace &one) { one.tlsPin = "two"; }), false);

    row("same proxy", proxied, proxied, true);
    row("proxy gone", proxied, place(), false);
    row("proxy set", place(), proxied, false);
    row("other proxy", proxied, with([](SecretPlace &one) { one.proxyUrl = u"http://p:2"_s; }),
        false);
}

void TestSecretPlace::followsToTheSamePlace()
{
    QFETCH(SecretPlace, from);
    QFETCH(SecretPlace, to);
    QFETCH(bool, follows);
    QCOMPARE(mayFollow(from, to), follows);
}

void TestSecretPlace::namesWhatMustBeEntered_data()
{
    QTest::addColumn<SecretPlaces>("from");
    QTest::addColumn<SecretPlaces>("to");
    QTest::addColumn<ReusedSecrets>("reused");
    QTest::addColumn<QStringList>("fields");
    const ReusedSecrets all{ .password = true, .smtpPassword = true, .proxyLogin = true };
    const ReusedSecrets password{ .password = true };
    const ReusedSecrets smtpPassword{ .smtpPassword = true };
    const ReusedSecrets proxyLogin{ .proxyLogin = true };
    const QStringList none;
    // `before` and `after` have an SMTP password of their own where `own` says so.
    struct Own {
        bool before = false;
        bool after = false;
    };
    const auto rowFrom = [](const char *name, const Store::Account &before, auto change,
                            const Own &own, const ReusedSecrets &reused,
                            const QStringList &fields) {
        Store::Account after = before;
        change(after);
        QTest::newRow(name) << placesOf(before, own.before) << placesOf(after, own.after) << reused
                            << fields;
    };
    const auto row = [&rowFrom](const char *name, auto change, const Own &own,
                                const ReusedSecrets &reused, const QStringList &fields) {
        rowFrom(name, account(), change, own, reused, fields);
    };
    const Own shared{ false, false };
    const Own both{ true, true };
    const auto nothing = [](Store::Account &) {
    };
    const auto host = [](Store::Account &one) {
        one.host = u"imap.evil.example"_s;
    };
    const auto smtpHost = [](Store::Account &one) {
        one.smtpHost = u"smtp.evil.example"_s;
    };
    const auto proxy = [](Store::Account &one) {
        one.proxyUrl = u"http://proxy.evil.example:1"_s;
    };

    row("nothing changed", nothing, shared, all, none);
    row("host", host, shared, password, { u"password"_s });
    row("host, signed in", host, shared, { .password = true, .isSignIn = true },
        { u"oauthGrant"_s });
    row("SMTP host, signed in", smtpHost, shared, { .password = true, .isSignIn = true },
        { u"oauthGrant"_s });
    row("host, password entered", host, shared, {}, none);
    row("host, own SMTP password", host, both, all, { u"password"_s });
    row(
        "user name", [](Store::Account &one) { one.username = u"otto"_s; }, shared, all, none);
    row("plain text", [](Store::Account &one) { one.security = "none"; }, shared, password,
        { u"password"_s });
    row("port of STARTTLS with auto", [](Store::Account &one) { one.port = 143; }, shared, password,
        { u"password"_s });
    row(
        "auto as what it means", [](Store::Account &one) { one.security = "tls"; }, shared, all,
        none);
    row("pin", [](Store::Account &one) { one.tlsPin = QByteArray(32, 'x'); }, shared, password,
        { u"password"_s });

    row("SMTP host, password for both", smtpHost, shared, all,
        { u"password"_s, u"smtpPassword"_s });
    row("SMTP host, own password", smtpHost, both, all, { u"smtpPassword"_s });
    row("SMTP host, own password entered", smtpHost, both, password, none);
    row("SMTP password entered for the first time", smtpHost, { false, true }, password, none);
    row("SMTP password given up", nothing, { true, false }, password, { u"password"_s });
    row("SMTP in plain text", [](Store::Account &one) { one.smtpSecurity = "none"; }, shared,
        password, { u"password"_s });
    row(
        "other SMTP port", [](Store::Account &one) { one.smtpPort = 2587; }, both, all, none);
    row(
        "other SMTP user name", [](Store::Account &one) { one.smtpUsername = u"otto"_s; }, both,
        all, none);
    row("pinned host as SMTP host",
        [](Store::Account &one) {
            one.tlsPin = QByteArray(32, 'x');
            one.smtpHost = one.host;
        },
        both, smtpPassword, { u"smtpPassword"_s });

    Store::Account derived = account();
    derived.smtpHost.clear();
    derived.smtpPort = 0;
    rowFrom(
        "derived SMTP host as it is", derived,
        [](Store::Account &one) { one.smtpHost = u"smtp.example.org"_s; }, shared, all, none);
    rowFrom("derived SMTP host changes with the e-mail address", derived,
            [](Store::Account &one) { one.email = u"anna@gmail.com"_s; }, shared, password,
            { u"password"_s });
    Store::Account receiving = derived;
    receiving.host = u"mail.example.org"_s;
    rowFrom("first SMTP host", receiving, smtpHost, shared, password, { u"password"_s });
    rowFrom("first SMTP host with a password of its own", receiving, smtpHost, { false, true },
            password, none);
    rowFrom(
        "SMTP host gone", account(),
        [](Store::Account &one) {
            one.smtpHost.clear();
            one.smtpPort = 0;
            one.host = u"mail.example.org"_s;
        },
        shared, smtpPassword, none);

    row("proxy", proxy, shared, password, { u"password"_s });
    row("proxy, own SMTP password", proxy, both, smtpPassword, { u"smtpPassword"_s });
    Store::Account proxied = account();
    proxied.proxyUrl = u"socks5://proxy.example.org:1080"_s;
    rowFrom("other proxy", proxied, proxy, shared, proxyLogin, { u"proxyUrl"_s });
    rowFrom("same proxy", proxied, nothing, shared, all, none);
    rowFrom("proxy gone", proxied, [](Store::Account &one) { one.proxyUrl.clear(); }, both, all,
            { u"password"_s, u"smtpPassword"_s });
    rowFrom("token as a password",
            [] {
                Store::Account one = account();
                one.authType = "oauth2";
                return one;
            }(),
            host, shared, password, { u"password"_s });
}

void TestSecretPlace::namesWhatMustBeEntered()
{
    QFETCH(SecretPlaces, from);
    QFETCH(SecretPlaces, to);
    QFETCH(ReusedSecrets, reused);
    QFETCH(QStringList, fields);
    QStringList found;
    for (const ApiErrorDetail &detail : secretsToEnter(from, to, reused))
        found.append(detail.field);
    QCOMPARE(found, fields);
}

void TestSecretPlace::saysWhy()
{
    Store::Account moved = account();
    moved.host = u"imap.evil.example"_s;
    const QList<ApiErrorDetail> expected = {
        { u"password"_s, u"enter the password again, because it would be sent to another server"_s }
    };
    QCOMPARE(
        secretsToEnter(placesOf(account(), false), placesOf(moved, false), { .password = true }),
        expected);
}

void TestSecretPlace::knowsTheReceiver_data()
{
    QTest::addColumn<QString>("to");
    QTest::addColumn<bool>("isSame");
    const auto row = [](const char *name, const QString &to, bool isSame) {
        QTest::newRow(name) << to << isSame;
    };
    row("same", u"https://hooks.example.org/a"_s, true);
    row("other path and query", u"https://hooks.example.org/b?c=d"_s, true);
    row("port of the scheme", u"https://hooks.example.org:443/a"_s, true);
    row("other case", u"https://HOOKS.example.org/a"_s, true);
    row("other host", u"https://example.org/a"_s, false);
    row("other port", u"https://hooks.example.org:8443/a"_s, false);
    row("plain text", u"http://hooks.example.org/a"_s, false);
    row("plain text, same port", u"http://hooks.example.org:443/a"_s, false);
}

void TestSecretPlace::knowsTheReceiver()
{
    QFETCH(QString, to);
    QFETCH(bool, isSame);
    QCOMPARE(isSameReceiver(u"https://hooks.example.org/a"_s, to), isSame);
    QCOMPARE(isSameReceiver(to, u"https://hooks.example.org/a"_s), isSame);
}

QTEST_GUILESS_MAIN(TestSecretPlace)
#include "tst_secretplace.moc"
