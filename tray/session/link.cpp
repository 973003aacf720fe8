// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/link.h"

#include "session/failuretext.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QLoggingCategory>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Session {

namespace {

Q_LOGGING_CATEGORY(log, "postrider.tray.link", QtInfoMsg)

constexpr auto checkEvery = 500ms;    // for a service that was started
constexpr int restartWaits = 10;      // for a service that has ended: 5 s
constexpr int maxWaits = 60;          // 30 s in all
constexpr auto searchEvery = 30s;     // while no service runs
constexpr auto keychainPatience = 3s; // then pairs again; the keychain may answer later
constexpr int maxPairTries = 5;       // a new code is written after each use
constexpr auto pairEvery = 1s;

Result<Client::Identity> serviceOfPairFile()
{
    const Result<Pairing> pairing = readPairFile(pairFilePath());
    RETURN_IF_ERROR(pairing);
    return Client::Identity{ pairing->url, pairing->secret };
}

} // namespace

Link::Link(const Parts &parts, QObject *parent)
    : QObject(parent), m_parts(parts), m_rest(parts.network),
      m_events(m_rest, parts.network, parts.alarms), m_later(parts.alarms.make(this)),
      m_renewal(parts.alarms.make(this)), m_respawn(parts.alarms.make(this))
{
    connect(m_later, &Client::Alarm::rang, this, [this] {
        if (const Then then = std::exchange(m_then, nullptr))
            (this->*then)();
    });
    connect(m_renewal, &Client::Alarm::rang, this, &Link::renew);
    connect(m_respawn, &Client::Alarm::rang, &m_parts.starter, &ServiceStarter::start);
    connect(&m_events, &Client::EventClient::stateChanged, this, &Link::onStreamState);
    connect(&m_events, &Client::EventClient::failed, this, &Link::onStreamFailed);
    connect(&m_rest, &Client::Rest::tokenRefused, this, &Link::onTokenRefused);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, &Link::onPairFileChanged);
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, &Link::onPairFileChanged);
    connect(&m_parts.starter, &ServiceStarter::ended, this, &Link::onServiceEnded);
}

bool Link::isLocal() const
{
    return !m_parts.settings.preferences().isRemote;
}

QString Link::serverName() const
{
    return isLocal() ? u"local"_s : m_parts.settings.preferences().server.toString();
}

void Link::start()
{
    ++m_round;
    m_later->stop();
    m_renewal->stop();
    m_respawn->stop();
    m_events.stop();
    m_rest.setToken({});
    m_token = {};
    m_pairTries = m_waits = 0;
    m_failure.clear();
    m_hasStarted = m_wasStopped = false;
    m_doubt.clear();
    m_parts.network.setIdentify(isLocal() ? [this] { return identify(); } : Client::Identify());
    if (std::exchange(m_usedServer, serverName()) != serverName()) {
        m_events.forget();
        Q_EMIT serviceChanged();
    }
    if (isLocal()) {
        search();
        return;
    }
    const QUrl server = m_parts.settings.preferences().server;
    if (const QString problem = serverProblem(server); !problem.isEmpty()) {
        setState(State::NeedsLogin, problem);
        return;
    }
    setServer(server);
    findToken();
}

void Link::search()
{
    // The message about a service that did not start stays until a service answers.
    if (m_failure.isEmpty())
        setState(m_hasStarted ? State::Starting : State::Searching, m_doubt);
    watchPairFile();
    const Result<Pairing> pairing = readPairFile(pairFilePath());
    if (pairing) {
        probe(*pairing);
        return;
    }
    m_doubt.clear();
    if (pairing.error().code != Error::Code::NotFound) {
        qCWarning(log, "%s", qPrintable(pairing.error().message));
        m_doubt = tr("The pairing file of your mail service cannot be trusted or is too old. "
                     "Restarting the service may help.");
    }
    startOrGiveUp();
}

void Link::probe(const Pairing &pairing)
{
    setServer(pairing.url);
    m_rest.get(u"/health"_s, {}, this, [this, round = m_round](const Client::Answer &answer) {
        if (round != m_round)
            return;
        m_doubt = answer ? QString() : doubtOf(answer.error());
        if (answer)
            findToken();
        else if (isPairFileNew())
            search();
        else
            startOrGiveUp(); // a service that was killed has left the file
    });
}

void Link::startOrGiveUp()
{
    if (!m_hasStarted && !m_wasStopped && m_parts.settings.preferences().startService) {
        m_hasStarted = true;
        m_waits = 0;
        m_parts.starter.start();
    }
    awaitService();
}

void Link::awaitService()
{
    if (m_hasStarted && m_failure.isEmpty())
        m_failure = m_parts.starter.problem();
    if ((m_hasStarted || m_wasStopped) && m_failure.isEmpty() && ++m_waits <= maxWaits) {
        setState(m_hasStarted ? State::Starting : State::Searching, m_doubt);
        later(checkEvery, &Link::search);
        return;
    }
    if (!m_failure.isEmpty())
        giveUp(m_failure);
    else
        giveUp(m_hasStarted && m_doubt.isEmpty() ? m_parts.starter.silence() : m_doubt);
}

void Link::giveUp(const QString &problem)
{
    setState(State::NoService, problem);
    later(searchEvery, &Link::search);
}

void Link::findToken()
{
    m_failure.clear();
    setState(State::SigningIn);
    if (!m_token.token.isEmpty()) {
        connectStream();
        return;
    }
    if (isLocal())
        later(keychainPatience, &Link::pair);
    m_parts.vault.load(this, [this, round = m_round](const std::optional<Token> &token) {
        if (round == m_round && m_state == State::SigningIn && m_token.token.isEmpty())
            takeLoaded(token);
    });
}

void Link::takeLoaded(const std::optional<Token> &token)
{
    m_later->stop();
    if (token && token->server == serverName()) {
        m_token = *token;
        m_isTokenFresh = false;
        m_rest.setToken(token->token);
        planRenewal();
        connectStream();
    } else if (isLocal()) {
        pair();
    } else {
        setState(State::NeedsLogin, tr("Please sign in to %1.").arg(m_rest.server().host()));
    }
}

void Link::pair()
{
    setState(State::SigningIn);
    const Result<Pairing> pairing = readPairFile(pairFilePath());
    if (!pairing) {
        search();
        return;
    }
    setServer(pairing->url);
    m_rest.setToken({});
    m_rest.send("POST", u"/auth/pair"_s, { { u"code"_s, pairing->code } }, this,
                [this, round = m_round](const Client::Answer &answer) {
                    if (round != m_round)
                        return;
                    const auto grant = answer ? Client::grantOf(*answer) : std::nullopt;
                    if (grant)
                        adopt(*grant);
                    else
                        pairFailed(answer ? Client::Failure() : answer.error());
                });
}

void Link::pairFailed(const Client::Failure &failure)
{
    qCWarning(log, "pairing failed: %s", qPrintable(failure.message));
    using Kind = Client::Failure::Kind;
    if (failure.kind == Kind::Unreachable || failure.kind == Kind::Unproven) {
        m_hasStarted = false;
        later(pairEvery, &Link::search);
    } else if (++m_pairTries < maxPairTries) {
        later(pairEvery, &Link::pair);
    } else {
        setState(State::NeedsLogin,
                 tr("The mail service refuses the login of this program. Restarting the service "
                    "may help."));
    }
}

void Link::adopt(const Client::Grant &grant)
{
    const qint64 now = QDateTime::currentSecsSinceEpoch();
    m_token = { serverName(), grant.token, grant.username, now, grant.expiresAt };
    m_isTokenFresh = true;
    m_rest.setToken(grant.token);
    m_parts.vault.store(m_token);
    planRenewal();
    connectStream();
}

void Link::connectStream()
{
    m_later->stop();
    setState(State::Connecting);
    if (m_events.state() == Client::EventClient::State::Stopped)
        m_events.start();
}

void Link::onStreamState(Client::EventClient::State state)
{
    using Stream = Client::EventClient::State;
    switch (state) {
    case Stream::Stopped:
        break; // the caller of stop() sets the state
    case Stream::Connecting:
        setState(State::Connecting, m_problem);
        break;
    case Stream::Online:
        m_isTokenFresh = false;
        m_pairTries = 0;
        m_hasStarted = m_wasStopped = false;
        m_respawns.succeeded();
        m_parts.vault.storeAgain();
        setState(State::Online);
        break;
    case Stream::Waiting:
        setState(State::Waiting, m_problem);
        break;
    case Stream::Polling:
        setState(State::Polling, m_problem);
        break;
    }
}

void Link::onStreamFailed(const Client::Failure &failure)
{
    qCInfo(log, "no events: %s", qPrintable(failure.message));
    m_problem = doubtOf(failure);
    if (m_problem.isEmpty())
        m_problem = isLocal() ? tr("The mail service does not answer.")
                              : tr("%1 does not answer.").arg(m_rest.server().host());
    Q_EMIT stateChanged();
    if (!isLocal())
        return;
    const Result<Pairing> pairing = readPairFile(pairFilePath());
    if (!pairing && pairing.error().code == Error::Code::NotFound)
        onServiceStopped();
    else
        followPairFile();
}

void Link::onServiceStopped()
{
    // A service that ends in good order removes its pairing file. It may start again soon.
    m_events.stop();
    m_wasStopped = true;
    m_waits = maxWaits - restartWaits;
    awaitService();
}

void Link::onTokenRefused(const QByteArray &token)
{
    if (token != m_rest.token() || token.isEmpty())
        return; // an older token
    qCInfo(log, "the service no longer takes our token");
    m_events.stop();
    m_rest.setToken({});
    m_token = {};
    m_renewal->stop();
    m_parts.vault.clear();
    if (!isLocal()) {
        setState(State::NeedsLogin, tr("Please sign in to %1 again.").arg(m_rest.server().host()));
    } else if (std::exchange(m_isTokenFresh, false)) {
        // This token was new, so another one would be refused too.
        setState(State::NeedsLogin,
                 tr("The mail service refuses the login of this program. Restarting the service "
                    "may help."));
    } else {
        pair();
    }
}

void Link::onPairFileChanged()
{
    watchPairFile();
    if (!isLocal() || !isPairFileNew())
        return;
    switch (m_state) {
    case State::Searching:
    case State::Starting:
    case State::NoService:
        if (m_later->isActive())
            later(0ms, &Link::search);
        break;
    case State::Waiting:
    case State::Polling:
    case State::Connecting:
        followPairFile();
        break;
    case State::NeedsLogin: // a person must act: tries at each change could be endless
    case State::SigningIn:
    case State::Online:
        break;
    }
}

void Link::followPairFile()
{
    if (!isPairFileNew())
        return;
    setServer(serviceOfPairFile()->url);
    m_events.reconnect();
}

bool Link::isPairFileNew() const
{
    const Result<Client::Identity> service = serviceOfPairFile();
    return service && *service != m_tried;
}

Result<Client::Identity> Link::identify()
{
    Result<Client::Identity> service = serviceOfPairFile();
    if (service)
        m_tried = *service;
    return service;
}

QString Link::doubtOf(const Client::Failure &failure)
{
    if (failure.kind != Client::Failure::Kind::Unproven)
        return {};
    return tr("The program at that address could not prove that it is your mail service. No "
              "password was sent to it.");
}

void Link::onServiceEnded()
{
    if (!isLocal() || !m_parts.settings.preferences().startService)
        return;
    m_respawn->start(m_respawns.afterFailure(0).wait);
    if (m_state == State::Starting || m_state == State::NoService) {
        m_failure = m_parts.starter.problem();
        giveUp(m_failure);
    }
}

void Link::hurry()
{
    switch (m_state) {
    case State::Waiting:
    case State::Polling:
        m_events.retryNow();
        break;
    case State::NoService:
    case State::NeedsLogin:
        start();
        break;
    default:
        break;
    }
}

void Link::wokeUp()
{
    if (m_state == State::Online || m_state == State::Connecting)
        m_events.reconnect();
    else
        hurry();
    if (m_renewal->isActive())
        planRenewal();
}

void Link::startService()
{
    start();
}

void Link::login(const QString &username, const QString &password)
{
    const QJsonObject body{ { u"username"_s, username },
                            { u"password"_s, password },
                            { u"remember"_s, true } };
    m_rest.setToken({});
    m_rest.send("POST", u"/auth/login"_s, body, this,
                [this, round = m_round](const Client::Answer &answer) {
                    if (round != m_round)
                        return;
                    const auto grant = answer ? Client::grantOf(*answer) : std::nullopt;
                    if (grant)
                        adopt(*grant);
                    else
                        Q_EMIT loginFailed(
                            answer
                                ? tr("The mail service sent an invalid answer. Please try again.")
                                : failureText(answer.error()));
                });
}

void Link::signOut()
{
    if (!m_rest.token().isEmpty())
        m_rest.send("POST", u"/auth/logout"_s, {}, this, [](const Client::Answer &) {});
    m_events.stop();
    m_renewal->stop();
    m_rest.setToken({});
    m_token = {};
    m_parts.vault.clear();
    setState(State::NeedsLogin, tr("You have signed out."));
}

void Link::planRenewal()
{
    // The token is renewed after half of its time. Checked every 6 h, because the clock may be changed.
    const qint64 now = QDateTime::currentSecsSinceEpoch();
    const qint64 half = m_token.obtainedAt + (m_token.expiresAt - m_token.obtainedAt) / 2;
    const qint64 wait = std::clamp<qint64>(half - now, 5, 6 * 3600);
    if (m_token.expiresAt > 0)
        m_renewal->start(std::chrono::seconds(wait));
}

void Link::renew()
{
    const qint64 now = QDateTime::currentSecsSinceEpoch();
    const qint64 half = m_token.obtainedAt + (m_token.expiresAt - m_token.obtainedAt) / 2;
    if (now < half) {
        planRenewal();
        return;
    }
    m_rest.send("POST", u"/auth/refresh"_s, {}, this,
                [this, round = m_round](const Client::Answer &answer) {
                    if (round != m_round || m_token.token.isEmpty())
                        return;
                    const auto grant = answer ? Client::grantOf(*answer) : std::nullopt;
                    if (!grant) {
                        m_renewal->start(10min); // the old token is still valid
                        return;
                    }
                    const qint64 at = QDateTime::currentSecsSinceEpoch();
                    m_token.token = grant->token;
                    m_token.obtainedAt = at;
                    m_token.expiresAt = grant->expiresAt;
                    m_rest.setToken(grant->token);
                    m_parts.vault.store(m_token);
                    planRenewal();
                    // A stream ends when the token ends with which it was opened.
                    m_events.reconnect();
                });
}

void Link::watchPairFile()
{
    const QString file = pairFilePath();
    const QString folder = QFileInfo(file).absolutePath();
    // The parent folder too, because our folder may not exist yet.
    for (const QString &path : { QFileInfo(folder).absolutePath(), folder, file }) {
        if (QFileInfo::exists(path) && !m_watcher.files().contains(path)
            && !m_watcher.directories().contains(path))
            m_watcher.addPath(path);
    }
}

void Link::later(std::chrono::milliseconds wait, Then then)
{
    m_then = then;
    m_later->start(wait);
}

void Link::setServer(const QUrl &server)
{
    m_rest.setServer(server);
}

void Link::setState(State state, const QString &problem)
{
    if (m_state == state && m_problem == problem)
        return;
    m_state = state;
    m_problem = problem;
    Q_EMIT stateChanged();
}

} // namespace Session
