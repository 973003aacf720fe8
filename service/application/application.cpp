// SPDX-License-Identifier: GPL-3.0-or-later
#include "application/application.h"

#include "api/firstuser.h"
#include "application/httpruntime.h"
#include "application/mailoptions.h"
#include "application/observerbridge.h"
#include "application/pushcontext.h"
#include "application/roomsettings.h"
#include "application/secretsetup.h"
#include "application/serverlimits.h"
#include "application/tlswatch.h"
#include "crypto/masterkey.h"
#include "net/derivation.h"
#include "nodes/identity.h"
#include "nodes/membership.h"
#include "oauth/logins.h"
#include "outbox/dispatcher.h"
#include "parsing/bodyparse.h"
#include "process/terminal.h"
#include "push/dispatcher.h"
#include "push/vapidkey.h"
#include "store/db/transaction.h"
#include "store/events/events.h"
#include "store/mail/accounts.h"
#include "store/opendatabase.h"
#include "store/people/settings.h"
#include "store/people/tokenkeys.h"
#include "store/people/uploads.h"
#include "store/people/visibility.h"
#include "store/sql/databaseaddress.h"
#include "store/sql/dialect.h"
#include "store/sql/privatefile.h"
#include "sync/scheduler.h"
#include "web/docs.h"
#include "web/site.h"
#include "webhooks/dispatcher.h"

#include <QCoreApplication>
#include <QDir>
#include <QLoggingCategory>
#include <QSysInfo>
#include <QThreadPool>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <future>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

Q_LOGGING_CATEGORY(logService, "postrider.service", QtInfoMsg)

constexpr auto stopRequestsWithin = 2s;
constexpr auto stopSyncWithin = 2s;
constexpr int otherPorts = 10;         // tried after the configured port
constexpr auto stopSendingWithin = 1s; // sending began to stop when the requests did
constexpr auto stopCallsWithin = 1s;
constexpr auto leaveNodesWithin = 1s;

QString webFolder(const Config &config)
{
    return config.webDir.isEmpty() ? u":/web"_s : QDir::cleanPath(config.webDir);
}

/// Runs `work` on the writer and waits for it. Only during the start, before anything else runs.
template<typename F, typename R = std::invoke_result_t<F &, Store::Session &>>
R onWriter(Store::Database &database, F work)
{
    std::promise<R> done;
    std::future<R> result = done.get_future();
    database.write([&done, &work](Store::Session &session) { done.set_value(work(session)); });
    return result.get();
}

bool isNewMail(const Store::Event &event)
{
    return event.name == "mail.received";
}

/// Webhooks are called for durable events of accounts; events about webhooks have no account.
bool mayBeCalledFor(const Store::Event &event)
{
    return event.durable && event.accountId != 0;
}

/// Whether other services may use the same database.
bool isShared(const Config &config)
{
    const auto address = Store::databaseAddress(config.database());
    return address && Store::dialectOf(address->engine).isSharedByProcesses();
}

} // namespace

// Destroyed from the last to the first: each object comes after those that it was created with.
struct Application::Parts {
    QThreadPool pool;
    std::unique_ptr<Store::Database> database;
    Crypto::KeyRing keys;
    std::unique_ptr<SecretSetup> secrets;
    std::optional<Crypto::SigningKeys> tokenKeys;
    std::unique_ptr<Net::CallThread> calls; ///< to hosts that users and browsers named
    std::unique_ptr<OAuth::Logins> logins;
    std::unique_ptr<Webhooks::Dispatcher> webhooks;
    std::unique_ptr<Push::Dispatcher> push; ///< null: its key cannot be unsealed
    std::unique_ptr<Web::Docs> docs;        ///< outlives the server
    std::unique_ptr<Web::Site> site;        ///< outlives the server
    HttpRuntime *http = nullptr;            ///< deleted on the http thread
    std::unique_ptr<Http::Server> server;
    std::unique_ptr<TlsWatch> tlsWatch;
    std::unique_ptr<ObserverBridge> observer;
    std::optional<Nodes::Identity> identity;
    std::unique_ptr<Nodes::Membership> nodes; ///< null: no other service uses the database
    std::unique_ptr<Sync::Scheduler> scheduler;
    std::unique_ptr<Outbox::Dispatcher> outbox;
    bool isStopping = false;
};

Application::Application(Config config)
    : m_config(std::move(config)), m_parts(std::make_unique<Parts>())
{
}

Application::~Application()
{
    finishStop();
}

Result<void> Application::start()
{
    using Stage = Result<void> (Application::*)();
    for (const Stage stage : std::initializer_list<Stage>{
             &Application::openStore, &Application::openSecrets, &Application::makeFirstUser,
             &Application::readVisibility, &Application::openPush, &Application::openWeb,
             &Application::makeWorkers, &Application::connectParts, &Application::listen }) {
        RETURN_IF_ERROR((this->*stage)());
    }
    startSync();
    announce();
    return {};
}

Store::MessageReader Application::messageReader()
{
    return Parsing::searchFields;
}

Result<void> Application::openStore()
{
    RETURN_IF_ERROR(Store::makePrivateFolder(m_config.dataDir));
    auto opened = Store::openDatabase({ .file = {},
                                        .url = m_config.database(),
                                        .wait = m_config.databaseWait,
                                        .readers = m_config.databaseReaders,
                                        .queueLimit = m_config.databaseQueue,
                                        .clock = &m_clock });
    RETURN_IF_ERROR(opened);
    m_parts->database = std::move(*opened);
    return {};
}

Result<void> Application::openSecrets()
{
    const Result<Crypto::MasterKey> master =
        Crypto::loadMasterKey(Crypto::MasterKeySources::fromEnvironment(m_config.dataDir));
    RETURN_IF_ERROR(master);
    if (!master->warning.isEmpty())
        qCWarning(logService).noquote() << master->warning;
    m_parts->keys = master->keys;
    if (m_parts->database->isShared()) {
        RETURN_IF_ERROR(checkNodes());
    }
    auto secrets = SecretSetup::make(m_config, *m_parts->database, master->keys);
    RETURN_IF_ERROR(secrets);
    m_parts->secrets = std::move(*secrets);
    const Result<void> begun = m_parts->secrets->begin([this] { resumeLocked(); });
    RETURN_IF_ERROR(begun);
    if (!m_config.jwtSecret.isEmpty()) {
        const auto keys = Crypto::SigningKeys::fromSecret(m_config.jwtSecret);
        RETURN_IF_ERROR(keys);
        m_parts->tokenKeys = *keys;
        return {};
    }
    const auto keys = onWriter(*m_parts->database, [this](Store::Session &session) {
        return Store::tokenKeys(session, m_parts->keys);
    });
    if (keys) {
        m_parts->tokenKeys = *keys;
        return {};
    }
    if (keys.error().code != Error::Code::SecretUnreadable)
        return keys.error();
    // Not an error of the start: users can still log in, read their mails and enter their passwords again.
    qCWarning(logService).noquote()
        << "the stored secrets were encrypted with another master key: mailboxes cannot be "
           "reached, and logins are valid until the next start only. Restore the right key, or "
           "enter the passwords of the accounts again. The key comes from"
        << master->origin;
    m_parts->tokenKeys = Crypto::SigningKeys::generate();
    return {};
}

/// The former process of this service has ended, so its key does not matter.
Result<void> Application::checkNodes()
{
    Result<Nodes::Identity> identity = Nodes::Identity::load(m_config.dataDir);
    RETURN_IF_ERROR(identity);
    m_parts->identity = *std::move(identity);
    return onWriter(*m_parts->database, [this](Store::Session &session) {
        return Store::checkKeys(session, m_parts->keys, m_parts->identity->uuid());
    });
}

Result<void> Application::makeFirstUser()
{
    Api::FirstUserOptions options;
    options.adminPassword = m_config.adminPassword.toUtf8();
    options.dataDirectory = m_config.dataDir;
    options.hasTerminal = hasTerminal();
    options.cost = m_config.hashCost();
    const auto made = onWriter(*m_parts->database, [&options](Store::Session &session) {
        return Api::makeFirstUser(session, options);
    });
    RETURN_IF_ERROR(made);
    if (!made->generatedPassword.isEmpty())
        std::fprintf(stderr, "postriderd: first start: log in as admin with the password %s\n",
                     made->generatedPassword.constData());
    else if (!made->passwordFile.isEmpty())
        qCInfo(logService).noquote()
            << "first start: the password of admin is in" << made->passwordFile;
    return {};
}

Result<void> Application::readVisibility()
{
    QString visibility = m_config.visibility;
    if (visibility.isEmpty()) {
        const auto stored = onWriter(*m_parts->database, [](Store::Session &session) {
            return Store::setting(session, Store::wholeInstallation, u"visibility"_s);
        });
        RETURN_IF_ERROR(stored);
        visibility = stored->value_or(u"shared"_s);
    }
    return onWriter(*m_parts->database, Store::inTransaction([visibility](Store::Session &session) {
        return Store::setVisibilityInForce(session, visibility);
    }));
}

Result<void> Application::openPush()
{
    m_parts->calls = std::make_unique<Net::CallThread>(Net::HttpCallerOptions{});
    const auto key = pushKey(m_config, [this] {
        return onWriter(*m_parts->database, [this](Store::Session &session) {
            return Push::storedKey(session, m_parts->keys);
        });
    });
    if (key) {
        m_parts->push = std::make_unique<Push::Dispatcher>(
            *m_parts->calls, pushContext(m_config, *m_parts->database, m_clock, *key));
        return {};
    }
    if (key.error().code != Error::Code::SecretUnreadable)
        return key.error();
    qCWarning(logService).noquote()
        << "no notifications are sent to browsers:" << key.error().message;
    return {};
}

/// Loads the files that are served beside the API: the web client and the description of the API.
Result<void> Application::openWeb()
{
    Result<Web::Files> webFiles = Web::Files::in(webFolder(m_config));
    RETURN_IF_ERROR(webFiles);
    m_parts->site = std::make_unique<Web::Site>(*std::move(webFiles));
    Result<Web::Docs> docs = Web::Docs::builtIn();
    RETURN_IF_ERROR(docs);
    m_parts->docs = std::make_unique<Web::Docs>(*std::move(docs));
    return {};
}

/// Creates the parts that connect to mail servers and other hosts. They do no work yet.
Result<void> Application::makeWorkers()
{
    const Result<Net::TlsPolicy> tls = mailTls(m_config);
    RETURN_IF_ERROR(tls);
    Store::Database &database = *m_parts->database;
    SecretStore &secrets = m_parts->secrets->mailboxes();
    const Imap::SessionOptions imap = imapOptions(m_config);
    m_parts->logins = std::make_unique<OAuth::Logins>(
        *m_parts->calls, oauthContext(m_config, database, secrets, *tls));
    RETURN_IF_ERROR(makeHttp(*tls, imap));
    m_parts->observer = std::make_unique<ObserverBridge>(*m_parts->http);
    if (database.isShared()) {
        m_parts->nodes = std::make_unique<Nodes::Membership>(database, *m_parts->observer);
        m_parts->observer->shareWith(m_parts->nodes.get(), [this](const QString &why) {
            QMetaObject::invokeMethod(
                this, [this, why] { endOutdated(why); }, Qt::QueuedConnection);
        });
    }
    m_parts->scheduler = std::make_unique<Sync::Scheduler>(
        Sync::Context{ database, secrets, *m_parts->logins, m_parts->pool, m_clock,
                       *m_parts->observer, *tls, imap, syncSettings(m_config),
                       m_parts->nodes.get() },
        m_config.syncThreads);
    m_parts->outbox = std::make_unique<Outbox::Dispatcher>(Outbox::Context{
        database, secrets, *m_parts->logins, m_parts->pool, m_clock, *tls, smtpOptions(m_config),
        imap, m_parts->scheduler->admissions(), outboxSettings(m_config), !isShared(m_config) });
    m_parts->webhooks = std::make_unique<Webhooks::Dispatcher>(
        Webhooks::Context{ database, m_parts->secrets->sealed(), m_parts->pool, m_clock,
                           webhookSettings(m_config) },
        *m_parts->calls);
    return {};
}

/// Creates the parts that answer requests, still on the main thread and without connections.
Result<void> Application::makeHttp(const Net::TlsPolicy &tls, const Imap::SessionOptions &imap)
{
    const auto bounds = onWriter(*m_parts->database, Store::eventBounds);
    RETURN_IF_ERROR(bounds);
    // Read now, so that the token of the first request can be checked.
    const auto authState = onWriter(*m_parts->database, Api::readAuthState);
    RETURN_IF_ERROR(authState);
    std::optional<S3::Settings> uploads = s3Settings(m_config);
    if (uploads) {
        const auto folder =
            onWriter(*m_parts->database, Store::inTransaction(Store::uploadsFolder));
        RETURN_IF_ERROR(folder);
        uploads->prefix += *folder + '/';
    }
    m_parts->http =
        new HttpRuntime({ m_config, m_clock, *m_parts->database, m_parts->secrets->mailboxes(),
                          m_parts->secrets->sealed(), *m_parts->logins, m_parts->pool, tls, imap,
                          smtpOptions(m_config), m_parts->keys, *m_parts->tokenKeys, *authState,
                          bounds->newest, std::move(uploads) });
    Http::ServerOptions options = serverOptions(m_config);
    options.tokenCheck = [http = m_parts->http](QByteArrayView token) {
        return http->checkToken(token);
    };
    m_parts->server = std::make_unique<Http::Server>(options);
    m_parts->docs->addTo(m_parts->server->router());
    m_parts->site->addTo(m_parts->server->router());
    return {};
}

/// Moves the objects of the http thread there, and connects the listeners for commits.
Result<void> Application::connectParts()
{
    m_parts->http->moveToThread(m_parts->server->httpThread());
    QMetaObject::invokeMethod(
        m_parts->http,
        [this] {
            m_parts->http->begin(*m_parts->server, *m_parts->scheduler, *m_parts->outbox,
                                 *m_parts->webhooks, m_parts->push.get(), m_parts->nodes.get());
        },
        Qt::BlockingQueuedConnection);
    m_parts->database->onCommitted(
        [http = m_parts->http, push = m_parts->push.get()](const QList<Store::Event> &events) {
            http->hub().post(events);
            if (push && std::ranges::any_of(events, isNewMail))
                push->wake();
        });
    m_parts->database->onCommitted(
        [webhooks = m_parts->webhooks.get()](const QList<Store::Event> &events) {
            if (std::ranges::any_of(events, mayBeCalledFor))
                webhooks->wake();
        });
    m_parts->database->onReturned([this](Store::Database::Return what) {
        QMetaObject::invokeMethod(
            this, [this, what] { databaseReturned(what == Store::Database::Return::Other); },
            Qt::QueuedConnection);
    });
    return {};
}

// Wakes all workers, which would otherwise continue only after their timers. A database that went back in
// time may have accounts again that were deleted.
QCoro::Task<> Application::databaseReturned(bool isOther)
{
    if (m_parts->isStopping)
        co_return;
    m_parts->scheduler->databaseReturned(isOther);
    m_parts->outbox->databaseReturned(isOther);
    m_parts->webhooks->wake();
    if (m_parts->push)
        m_parts->push->wake();
    if (!isOther || m_parts->nodes) // nodes compare their leases by themselves
        co_return;
    auto load = [](Store::Session &session) {
        return Store::accounts(session);
    };
    const Result<QList<Store::Account>> accounts =
        co_await m_parts->database->reading(std::move(load));
    if (!accounts || m_parts->isStopping)
        co_return;
    for (const Store::Account &account : *accounts) {
        if (account.status != "disabled")
            m_parts->scheduler->startAccount(account.id);
    }
}

Result<void> Application::listen()
{
    if (m_config.tlsCertificate.isEmpty())
        return listen({});
    const TlsFiles files = readTlsFiles(m_config.tlsCertificate, m_config.tlsKey);
    const Result<Http::TlsIdentity> identity = tlsIdentity(files);
    RETURN_IF_ERROR(identity);
    m_parts->tlsWatch = std::make_unique<TlsWatch>(
        m_config.tlsCertificate, m_config.tlsKey, files,
        [this](const Http::TlsIdentity &renewed) { m_parts->server->useIdentity(renewed); });
    return listen(*identity);
}

// If two users of a machine each have a service, only one of them gets the usual port. A user's programs
// find their service through the pairing file. The next ports are tried before a random one, because
// browsers store the data of a web page by its port.
Result<void> Application::listen(const std::optional<Http::TlsIdentity> &identity)
{
    const quint16 wanted = m_config.listenPort;
    Result<void> done = m_parts->server->listen(m_config.listenAddress, wanted, identity);
    if (done || !m_config.isDesktop || m_config.isListenChosen)
        return done;
    qCInfo(logService).noquote() << done.error().message + u"; another port is used"_s;
    for (int next = 1; !done && next <= otherPorts; ++next)
        done = m_parts->server->listen(m_config.listenAddress, quint16(wanted + next), identity);
    return done ? done : m_parts->server->listen(m_config.listenAddress, 0, identity);
}

void Application::reload()
{
    if (m_parts->tlsWatch)
        m_parts->tlsWatch->check();
}

void Application::startSync()
{
    const auto accounts = onWriter(
        *m_parts->database, [](Store::Session &session) { return Store::accounts(session); });
    if (!accounts) {
        qCWarning(logService).noquote() << accounts.error().message;
        return;
    }
    QList<qint64> running; // also accounts with errors: only users disable an account
    for (const Store::Account &account : *accounts) {
        if (account.status != "disabled" && !m_parts->nodes)
            running.append(account.id);
    }
    m_parts->scheduler->start(running);
    if (m_parts->nodes)
        joinNodes(); // and takes accounts
    m_parts->outbox->start();
    m_parts->webhooks->start();
    if (m_parts->push)
        m_parts->push->start();
}

void Application::joinNodes()
{
    m_parts->nodes->start({ .uuid = m_parts->identity->uuid(),
                            .name = QSysInfo::machineHostName(),
                            .address = address(),
                            .version = QStringLiteral(POSTRIDER_VERSION),
                            .keyId = m_parts->keys.current().id },
                          *m_parts->scheduler);
}

void Application::endOutdated(const QString &why)
{
    constexpr int tryAgain = 75; // EX_TEMPFAIL: a newer version can go on
    qCCritical(logService).noquote() << why << "This service ends.";
    m_exitStatus = tryAgain;
    Q_EMIT stopNeeded();
}

void Application::announce()
{
    if (!m_config.isDesktop)
        return;
    QMetaObject::invokeMethod(
        m_parts->http,
        [http = m_parts->http, address = this->address()] { http->announce(address); },
        Qt::QueuedConnection);
}

QCoro::Task<> Application::resumeLocked()
{
    if (!m_parts->scheduler || m_parts->isStopping)
        co_return;
    auto load = [](Store::Session &session) {
        return Store::accounts(session);
    };
    const auto accounts = co_await m_parts->database->reading(std::move(load));
    if (!accounts || m_parts->isStopping)
        co_return;
    for (const Store::Account &account : *accounts) {
        if (account.status == "error" && account.errorCode == "secret_locked"
            && m_parts->scheduler->isHere(account.id))
            m_parts->scheduler->restartAccount(account.id);
    }
    m_parts->outbox->wake();
}

quint16 Application::port() const
{
    return m_parts->server->port();
}

QString Application::address() const
{
    const bool isIpv6 = m_config.listenAddress.protocol() == QAbstractSocket::IPv6Protocol;
    const QString host = m_config.listenAddress.toString();
    return u"%1://%2:%3"_s
        .arg(m_config.tlsCertificate.isEmpty() ? u"http"_s : u"https"_s,
             isIpv6 ? u'[' + host + u']' : host)
        .arg(port());
}

void Application::stop()
{
    if (std::exchange(m_parts->isStopping, true))
        return;
    m_parts->http->beginStop();
    if (m_parts->nodes) // other nodes continue with the accounts at once
        m_parts->nodes->drain();
    const bool isOutdated = m_exitStatus != 0; // then it must not use the database any more
    if (m_config.drainTime > 0s && !isOutdated)
        QTimer::singleShot(m_config.drainTime, Qt::PreciseTimer, this, &Application::endRequests);
    else
        endRequests();
}

void Application::endRequests()
{
    connect(m_parts->server.get(), &Http::Server::stopped, this, [this] {
        finishStop();
        Q_EMIT stopped();
    });
    m_parts->database->beginStop();
    m_parts->secrets->close(); // so that no thread waits for the keychain any more
    if (m_parts->logins)
        m_parts->logins->beginStop();
    if (m_parts->outbox)
        m_parts->outbox->beginStop(); // answers the requests that wait for it
    if (m_parts->webhooks)
        m_parts->webhooks->beginStop();
    if (m_parts->nodes)
        m_parts->scheduler->beginStop();
    m_parts->server->stop(stopRequestsWithin);
}

// A part stops before the parts that it calls, and a thread runs until it has received every result that
// it awaits.
void Application::finishStop()
{
    if (m_parts->secrets)
        m_parts->secrets->close();
    if (m_parts->logins)
        m_parts->logins->beginStop();
    if (m_parts->outbox)
        m_parts->outbox->stop(stopSendingWithin);
    if (m_parts->webhooks)
        m_parts->webhooks->stop(stopCallsWithin);
    if (m_parts->scheduler)
        m_parts->scheduler->stop(stopSyncWithin);
    if (m_parts->nodes)
        m_parts->nodes->stop(leaveNodesWithin);
    if (m_parts->push)
        m_parts->push->stop(stopCallsWithin);
    if (m_parts->http) {
        QMetaObject::invokeMethod(
            m_parts->http, [http = m_parts->http] { http->stop(); }, Qt::BlockingQueuedConnection);
        m_parts->http->hasher().drain();
        Net::endDerivations();
    }
    m_parts->pool.waitForDone();
    if (m_parts->database)
        m_parts->database->close();
    // The results that this thread awaits are posted to it, but its event loop does not run again. Without
    // this call the removal of a keychain entry would never end, and its memory would leak.
    QCoreApplication::sendPostedEvents();
    if (m_parts->webhooks)
        m_parts->webhooks->stop(stopCallsWithin); // what waited for the database ends now
    if (m_parts->logins)
        m_parts->logins->stop(stopCallsWithin);
    m_parts->webhooks.reset();
    m_parts->push.reset();
    m_parts->calls.reset();
    m_parts->outbox.reset();
    m_parts->scheduler.reset();
    m_parts->nodes.reset();
    if (HttpRuntime *http = std::exchange(m_parts->http, nullptr))
        QMetaObject::invokeMethod(
            http, [http] { delete http; }, Qt::BlockingQueuedConnection);
    m_parts->tlsWatch.reset();
    m_parts->server.reset();
}
