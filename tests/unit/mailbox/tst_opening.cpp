// SPDX-License-Identifier: GPL-3.0-or-later
#include "mailbox/opening.h"
#include "net/callthread.h"
#include "oauth/logins.h"
#include "store/db/transaction.h"
#include "store/people/users.h"
#include "support/answeringserver.h"
#include "support/awaited.h"
#include "support/memorysecrets.h"
#include "support/scriptedserver.h"
#include "support/testdatabase.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Mailbox::Opening;
using Support::ScriptedServer;

namespace {

const QString greeting = u"S: * OK [CAPABILITY IMAP4rev1 SASL-IR AUTH=XOAUTH2] hi"_s;
const QString loggedIn = u"S: $ OK [CAPABILITY IMAP4rev1] in"_s;
const QString refused = u"S: $ NO [AUTHENTICATIONFAILED] no"_s;

/// The account of this server's mailbox, with the password `password`.
Store::Account accountAt(const ScriptedServer &server)
{
    Store::Account account;
    account.name = account.email = account.username = u"anna@example.org"_s;
    account.host = u"127.0.0.1"_s;
    account.port = server.serverPort();
    account.security = "none";
    account.secretRef = "password";
    return account;
}

QString tokenLogin(const QByteArray &token)
{
    const QByteArray message = "user=anna@example.org\x01"
                               "auth=Bearer "
        + token + "\x01\x01";
    return u"C: $ AUTHENTICATE XOAUTH2 "_s + QString::fromLatin1(message.toBase64());
}

QByteArray answerWith(const QByteArray &token)
{
    return "{\"token_type\":\"Bearer\",\"expires_in\":3600,\"access_token\":\"" + token + "\"}";
}

using Outcome = std::shared_ptr<std::optional<Result<void>>>;

QCoro::Task<> keep(QCoro::Task<Result<void>> task, Outcome into)
{
    Result<void> outcome = co_await task;
    into->emplace(std::move(outcome));
}

/** An account that signs in at a provider, whose answers the test sends. */
struct SignedIn {
    explicit SignedIn(const ScriptedServer &server)
    {
        OAuth::Provider house;
        house.name = u"house"_s;
        house.label = u"The House"_s;
        house.clientId = u"us"_s;
        house.tokenUrl = provider.url();
        const auto opened = Net::Networks::parse({ u"127.0.0.1"_s });
        logins = std::make_unique<OAuth::Logins>(
            calls, OAuth::Context{ *database, secrets, { { house.name, house } }, *opened, {} });
        secrets.set(u"refresh"_s, "refresh-1");
        account = accountAt(server);
        account.authType = "oauth2";
        account.oauthProvider = "house";
        account.secretRef = "refresh";
        account.id = database.with([account = account](Store::Session &session) mutable {
            Store::Transaction transaction(session);
            Store::User user;
            user.username = u"anna"_s;
            account.ownerId = *Store::insertUser(session, user);
            const qint64 id = *Store::insertAccount(session, account);
            return transaction.commit() ? id : 0;
        });
    }
    ~SignedIn()
    {
        for (const AnsweringServer::Request &request : provider.requests)
            request.close();
        logins->stop(5s);
    }

    Mailbox::SecretSources sources() { return { .secrets = &secrets, .logins = logins.get() }; }

    TestDatabase database;
    MemorySecrets secrets;
    AnsweringServer provider;
    Net::CallThread calls{ Net::HttpCallerOptions{} };
    std::unique_ptr<OAuth::Logins> logins;
    Store::Account account;
};

} // namespace

#define ANSWER_TOKEN(provider, number, token)                                                      \
    QTRY_VERIFY((provider).requests.size() > (number));                                            \
    (provider).requests.at(number).answer(200, answerWith(token))

/** Opening an IMAP session for an account, with its steps and its secrets. */
class TestOpening : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void passwordIsReadAndSent();
    void givenSecretsAreNotRead();
    void proxyLoginIsReadBeforeTheConnection();
    void missingSecretConnectsNowhere();
    void missingProxyLoginConnectsNowhere();
    void refusedPasswordIsSentOnce();
    void nothingIsBegunAfterTheStop_data();
    void nothingIsBegunAfterTheStop();
    void stopDuringTheReadingConnectsNowhere();
    void refusedTokenIsReplacedOnce();
    void freshTokenThatIsRefusedNeedsASignIn();
    void stopDuringTheRenewalSendsNothingMore();
    void refusedTokenIsFinalWithoutLogins();
};

void TestOpening::passwordIsReadAndSent()
{
    ScriptedServer server({ greeting, u"C: $ LOGIN \"anna@example.org\" \"secret\""_s, loggedIn });
    MemorySecrets secrets;
    secrets.set(u"password"_s, "secret");
    Imap::Session session({});
    Opening opening(accountAt(server), { .secrets = &secrets });
    QVERIFY(awaited(opening.open(&session)).ok());
    QCOMPARE(secrets.asked(), QStringList{ u"password"_s });
    QCOMPARE(server.problem(), QString());
    QVERIFY(server.isDone());
    QCOMPARE(session.mechanism(), QByteArray("LOGIN"));
}

void TestOpening::givenSecretsAreNotRead()
{
    ScriptedServer server({ greeting, u"C: $ LOGIN \"anna@example.org\" \"given\""_s, loggedIn });
    MemorySecrets secrets;
    secrets.set(u"password"_s, "stored");
    secrets.set(u"proxy"_s, "stored");
    Store::Account account = accountAt(server);
    account.proxySecretRef = "proxy";
    Imap::Session session({});
    Opening opening(account, { .secrets = &secrets });
    opening.setSecret("given");
    opening.setProxyLogin({});
    QVERIFY(awaited(opening.open(&session)).ok());
    QCOMPARE(secrets.asked(), QStringList());
    QCOMPARE(server.problem(), QString());
}

void TestOpening::proxyLoginIsReadBeforeTheConnection()
{
    ScriptedServer server({});
    MemorySecrets secrets;
    secrets.set(u"proxy"_s, "user:word");
    Store::Account account = accountAt(server);
    account.proxyUrl = u"socks5://proxy.example:1080"_s;
    account.proxySecretRef = "proxy";
    Opening opening(account, { .secrets = &secrets });
    QCOMPARE(opening.endpoint().proxy.login, QByteArray());
    QVERIFY(awaited(opening.readProxyLogin()).ok());
    QCOMPARE(opening.endpoint().proxy.login, QByteArray("user:word"));
    QCOMPARE(opening.endpoint().proxy.host, u"proxy.example"_s);
    QCOMPARE(opening.endpoint().host, u"127.0.0.1"_s);
}

void TestOpening::missingSecretConnectsNowhere()
{
    ScriptedServer server({ greeting });
    MemorySecrets secrets;
    Imap::Session session({});
    Opening opening(accountAt(server), { .secrets = &secrets });
    const Result<void> opened = awaited(opening.open(&session));
    QCOMPARE(opened.error().code, Error::Code::NotFound);
    QVERIFY(!server.isDone());
}

void TestOpening::missingProxyLoginConnectsNowhere()
{
    ScriptedServer server({ greeting });
    MemorySecrets secrets;
    secrets.set(u"password"_s, "secret");
    Store::Account account = accountAt(server);
    account.proxySecretRef = "proxy";
    Imap::Session session({});
    Opening opening(account, { .secrets = &secrets });
    const Result<void> opened = awaited(opening.open(&session));
    QCOMPARE(opened.error().code, Error::Code::NotFound);
    QCOMPARE(secrets.asked(), QStringList({ u"password"_s, u"proxy"_s }));
    QVERIFY(!server.isDone());
}

void TestOpening::refusedPasswordIsSentOnce()
{
    ScriptedServer server({ greeting, u"C: $ LOGIN *"_s, refused });
    MemorySecrets secrets;
    secrets.set(u"password"_s, "wrong");
    Imap::Session session({});
    Opening opening(accountAt(server), { .secrets = &secrets });
    const Result<void> opened = awaited(opening.open(&session));
    QCOMPARE(opened.error().code, Error::Code::Unauthorized);
    QVERIFY(session.isOpen());
    QCOMPARE(server.received().size(), 1);
}

void TestOpening::nothingIsBegunAfterTheStop_data()
{
    QTest::addColumn<int>("steps");
    QTest::addColumn<int>("secretsRead");
    QTest::addColumn<bool>("isConnected");
    QTest::newRow("before the secret") << 0 << 0 << false;
    QTest::newRow("before the login for the proxy") << 1 << 1 << false;
    QTest::newRow("before the connection") << 2 << 2 << false;
    QTest::newRow("before the login") << 3 << 2 << true;
}

void TestOpening::nothingIsBegunAfterTheStop()
{
    QFETCH(int, steps);
    ScriptedServer server({ greeting });
    MemorySecrets secrets;
    secrets.set(u"password"_s, "secret");
    secrets.set(u"proxy"_s, "user:word"); // the account has no proxy, so the connection is direct
    Store::Account account = accountAt(server);
    account.proxySecretRef = "proxy";
    Imap::Session session({});
    int checks = 0;
    Opening opening(account, { .secrets = &secrets }, [&] { return checks++ >= steps; });
    const Result<void> opened = awaited(opening.open(&session));
    QCOMPARE(opened.error().code, Error::Code::Cancelled);
    QCOMPARE(checks, steps + 1);
    QTEST(int(secrets.asked().size()), "secretsRead");
    QTEST(server.isDone(), "isConnected");
    QCOMPARE(server.received(), QList<QByteArray>());
}

void TestOpening::stopDuringTheReadingConnectsNowhere()
{
    ScriptedServer server({ greeting });
    MemorySecrets secrets;
    secrets.set(u"password"_s, "secret");
    secrets.hold();
    Imap::Session session({});
    bool isStopping = false;
    Opening opening(accountAt(server), { .secrets = &secrets }, [&] { return isStopping; });
    const auto outcome = std::make_shared<std::optional<Result<void>>>();
    keep(opening.open(&session), outcome);
    QVERIFY(!outcome->has_value());
    isStopping = true;
    secrets.release();
    QTRY_VERIFY(outcome->has_value());
    QCOMPARE((*outcome)->error().code, Error::Code::Cancelled);
    QVERIFY(!server.isDone());
}

void TestOpening::refusedTokenIsReplacedOnce()
{
    ScriptedServer server(
        { greeting, tokenLogin("stale"), refused, tokenLogin("fresh"), loggedIn });
    SignedIn desk(server);
    Imap::Session session({});
    Opening opening(desk.account, desk.sources());
    const auto outcome = std::make_shared<std::optional<Result<void>>>();
    keep(opening.open(&session), outcome);
    ANSWER_TOKEN(desk.provider, 0, "stale");
    ANSWER_TOKEN(desk.provider, 1, "fresh");
    QTRY_VERIFY(outcome->has_value());
    QVERIFY((*outcome)->ok());
    QCOMPARE(server.problem(), QString());
    QVERIFY(server.isDone());
    QCOMPARE(desk.provider.requests.size(), 2);
}

void TestOpening::freshTokenThatIsRefusedNeedsASignIn()
{
    ScriptedServer server({ greeting, tokenLogin("stale"), refused, tokenLogin("fresh"), refused });
    SignedIn desk(server);
    Imap::Session session({});
    Opening opening(desk.account, desk.sources());
    const auto outcome = std::make_shared<std::optional<Result<void>>>();
    keep(opening.open(&session), outcome);
    ANSWER_TOKEN(desk.provider, 0, "stale");
    ANSWER_TOKEN(desk.provider, 1, "fresh");
    QTRY_VERIFY(outcome->has_value());
    QCOMPARE((*outcome)->error().code, Error::Code::SecretMissing);
    QCOMPARE(server.received().size(), 2);
}

void TestOpening::stopDuringTheRenewalSendsNothingMore()
{
    ScriptedServer server({ greeting, tokenLogin("stale"), refused });
    SignedIn desk(server);
    Imap::Session session({});
    bool isStopping = false;
    Opening opening(desk.account, desk.sources(), [&] { return isStopping; });
    const auto outcome = std::make_shared<std::optional<Result<void>>>();
    keep(opening.open(&session), outcome);
    ANSWER_TOKEN(desk.provider, 0, "stale");
    QTRY_VERIFY(desk.provider.requests.size() > 1);
    isStopping = true;
    desk.provider.requests.at(1).answer(200, answerWith("fresh"));
    QTRY_VERIFY(outcome->has_value());
    QCOMPARE((*outcome)->error().code, Error::Code::Cancelled);
    QCOMPARE(server.received().size(), 1);
}

// As in the test of a connection: its caller renews the token.
void TestOpening::refusedTokenIsFinalWithoutLogins()
{
    ScriptedServer server({ greeting, tokenLogin("stale"), refused });
    Store::Account account = accountAt(server);
    account.authType = "oauth2";
    Imap::Session session({});
    Opening opening(account);
    opening.setSecret("stale");
    const Result<void> opened = awaited(opening.open(&session));
    QCOMPARE(opened.error().code, Error::Code::Unauthorized);
    QCOMPARE(session.refusedMechanisms(), QList<QByteArray>{ "XOAUTH2" });
    QCOMPARE(server.received().size(), 1);
}

QTEST_GUILESS_MAIN(TestOpening)
#include "tst_opening.moc"
