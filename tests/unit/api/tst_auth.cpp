// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/auth.h"
#include "api/authwatch.h"
#include "crypto/password.h"
#include "http/server.h"
#include "store/db/transaction.h"
#include "support/manualclock.h"
#include "support/patience.h"
#include "support/testdatabase.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class AuthTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void loginGivesATokenThatWorks();
    void rememberLivesLonger();
    void refusesLogin_data();
    void refusesLogin();
    void unknownUserLooksLikeAWrongPassword();
    void sixthTryHasToWait();
    void triesAtAnotherServiceCount();
    void passwordChangeTriesAreCountedToo();
    void refreshGivesASecondToken();
    void logoutEndsOneToken();
    void logoutAllEndsAllTokens();
    void changesThePassword();
    void refusesNewPassword_data();
    void refusesNewPassword();
    void firstLoginRemovesTheFirstPassword();
    void hashesAnewAtLogin();
    void noticesChangesOfOtherPrograms();
    void everyRouteButLoginNeedsAToken_data();
    void everyRouteButLoginNeedsAToken();
};

namespace {

// Cheap hashes, so that the tests take no time.
constexpr Crypto::ScryptCost cheap{ 10, 8, 1 };

/** An answer as a client receives it. */
struct Answer {
    int status = 0;
    QJsonObject body;
    QByteArray retryAfter;

    int code() const { return body["code"_L1].toInt(-1); }
    QJsonValue data(QLatin1StringView name) const { return body["data"_L1][name]; }
    QByteArray token() const { return data("token"_L1).toString().toLatin1(); }
};

/** The routes behind a real server, with users anna (admin) and berta. */
class Service
{
public:
    Service()
    {
        auth.addRoutes(server->router());
        authenticator.moveToThread(server->httpThread());
        watch.moveToThread(server->httpThread());
        QMetaObject::invokeMethod(&watch, &Api::AuthWatch::start, Qt::BlockingQueuedConnection);
        const auto listening = server->listen(QHostAddress(QHostAddress::LocalHost), 0);
        if (!listening)
            qFatal("%s", qPrintable(listening.error().message));
        if (!QTest::qWaitFor([&] { return me("a.b.c") == 40102; }, 10'000))
            qFatal("it does not know its users");
    }
    ~Service()
    {
        QMetaObject::invokeMethod(&watch, &Api::AuthWatch::stop, Qt::BlockingQueuedConnection);
        hasher.drain();
        database.close();
        // Coroutines that waited for the database end on the http thread before that thread ends.
        QMetaObject::invokeMethod(
            &watch, [] {}, Qt::BlockingQueuedConnection);
        server.reset();
    }

    Answer call(const QByteArray &method, const QString &path, const QByteArray &body = {},
                const QByteArray &token = {})
    {
        QNetworkRequest request(
            QUrl(u"http://127.0.0.1:%1/api/v1/auth/%2"_s.arg(server->port()).arg(path)));
        request.setHeader(QNetworkRequest::ContentTypeHeader, u"application/json"_s);
        if (!token.isEmpty())
            request.setRawHeader("Authorization", "Bearer " + token);
        const std::unique_ptr<QNetworkReply> reply(client.sendCustomRequest(request, method, body));
        if (!QTest::qWaitFor([&] { return reply->isFinished(); }, 10'000))
            return {};
        return { .status = reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt(),
                 .body = QJsonDocument::fromJson(reply->readAll()).object(),
                 .retryAfter = reply->rawHeader("Retry-After") };
    }
    Answer login(const QByteArray &name = "anna", const QByteArray &password = "correct horse")
    {
        return call("POST", u"login"_s,
                    R"({"username":")" + name + R"(","password":")" + password + "\"}");
    }
    /// Also for the database, which counts tries by its own clock if several services share it.
    void pass(std::chrono::seconds time)
    {
        clock.advance(time);
        if (!database->isShared())
            return;
        const QString update =
            u"UPDATE rate_counts SET until = until - interval '%1 s'"_s.arg(time.count());
        const Result<void> passed =
            database.with([&](Store::Session &session) { return session.execute(update); });
        if (!passed)
            qFatal("%s", qPrintable(passed.error().message));
    }
    int me(const QByteArray &token) { return call("GET", u"me"_s, {}, token).code(); }

    ManualClock clock;
    TestDatabase database{ &clock };
    bool hasUsers =
        addUser(u"anna"_s, Store::Role::Admin) && addUser(u"berta"_s, Store::Role::User);
    Api::Authenticator authenticator{ Crypto::SigningKeys::generate(), clock };
    Api::AuthWatch watch{ *database, authenticator, 20ms };
    Api::PasswordHasher hasher{ cheap };
    Api::LoginThrottle throttle{ clock };
    QString firstPassword = database.folder() + u"/first-password"_s;
    Api::Auth auth{ { .database = *database,
                      .authenticator = authenticator,
                      .hasher = hasher,
                      .throttle = throttle,
                      .firstPasswordFile = firstPassword } };
    std::unique_ptr<Http::Server> server = std::make_unique<Http::Server>(Http::ServerOptions{
        .limits = {},
        .tokenCheck = [this](QByteArrayView token) { return authenticator.check(token); },
        .corsOrigins = {},
        .allowedHosts = {},
        .trustedProxies = {} });
    QNetworkAccessManager client;

private:
    bool addUser(const QString &name, Store::Role role)
    {
        return database
            .with([&](Store::Session &session) -> Result<void> {
                Store::Transaction tx(session);
                Store::User user;
                user.username = name;
                user.role = role;
                // A cheap hash, so that most tests take no time.
                user.passwordHash = Crypto::hashPassword("correct horse", cheap);
                const Result<qint64> id = Store::insertUser(session, user);
                if (!id)
                    return id.error();
                return tx.commit();
            })
            .ok();
    }
};

} // namespace

void AuthTest::loginGivesATokenThatWorks()
{
    Service service;
    const Answer answer = service.login("Anna");
    QCOMPARE(answer.status, 200);
    QCOMPARE(answer.code(), 0);
    QCOMPARE(answer.body.keys(), QStringList({ u"code"_s, u"data"_s }));
    QCOMPARE(answer.data("tokenType"_L1).toString(), u"Bearer"_s);
    QCOMPARE(answer.data("expiresAt"_L1).toString(), u"2026-06-04T20:26:40Z"_s);
    QCOMPARE(answer.data("username"_L1).toString(), u"anna"_s);
    QCOMPARE(answer.data("role"_L1).toString(), u"admin"_s);
    const Answer me = service.call("GET", u"me"_s, {}, answer.token());
    QCOMPARE(QJsonDocument(me.body).toJson(QJsonDocument::Compact),
             R"({"code":0,"data":{"expiresAt":"2026-06-04T20:26:40Z","id":1,"role":"admin",)"
             R"("username":"anna"}})");
}

void AuthTest::rememberLivesLonger()
{
    Service service;
    const Answer answer = service.call(
        "POST", u"login"_s, R"({"username":"berta","password":"correct horse","remember":true})");
    QCOMPARE(answer.data("expiresAt"_L1).toString(), u"2026-08-26T20:26:40Z"_s);
    QCOMPARE(answer.data("role"_L1).toString(), u"user"_s);
}

void AuthTest::refusesLogin_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<int>("code");
    QTest::newRow("wrong password")
        << QByteArray(R"({"username":"anna","password":"correct horsf"})") << 40104;
    QTest::newRow("unknown user") << QByteArray(
        R"({"username":"nobody","password":"correct horse"})")
                                  << 40104;
    QTest::newRow("no password") << QByteArray(R"({"username":"anna"})") << 40001;
    QTest::newRow("empty password") << QByteArray(R"({"username":"anna","password":""})") << 40001;
    QTest::newRow("password a number")
        << QByteArray(R"({"username":"anna","password":1})") << 40001;
    QTest::newRow("remember a text")
        << QByteArray(R"({"username":"anna","password":"correct horse","remember":"yes"})")
        << 40001;
    QTest::newRow("no JSON") << QByteArray("anna") << 40000;
    QTest::newRow("nothing") << QByteArray() << 40000;
}

void AuthTest::refusesLogin()
{
    QFETCH(QByteArray, body);
    Service service;
    const Answer answer = service.call("POST", u"login"_s, body);
    QTEST(answer.code(), "code");
    QCOMPARE(answer.status, answer.code() / 100);
    QVERIFY(answer.body["data"_L1].isNull());
}

void AuthTest::unknownUserLooksLikeAWrongPassword()
{
    Service service;
    Answer unknown = service.login("nobody");
    Answer wrong = service.login("anna", "wrong");
    unknown.body.remove("requestId"_L1);
    wrong.body.remove("requestId"_L1);
    QCOMPARE(unknown.body, wrong.body);
    QCOMPARE(unknown.status, wrong.status);
    QCOMPARE(unknown.retryAfter, wrong.retryAfter);
}

void AuthTest::sixthTryHasToWait()
{
    Service service;
    for (int i = 0; i < 5; ++i)
        QCOMPARE(service.login("anna", "wrong").code(), 40104);
    const Answer refused = service.login();
    QCOMPARE(refused.code(), 42901);
    QCOMPARE(refused.retryAfter, "1");
    QCOMPARE(service.login("berta").code(), 0);
    service.pass(1s);
    QCOMPARE(service.login().code(), 0);
}

void AuthTest::triesAtAnotherServiceCount()
{
    Service service;
    // What another service does for each try; it has a throttle of its own.
    Api::LoginThrottle throttle(service.clock);
    Api::LoginGuard other(*service.database, throttle);
    const QHostAddress here(QHostAddress::LocalHost);
    const auto attempt = [&] {
        return QCoro::waitFor(other.admit(u"Anna"_s, here));
    };
    if (!service.database->isShared()) { // each service counts by itself
        for (int i = 0; i < 5; ++i)
            QVERIFY(attempt().ok());
        QVERIFY(!attempt().ok());
        QCOMPARE(service.login().code(), 0);
        return;
    }
    for (int i = 0; i < 3; ++i)
        QVERIFY(attempt().ok());
    QCOMPARE(service.login("anna", "wrong").code(), 40104);
    QVERIFY(attempt().ok());
    const auto refused = attempt();
    QVERIFY(!refused);
    QCOMPARE(refused.error().error, ApiError::TooManyLogins);
    QCOMPARE(refused.error().retryAfterSeconds, 1);
    QCOMPARE(service.login().code(), 42901);
    service.pass(1s);
    QCOMPARE(service.login().code(), 0);
    for (int i = 0; i < 4; ++i)
        QVERIFY(attempt().ok()); // all tries are free again, also at the other service
}

void AuthTest::passwordChangeTriesAreCountedToo()
{
    Service service;
    const QByteArray token = service.login().token();
    for (int i = 0; i < 5; ++i) {
        const QByteArray guess = R"({"old":"wrong","new":"battery staple"})";
        QCOMPARE(service.call("POST", u"password"_s, guess, token).code(), 40104);
    }
    QCOMPARE(service.login().code(), 42901);
}

void AuthTest::refreshGivesASecondToken()
{
    Service service;
    const QByteArray first = service.login().token();
    service.clock.advance(1h);
    const Answer answer = service.call("POST", u"refresh"_s, {}, first);
    QCOMPARE(answer.code(), 0);
    QCOMPARE(answer.data("expiresAt"_L1).toString(), u"2026-06-04T21:26:40Z"_s);
    QVERIFY(answer.token() != first);
    QCOMPARE(service.me(first), 0);
    QCOMPARE(service.me(answer.token()), 0);
}

void AuthTest::logoutEndsOneToken()
{
    Service service;
    const QByteArray first = service.login().token();
    const QByteArray second = service.login().token();
    const Answer answer = service.call("POST", u"logout"_s, {}, first);
    QCOMPARE(QJsonDocument(answer.body).toJson(QJsonDocument::Compact),
             R"({"code":0,"data":null,"message":"logged out"})");
    QCOMPARE(service.me(first), 40102);
    QCOMPARE(service.me(second), 0);
}

void AuthTest::logoutAllEndsAllTokens()
{
    Service service;
    const QByteArray first = service.login().token();
    const QByteArray second = service.login().token();
    const QByteArray others = service.login("berta").token();
    QCOMPARE(service.call("POST", u"logout-all"_s, {}, first).code(), 0);
    QCOMPARE(service.me(first), 40102);
    QCOMPARE(service.me(second), 40102);
    QCOMPARE(service.me(others), 0);
    QCOMPARE(service.me(service.login().token()), 0);
}

void AuthTest::changesThePassword()
{
    Service service;
    const QByteArray old = service.login("berta").token();
    const Answer answer = service.call("POST", u"password"_s,
                                       R"({"old":"correct horse","new":"battery staple"})", old);
    QCOMPARE(answer.code(), 0);
    QCOMPARE(answer.body["message"_L1].toString(), u"password changed"_s);
    QCOMPARE(service.me(old), 40102);
    QCOMPARE(service.me(answer.token()), 0);
    QCOMPARE(service.login("berta").code(), 40104);
    QCOMPARE(service.login("berta", "battery staple").code(), 0);
}

void AuthTest::refusesNewPassword_data()
{
    QTest::addColumn<QByteArray>("password");
    QTest::newRow("7 bytes") << QByteArray(7, 'p');
    QTest::newRow("257 bytes") << QByteArray(257, 'p');
    QTest::newRow("257 bytes in fewer characters") << QByteArray("\xc3\xa4").repeated(129);
}

void AuthTest::refusesNewPassword()
{
    QFETCH(QByteArray, password);
    Service service;
    const QByteArray token = service.login().token();
    const Answer answer = service.call(
        "POST", u"password"_s, R"({"old":"correct horse","new":")" + password + "\"}", token);
    QCOMPARE(answer.code(), 40001);
    QCOMPARE(answer.body["details"_L1][0]["field"_L1].toString(), u"new"_s);
    QCOMPARE(service.me(token), 0);
}

void AuthTest::firstLoginRemovesTheFirstPassword()
{
    Service service;
    QFile file(service.firstPassword);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.close(); // Windows does not remove an open file
    QCOMPARE(service.login("berta").code(), 0);
    QVERIFY(file.exists());
    QCOMPARE(service.login().code(), 0);
    QTRY_VERIFY(!file.exists());
}

void AuthTest::hashesAnewAtLogin()
{
    Service service;
    const QByteArray old = Crypto::hashPassword("correct horse", { 4, 8, 1 });
    const auto stored = service.database.with([&](Store::Session &session) -> Result<void> {
        Store::Transaction tx(session);
        const Result<void> done = Store::setPasswordHash(session, 1, old, false);
        return done ? tx.commit() : done;
    });
    QVERIFY(stored);
    const QByteArray token = service.login().token();
    const auto hash = [&] {
        return service.database
            .with([](Store::Session &session) { return Store::userById(session, 1); })
            ->passwordHash;
    };
    QTRY_VERIFY(hash().startsWith("$scrypt$ln=10,r=8,p=1$"));
    QCOMPARE(service.me(token), 0);
    QCOMPARE(service.login().code(), 0);
}

void AuthTest::noticesChangesOfOtherPrograms()
{
    Service service;
    const QByteArray token = service.login().token();
    const auto raised = service.database.with([](Store::Session &session) -> Result<void> {
        Store::Transaction tx(session);
        const Result<void> done = Store::raiseTokenVersion(session, 1);
        return done ? tx.commit() : done;
    });
    QVERIFY(raised);
    QTRY_COMPARE(service.me(token), 40102);
}

void AuthTest::everyRouteButLoginNeedsAToken_data()
{
    QTest::addColumn<QByteArray>("method");
    QTest::newRow("refresh") << QByteArray("POST");
    QTest::newRow("logout") << QByteArray("POST");
    QTest::newRow("logout-all") << QByteArray("POST");
    QTest::newRow("password") << QByteArray("POST");
    QTest::newRow("me") << QByteArray("GET");
}

void AuthTest::everyRouteButLoginNeedsAToken()
{
    QFETCH(QByteArray, method);
    Service service;
    const QString path = QString::fromLatin1(QTest::currentDataTag());
    QCOMPARE(service.call(method, path).code(), 40101);
    QCOMPARE(service.call(method, path, {}, "a.b.c").code(), 40102);
}

QTEST_GUILESS_MAIN(AuthTest)
#include "tst_auth.moc"
