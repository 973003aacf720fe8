// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/proof.h"
#include "session/link.h"
#include "support/answeringserver.h"
#include "support/manualalarms.h"
#include "support/patience.h"

#include <QDir>
#include <QHash>
#include <QJsonDocument>
#include <QSaveFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <memory>
#include <optional>

using namespace Session;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using State = Link::State;

namespace {

/** A keychain in memory. */
class MemoryStore : public SecretStore
{
public:
    QCoro::Task<Result<QByteArray>> get(QString ref) override
    {
        if (!kept.contains(ref))
            co_return Error{ Error::Code::NotFound, u"There is none."_s };
        co_return kept.value(ref);
    }
    QCoro::Task<Result<void>> put(QString ref, QByteArray secret) override
    {
        kept.insert(ref, secret);
        co_return Result<void>();
    }
    QCoro::Task<Result<void>> remove(QString ref) override
    {
        kept.remove(ref);
        co_return Result<void>();
    }
    QCoro::Task<State> state() override { co_return State::Ready; }

    QHash<QString, QByteArray> kept;
};

const QByteArray granted = R"({"code":0,"data":{"token":"t0ken","username":"admin",
    "expiresAt":"2099-01-01T00:00:00Z"}})";
const QByteArray wrong = R"({"code":0,"data":{"proof":"wrong"}})";
const QByteArray streamHead = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
                              "event: connected\ndata: {\"last_event_id\":41}\n\n";

} // namespace

/** The connection to a service, whose answers and pairing file the test writes. */
class TestLink : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void pairsWithWhoHasProvedItself();
    void sendsNoCodeToAServerWithoutProof();
    void sendsNoTokenToAServerWithoutProof();
    void triesAtOnceWhatHasChangedMeanwhile();
    void looksAgainWhereTheFileHasChangedMeanwhile();
    void refusesAFileWithoutAProof();
    void leavesAServerAloneThatAPersonChose();

private:
    using Request = AnsweringServer::Request;
    void announce(char secret);
    Request next();
    Request proven(char secret);
    void goOnline();
    bool hasToldAnything() const;

    QTemporaryDir m_runtime;
    std::unique_ptr<AnsweringServer> m_server;
    qsizetype m_taken = 0; ///< requests that the test has looked at
    MemoryStore m_store;
    Client::ProvenAccess m_network;
    std::unique_ptr<ManualAlarms> m_alarms;
    std::unique_ptr<QTemporaryDir> m_config;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<TokenVault> m_vault;
    std::unique_ptr<ServiceStarter> m_starter;
    std::unique_ptr<Link> m_link;
};

void TestLink::initTestCase()
{
    QVERIFY(QFile::setPermissions(m_runtime.path(),
                                  QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    qputenv("XDG_RUNTIME_DIR", m_runtime.path().toLocal8Bit());
}

void TestLink::init()
{
    m_server = std::make_unique<AnsweringServer>();
    m_taken = 0;
    m_store.kept.clear();
    m_alarms = std::make_unique<ManualAlarms>();
    m_config = std::make_unique<QTemporaryDir>();
    m_settings = std::make_unique<Settings>(m_config->filePath(u"tray.conf"_s));
    m_settings->setPreferences({ .startService = false });
    m_vault = std::make_unique<TokenVault>(m_store);
    m_starter = std::make_unique<ServiceStarter>();
    m_link = std::make_unique<Link>(
        Link::Parts{ *m_settings, *m_vault, *m_starter, *m_alarms, m_network });
}

void TestLink::cleanup()
{
    m_link.reset();
    m_server.reset();
    QDir(m_runtime.filePath(u"postrider"_s)).removeRecursively();
}

/// The service writes its pairing file; 0: one of an older version.
void TestLink::announce(char secret)
{
    const QString folder = m_runtime.filePath(u"postrider"_s);
    QVERIFY(QDir().mkpath(folder));
    const auto ours = QFile::ReadOwner | QFile::WriteOwner;
    QVERIFY(QFile::setPermissions(folder, ours | QFile::ExeOwner));
    QJsonObject offer{ { u"url"_s, m_server->url().toString() }, { u"code"_s, u"once"_s } };
    if (secret != 0)
        offer.insert(u"proof"_s, QString::fromLatin1(Proof::toText(QByteArray(32, secret))));
    QSaveFile file(folder + u"/pair.json"_s);
    QVERIFY(file.open(QFile::WriteOnly));
    QVERIFY(file.setPermissions(ours));
    file.write(QJsonDocument(offer).toJson());
    QVERIFY(file.commit());
}

/// Waits for the next request. Alarms that are due at once ring meanwhile.
AnsweringServer::Request TestLink::next()
{
    const auto isThere = [this] {
        m_alarms->advance(0ms);
        return m_server->requests.size() > m_taken;
    };
    [&isThere] {
        QTRY_VERIFY(isThere());
    }();
    return m_server->requests.value(m_taken++);
}

/// Answers the next challenge with this secret, and returns the request that follows.
AnsweringServer::Request TestLink::proven(char secret)
{
    const Request challenge = next();
    const QByteArray nonce =
        QJsonDocument::fromJson(challenge.body).object().value("nonce"_L1).toString().toLatin1();
    const QByteArray proof = Proof::of(QByteArray(32, secret), m_server->url().authority(),
                                       Proof::fromText(nonce, Proof::nonceBytes));
    challenge.answer(200, R"({"code":0,"data":{"proof":")" + Proof::toText(proof) + "\"}}");
    return next();
}

void TestLink::goOnline()
{
    announce('s');
    m_link->start();
    proven('s').answer(200, R"({"code":0,"data":{}})");
    proven('s').answer(200, granted);
    proven('s').send(streamHead);
    QTRY_COMPARE(m_link->state(), State::Online);
}

bool TestLink::hasToldAnything() const
{
    return std::ranges::any_of(m_server->requests, [](const Request &request) {
        return request.target != "/api/v1/auth/proof" || request.headers.contains("authorization");
    });
}

void TestLink::pairsWithWhoHasProvedItself()
{
    announce('s');
    m_link->start();
    const Request health = proven('s');
    QCOMPARE(health.target, "/api/v1/health");
    health.answer(200, R"({"code":0,"data":{}})");
    const Request pair = proven('s');
    QCOMPARE(pair.target, "/api/v1/auth/pair");
    QCOMPARE(pair.body, R"({"code":"once"})");
    pair.answer(200, granted);
    const Request stream = proven('s');
    QCOMPARE(stream.target, "/api/v1/mails/stream");
    QCOMPARE(stream.headers.value("authorization"), "Bearer t0ken");
    stream.send(streamHead);
    QTRY_COMPARE(m_link->state(), State::Online);
    QVERIFY(m_link->problem().isEmpty());
    QCOMPARE(m_store.kept.size(), 1);
}

void TestLink::sendsNoCodeToAServerWithoutProof()
{
    announce('s');
    m_link->start();
    next().answer(200, wrong);
    QTRY_COMPARE(m_link->state(), State::NoService);
    QVERIFY(m_link->problem().contains(u"could not prove that it is your mail service"_s));
    m_alarms->advance(30s); // and the link tries again
    next().answer(200, wrong);
    QTRY_COMPARE(m_link->state(), State::NoService);
    QVERIFY(!hasToldAnything());
    announce('t'); // the service is back, under the same address
    QCOMPARE(proven('t').target, "/api/v1/health");
}

void TestLink::sendsNoTokenToAServerWithoutProof()
{
    goOnline();
    const qsizetype before = m_server->requests.size();
    m_server->requests.last().close();
    QTRY_COMPARE(m_link->state(), State::Waiting);
    while (m_link->state() == State::Waiting) {
        m_alarms->advance(1s);
        if (m_link->state() == State::Connecting) {
            next().answer(200, wrong);
            QTRY_VERIFY(m_link->state() != State::Connecting);
            QVERIFY(m_link->problem().contains(u"could not prove that it is your mail service"_s));
        }
    }
    QCOMPARE(m_link->state(), State::Polling);
    // Like a list that is read in this state, or an entry of the menu.
    std::optional<Client::Failure> failure;
    m_link->rest().get(u"/mails"_s, {}, this,
                       [&failure](const Client::Answer &answer) { failure = answer.error(); });
    next().answer(200, wrong);
    QTRY_VERIFY(failure);
    QCOMPARE(failure->kind, Client::Failure::Kind::Unproven);
    for (const Request &request : m_server->requests.sliced(before))
        QCOMPARE(request.target, "/api/v1/auth/proof");
    announce('t');
    QCOMPARE(proven('t').target, "/api/v1/mails/stream");
}

void TestLink::triesAtOnceWhatHasChangedMeanwhile()
{
    goOnline();
    m_server->requests.last().close();
    QTRY_COMPARE(m_link->state(), State::Waiting);
    m_link->hurry();
    const Request old = next(); // a try with the secret of the former run
    announce('t');
    QCOMPARE(proven('t').target, "/api/v1/mails/stream");
    QTRY_VERIFY(old.isClosed());
}

void TestLink::looksAgainWhereTheFileHasChangedMeanwhile()
{
    announce('s');
    m_link->start();
    const Request old = next();
    announce('t');
    old.answer(200, wrong);
    QCOMPARE(proven('t').target, "/api/v1/health");
}

void TestLink::refusesAFileWithoutAProof()
{
    announce(0);
    m_link->start();
    QCOMPARE(m_link->state(), State::NoService);
    QVERIFY(m_link->problem().contains(u"cannot be trusted or is too old"_s));
    announce('s');
    QCOMPARE(proven('s').target, "/api/v1/health");
    QCOMPARE(m_server->requests.size(), 2);
}

void TestLink::leavesAServerAloneThatAPersonChose()
{
    m_settings->setPreferences({ .isRemote = true, .server = m_server->url() });
    m_link->start();
    QTRY_COMPARE(m_link->state(), State::NeedsLogin);
    m_link->login(u"admin"_s, u"right"_s);
    const Request login = next();
    QCOMPARE(login.target, "/api/v1/auth/login");
    login.answer(200, granted);
    const Request stream = next();
    QCOMPARE(stream.target, "/api/v1/mails/stream");
    QCOMPARE(stream.headers.value("authorization"), "Bearer t0ken");
}

QTEST_GUILESS_MAIN(TestLink)
#include "tst_tray_link.moc"
