// SPDX-License-Identifier: GPL-3.0-or-later
#include "oauth/accesstokens.h"
#include "store/db/transaction.h"
#include "store/people/users.h"
#include "store/secrets/sealedsecrets.h"
#include "store/sql/session.h"
#include "support/answeringserver.h"
#include "support/awaited.h"
#include "support/testdatabase.h"

#include <QTest>
#include <QUrlQuery>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

using Token = Result<QByteArray>;

const Crypto::KeyRing keys({ QByteArray(32, 'k') });

/** Sealed secrets that refuse new ones while `isFull` is set. */
class Secrets : public Store::SealedSecrets
{
public:
    using SealedSecrets::SealedSecrets;
    QCoro::Task<Result<void>> put(QString ref, QByteArray secret) override
    {
        if (isFull)
            co_return Error{ Error::Code::StorageFull, u"full"_s };
        Result<void> done = co_await SealedSecrets::put(ref, secret);
        co_return done;
    }
    bool isFull = false;
};

/** One account with a sign-in, and its provider, whose answers the test sends. */
struct Desk {
    Desk()
    {
        OAuth::Provider house;
        house.name = u"house"_s;
        house.label = u"The House"_s;
        house.clientId = u"us"_s;
        house.tokenUrl = provider.url();
        const auto opened = Net::Networks::parse({ u"127.0.0.1"_s });
        tokens = std::make_unique<OAuth::AccessTokens>(
            OAuth::Context{ *database, secrets, { { u"house"_s, house } }, *opened, {}, [this] {
                               return now;
                           } });
        Store::Account account;
        account.name = account.email = account.username = u"a@example.org"_s;
        account.host = u"imap.example.org"_s;
        account.authType = "oauth2";
        account.oauthProvider = "house";
        account.secretRef = "first";
        id = database.with([account](Store::Session &session) {
            Store::Transaction transaction(session);
            Store::User user;
            user.username = u"anna"_s;
            user.passwordHash = "$scrypt$";
            Store::Account added = account;
            added.ownerId = *Store::insertUser(session, user);
            const qint64 made = *Store::insertAccount(session, added);
            return transaction.commit() ? made : 0;
        });
        keep(u"first"_s, "refresh-1");
    }
    ~Desk()
    {
        for (const AnsweringServer::Request &request : provider.requests)
            request.close();
        awaited(stopped());
    }

    QCoro::Task<bool> stopped()
    {
        co_await tokens->stopAll();
        co_return true;
    }
    void keep(const QString &ref, const QByteArray &secret)
    {
        if (!awaited(secrets.put(ref, secret)))
            qFatal("no secret");
    }

    Store::Account account()
    {
        return database.with(
            [this](Store::Session &session) { return *Store::accountById(session, id); });
    }
    QByteArray refreshToken()
    {
        return *awaited(secrets.get(QString::fromLatin1(account().secretRef)));
    }
    void signInAgain(const QByteArray &ref, const QByteArray &secret)
    {
        keep(QString::fromLatin1(ref), secret);
        Store::Account changed = account();
        changed.secretRef = ref;
        const bool isDone = database.with([changed](Store::Session &session) {
            Store::Transaction transaction(session);
            const Result<void> updated = Store::updateAccount(session, changed);
            return updated && transaction.commit();
        });
        QVERIFY(isDone);
    }

    /// Requests a token as a connection of the account does.
    std::shared_ptr<std::optional<Token>> ask(const QByteArray &refused = {})
    {
        auto answer = std::make_shared<std::optional<Token>>();
        keepAnswer(tokens->token({ id, account().secretRef, refused }), answer);
        return answer;
    }
    static QCoro::Task<> keepAnswer(QCoro::Task<Token> task,
                                    std::shared_ptr<std::optional<Token>> into)
    {
        Token value = co_await task;
        into->emplace(std::move(value));
    }
    /// The provider's answer to its call number `call`, counted from 0.
    void answer(int call, const QByteArray &json, int status = 200)
    {
        QTRY_VERIFY_WITH_TIMEOUT(provider.requests.size() > call, 20'000);
        provider.requests.at(call).answer(status, json);
    }
    QString said(int call, const QString &field) const
    {
        const auto form = QUrlQuery(QString::fromLatin1(provider.requests.at(call).body));
        return form.queryItemValue(field, QUrl::FullyDecoded);
    }

    TestDatabase database;
    Secrets secrets{ *database, keys };
    AnsweringServer provider;
    std::chrono::milliseconds now{ 1000s };
    std::unique_ptr<OAuth::AccessTokens> tokens;
    qint64 id = 0;
};

QByteArray given(const QByteArray &access, const QByteArray &refresh = {}, int life = 3600)
{
    const QByteArray more = refresh.isEmpty() ? "" : ",\"refresh_token\":\"" + refresh + '"';
    return "{\"token_type\":\"Bearer\",\"expires_in\":" + QByteArray::number(life)
        + ",\"access_token\":\"" + access + '"' + more + '}';
}

} // namespace

#define COMPARE_TOKEN(answer, token)                                                               \
    QTRY_VERIFY_WITH_TIMEOUT((answer)->has_value(), 20'000);                                       \
    QCOMPARE(**(answer), Token(QByteArray(token)))
#define COMPARE_ERROR(answer, what)                                                                \
    QTRY_VERIFY_WITH_TIMEOUT((answer)->has_value(), 20'000);                                       \
    QVERIFY(!(*answer)->ok());                                                                     \
    QCOMPARE((*answer)->error().code, Error::Code::what)

/** The access tokens of accounts: requested once, renewed in time, never lost. */
class TestAccessTokens : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tenAskersAreOneCall();
    void isRenewedAMinuteBeforeItsEnd();
    void replacedRefreshTokenIsStored();
    void nothingIsGivenBeforeItIsStored();
    void callWithAnOldRowGetsTheCurrentToken();
    void voidGrantIsAskedAboutOnce();
    void providerThatIsAwayIsAskedAgain();
    void refusedTokenIsRenewedOnceForAll();
    void refusedTokenIsNotGivenBack();
    void freshTokenThatIsRefusedIsLeftForAWhile();
    void whoSignedInMeanwhileWins();
    void newSignInBringsItsToken();
    void forgetsAlsoWhatARunningRenewalGets_data();
    void forgetsAlsoWhatARunningRenewalGets();
    void tellsWhatIsGone();
    void stopEndsWhoWaits();
};

void TestAccessTokens::tenAskersAreOneCall()
{
    Desk desk;
    QList<std::shared_ptr<std::optional<Token>>> answers;
    for (int i = 0; i < 10; ++i)
        answers.append(desk.ask());
    desk.answer(0, given("a"));
    for (const auto &answer : answers) {
        COMPARE_TOKEN(answer, "a");
    }
    QCOMPARE(desk.provider.requests.size(), 1);
    QCOMPARE(desk.said(0, u"refresh_token"_s), u"refresh-1"_s);
    QCOMPARE(desk.said(0, u"grant_type"_s), u"refresh_token"_s);
    QCOMPARE(desk.provider.requests.at(0).target, QByteArray("/"));
}

void TestAccessTokens::isRenewedAMinuteBeforeItsEnd()
{
    Desk desk;
    const auto first = desk.ask();
    desk.answer(0, given("a"));
    COMPARE_TOKEN(first, "a");
    desk.now += 3539s;
    for (int i = 0; i < 3; ++i) {
        const auto same = desk.ask();
        COMPARE_TOKEN(same, "a");
    }
    desk.now += 1s;
    const auto second = desk.ask();
    desk.answer(1, given("b", {}, 10));
    COMPARE_TOKEN(second, "b");
    desk.now += 4s; // a short life is used for its first half
    const auto third = desk.ask();
    COMPARE_TOKEN(third, "b");
    desk.now += 1s;
    const auto fourth = desk.ask();
    desk.answer(2, given("c"));
    COMPARE_TOKEN(fourth, "c");
    QCOMPARE(desk.refreshToken(), QByteArray("refresh-1"));
}

void TestAccessTokens::replacedRefreshTokenIsStored()
{
    Desk desk;
    const auto first = desk.ask();
    desk.answer(0, given("a", "refresh-2"));
    COMPARE_TOKEN(first, "a");
    QCOMPARE(desk.refreshToken(), QByteArray("refresh-2"));
    QCOMPARE(awaited(desk.secrets.get(u"first"_s)).error().code, Error::Code::NotFound);
    const auto same = desk.ask();
    COMPARE_TOKEN(same, "a");
    QCOMPARE(desk.provider.requests.size(), 1);
}

void TestAccessTokens::nothingIsGivenBeforeItIsStored()
{
    Desk desk;
    desk.secrets.isFull = true;
    const auto first = desk.ask();
    desk.answer(0, given("a", "refresh-2"));
    COMPARE_ERROR(first, StorageFull);
    desk.secrets.isFull = false;
    const auto second = desk.ask();
    COMPARE_TOKEN(second, "a"); // no new request: the old refresh token is void at the provider
    QCOMPARE(desk.refreshToken(), QByteArray("refresh-2"));
    QCOMPARE(desk.provider.requests.size(), 1);
}

void TestAccessTokens::callWithAnOldRowGetsTheCurrentToken()
{
    Desk desk;
    const auto first = desk.ask();
    desk.answer(0, given("a", "refresh-2"));
    COMPARE_TOKEN(first, "a");
    const Token late = awaited(desk.tokens->token({ desk.id, "first", {} }));
    QCOMPARE(late, Token(QByteArray("a")));
    QCOMPARE(desk.provider.requests.size(), 1);
}

void TestAccessTokens::voidGrantIsAskedAboutOnce()
{
    Desk desk;
    const auto first = desk.ask();
    desk.answer(0, R"({"error":"invalid_grant"})", 400);
    COMPARE_ERROR(first, SecretMissing);
    QVERIFY((*first)->error().message.contains(u"The House"));
    const auto second = desk.ask();
    COMPARE_ERROR(second, SecretMissing);
    const auto same = desk.ask();
    COMPARE_ERROR(same, SecretMissing);
    QCOMPARE((*second)->error().message, (*first)->error().message);
    QCOMPARE((*same)->error().message, (*first)->error().message);
    QCOMPARE(desk.provider.requests.size(), 1);
    desk.signInAgain("second", "refresh-9");
    const auto third = desk.ask();
    desk.answer(1, given("b"));
    COMPARE_TOKEN(third, "b");
    QCOMPARE(desk.said(1, u"refresh_token"_s), u"refresh-9"_s);
}

void TestAccessTokens::providerThatIsAwayIsAskedAgain()
{
    Desk desk;
    const auto first = desk.ask();
    desk.answer(0, "oh", 503);
    COMPARE_ERROR(first, Server);
    const auto second = desk.ask();
    desk.answer(1, "<html>");
    COMPARE_ERROR(second, Protocol);
    const auto third = desk.ask();
    desk.answer(2, given("a"));
    COMPARE_TOKEN(third, "a");
}

void TestAccessTokens::refusedTokenIsRenewedOnceForAll()
{
    Desk desk;
    const auto first = desk.ask();
    desk.answer(0, given("a"));
    COMPARE_TOKEN(first, "a");
    const auto one = desk.ask("a");
    const auto other = desk.ask("a");
    desk.answer(1, given("b"));
    COMPARE_TOKEN(one, "b");
    COMPARE_TOKEN(other, "b");
    const auto late = desk.ask("a"); // its token was refused before "b" came
    COMPARE_TOKEN(late, "b");
    QCOMPARE(desk.provider.requests.size(), 2);
}

void TestAccessTokens::refusedTokenIsNotGivenBack()
{
    Desk desk;
    const auto first = desk.ask();
    desk.answer(0, given("a"));
    COMPARE_TOKEN(first, "a");
    // A request with an old row makes the row be read. The request with the refused token waits for it, too.
    auto late = std::make_shared<std::optional<Token>>();
    Desk::keepAnswer(desk.tokens->token({ desk.id, "older", {} }), late);
    const auto other = desk.ask("a");
    COMPARE_TOKEN(late, "a");
    desk.answer(1, given("b"));
    COMPARE_TOKEN(other, "b");
}

void TestAccessTokens::freshTokenThatIsRefusedIsLeftForAWhile()
{
    Desk desk;
    const auto first = desk.ask();
    desk.answer(0, given("a"));
    COMPARE_TOKEN(first, "a");
    desk.tokens->refuse(desk.id, "a", { Error::Code::SecretMissing, u"no"_s });
    const auto second = desk.ask();
    COMPARE_ERROR(second, SecretMissing);
    QCOMPARE(desk.provider.requests.size(), 1);
    desk.now += 15min;
    const auto third = desk.ask();
    desk.answer(1, given("b"));
    COMPARE_TOKEN(third, "b");
}

void TestAccessTokens::whoSignedInMeanwhileWins()
{
    Desk desk;
    const auto first = desk.ask();
    QTRY_COMPARE_WITH_TIMEOUT(desk.provider.requests.size(), 1, 20'000);
    desk.signInAgain("second", "refresh-9");
    desk.answer(0, given("a", "refresh-2"));
    COMPARE_ERROR(first, Cancelled);
    QCOMPARE(desk.refreshToken(), QByteArray("refresh-9"));
    const auto second = desk.ask();
    desk.answer(1, given("b"));
    COMPARE_TOKEN(second, "b");
    QCOMPARE(desk.said(1, u"refresh_token"_s), u"refresh-9"_s);
}

void TestAccessTokens::newSignInBringsItsToken()
{
    Desk desk;
    desk.tokens->adopt(desk.id, "first", { "a", "refresh-1", 3600s });
    const auto first = desk.ask();
    COMPARE_TOKEN(first, "a");
    desk.tokens->forget(desk.id);
    const auto second = desk.ask();
    desk.answer(0, given("b"));
    COMPARE_TOKEN(second, "b");
}

void TestAccessTokens::forgetsAlsoWhatARunningRenewalGets_data()
{
    QTest::addColumn<QByteArray>("refreshToken");
    QTest::newRow("same refresh token") << QByteArray();
    QTest::newRow("new refresh token") << QByteArray("refresh-2");
}

void TestAccessTokens::forgetsAlsoWhatARunningRenewalGets()
{
    QFETCH(QByteArray, refreshToken);
    Desk desk;
    const auto first = desk.ask();
    QTRY_COMPARE_WITH_TIMEOUT(desk.provider.requests.size(), 1, 20'000);
    desk.tokens->forget(desk.id);
    desk.answer(0, given("a", refreshToken));
    COMPARE_TOKEN(first, "a");
    const auto second = desk.ask();
    desk.answer(1, given("b")); // "a" is not in memory any more
    COMPARE_TOKEN(second, "b");
    const auto third = desk.ask();
    COMPARE_TOKEN(third, "b");
    QCOMPARE(desk.provider.requests.size(), 2);
}

void TestAccessTokens::tellsWhatIsGone()
{
    Desk desk;
    QVERIFY(awaited(desk.secrets.remove(u"first"_s)).ok());
    const auto first = desk.ask();
    COMPARE_ERROR(first, SecretMissing);
    const Token other = awaited(desk.tokens->token({ 4711, {}, {} }));
    QCOMPARE(other.error().code, Error::Code::NotFound);
}

void TestAccessTokens::stopEndsWhoWaits()
{
    Desk desk;
    const auto first = desk.ask();
    QTRY_COMPARE_WITH_TIMEOUT(desk.provider.requests.size(), 1, 20'000);
    QVERIFY(awaited(desk.stopped()));
    QVERIFY(first->has_value());
    QCOMPARE((*first)->error().code, Error::Code::Cancelled);
    const auto second = desk.ask();
    COMPARE_ERROR(second, Cancelled);
}

QTEST_GUILESS_MAIN(TestAccessTokens)
#include "tst_oauth_accesstokens.moc"
