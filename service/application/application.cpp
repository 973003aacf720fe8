// SPDX-License-Identifier: GPL-3.0-or-later
#include "application/application.h"

#include "api/authstate.h"
#include "application/applicationparts.h"
#include "application/mailoptions.h"
#include "application/onwriter.h"
#include "application/roomsettings.h"
#include "application/serverlimits.h"
#include "parsing/bodyparse.h"
#include "store/db/transaction.h"
#include "store/events/events.h"
#include "store/mail/accounts.h"
#include "store/people/uploads.h"
#include "store/sql/databaseaddress.h"
#include "store/sql/dialect.h"

#include <QLoggingCategory>
#include <QSysInfo>

#include <algorithm>
#include <cstdio>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

Q_LOGGING_CATEGORY(logService, "postrider.service", QtInfoMsg)

constexpr int otherPorts = 10; // tried after the configured port

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
