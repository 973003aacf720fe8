// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/accountsync.h"

#include "events/accountevents.h"
#include "sync/imapendpoint.h"
#include "sync/indexer.h"
#include "sync/log.h"

#include <QRandomGenerator>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Sync {

namespace {

constexpr auto goodByeWithin = 1s;
constexpr auto waitInPlace = 5s; ///< for a greeting; longer than any healthy server takes

QByteArray roleName(Imap::FolderRole role)
{
    switch (role) {
    case Imap::FolderRole::Inbox:
        return "inbox";
    case Imap::FolderRole::Sent:
        return "sent";
    case Imap::FolderRole::Drafts:
        return "drafts";
    case Imap::FolderRole::Junk:
        return "junk";
    case Imap::FolderRole::Trash:
        return "trash";
    case Imap::FolderRole::Archive:
        return "archive";
    case Imap::FolderRole::None:
    case Imap::FolderRole::All:
    case Imap::FolderRole::Flagged:
        return {};
    }
    Q_UNREACHABLE();
}

Health triesOf(const Store::Account &account)
{
    return { account.status == "error", account.errorCode,      account.errorMessage,
             account.failures,          account.failingSinceMs, account.authFailures,
             account.authFailingSinceMs };
}

bool isServersFault(const Error &error)
{
    return error.code == Error::Code::Server || error.code == Error::Code::Protocol;
}

// Many accounts that fail together must not come back together.
std::chrono::milliseconds jittered(std::chrono::milliseconds time)
{
    const double factor = 0.9 + QRandomGenerator::global()->generateDouble() * 0.2;
    return std::chrono::milliseconds(qint64(double(time.count()) * factor));
}

} // namespace

AccountSync::AccountSync(qint64 accountId, Context &context, Indexer &indexer, Gates &gates,
                         QObject *parent)
    : QObject(parent), m_accountId(accountId), m_context(context), m_indexer(indexer),
      m_gates(gates),
      m_meter([this](std::optional<Progress> progress) { setProgress(std::move(progress)); })
{
}

AccountSync::~AccountSync()
{
    Q_ASSERT(!m_isRunning);
}

void AccountSync::start(bool isChanged)
{
    Q_ASSERT(!m_isRunning);
    m_isRunning = true;
    run(isChanged);
}

QCoro::Task<void> AccountSync::stop()
{
    m_isStopping = true;
    if (!m_isRunning)
        co_return;
    wake(Wake::Asked);
    for (auto *turn : { &m_place, &m_turn }) {
        if (*turn)
            (*turn)->cancel();
    }
    const auto abort = [this] {
        if (m_session)
            m_session->abort({ Error::Code::Cancelled, u"The account was stopped."_s });
    };
    // One that waits for news says good-bye; one at work is cut off, and goes on where it was.
    if (m_isBusy)
        abort();
    else
        QTimer::singleShot(goodByeWithin, this, abort);
    co_await m_ended;
}

bool AccountSync::syncNow()
{
    if (m_isBusy)
        return false;
    m_isAsked = true;
    wake(Wake::Asked);
    return true;
}

void AccountSync::tellServer()
{
    m_hasToTell = true;
    if (m_session && !m_isBusy) // while it waits for its next try, that is soon enough
        wake(Wake::Asked);
}

void AccountSync::wake(Wake why)
{
    if (m_pause)
        m_pause->finish(why);
    if (m_session && m_session->isOpen())
        m_session->wakeIdle();
}

QCoro::Task<void> AccountSync::run(bool isChanged)
{
    const Result<void> loaded = co_await loadAccount();
    m_health = triesOf(m_account);
    m_isDistrusted = isChanged; // other mails may be wanted now
    if (isChanged) {
        m_health.failures = m_health.authFailures = 0;
    } else if (loaded) {
        const auto wait = waitAtStart(m_health, m_account.nextAttemptAtMs, m_context.clock.nowMs(),
                                      m_context.settings.retry);
        if (wait > 0ms)
            co_await pause(wait);
    }
    while (!m_isStopping && !m_isGone) {
        const Result<void> ended = co_await connectAndFollow();
        m_isBusy = false;
        m_meter.end();
        co_await closeSession();
        m_place.reset();
        if (m_isStopping || m_isGone)
            break;
        if (ended) // it made room for another one
            continue;
        m_isDistrusted = m_isDistrusted || isServersFault(ended.error());
        const std::optional<std::chrono::milliseconds> wait = co_await noteFailure(ended.error());
        if (m_isGone)
            break;
        setMode(Mode::Stopped);
        const auto longest = std::chrono::milliseconds::max();
        const auto time = wait ? jittered(*wait) : longest;
        co_await pause(time);
    }
    setMode(Mode::Stopped);
    for (const TextWish &wish : std::exchange(m_wishes, {}))
        wish.done.finish(Error{ Error::Code::Cancelled, u"The account was stopped."_s });
    m_isRunning = false;
    m_ended.finish(true); // whoever awaits stop() may delete us in here
}

QCoro::Task<Result<void>> AccountSync::loadAccount()
{
    const qint64 id = m_accountId;
    auto load = [id](Store::Session &session) {
        return Store::accountById(session, id);
    };
    Result<Store::Account> account = co_await m_context.database.reading(std::move(load));
    m_isGone =
        account ? account->status == "disabled" : account.error().code == Error::Code::NotFound;
    if (!account)
        co_return account.error();
    m_account = *account;
    m_stored = Store::healthOf(m_account);
    co_return {};
}

QCoro::Task<Result<void>> AccountSync::connectAndFollow()
{
    m_isBusy = true;
    m_isAsked = false;
    m_goodSinceMs = 0;
    setMode(Mode::Connecting);
    const Result<void> begun = co_await begin();
    m_turn.reset();
    if (!begun || m_isStopping || m_isGone)
        co_return begun;
    Result<void> followed = co_await follow();
    co_return followed;
}

// From nothing to the end of the first pass, when it is this account's turn.
QCoro::Task<Result<void>> AccountSync::begin()
{
    const Result<void> loaded = co_await loadAccount();
    if (!loaded || m_isGone)
        co_return loaded;
    const bool isFirst = !m_account.lastSyncAt;
    const bool isAdmitted = co_await admitted(isFirst);
    if (!isAdmitted)
        co_return {};
    const qint64 startedAtMs = m_context.clock.nowMs();
    m_context.observer.happened(Events::syncStarted(about()));
    const Result<void> connected = co_await connect();
    if (!connected || m_isStopping)
        co_return connected;
    if (!isFirst)
        m_turn.reset();
    setMode(Mode::Syncing);
    const Result<void> synced = co_await syncFolders(Wake::Asked);
    if (!synced)
        co_return synced;
    m_goodSinceMs = m_context.clock.nowMs();
    co_await noteSuccess(startedAtMs);
    co_return {};
}

QCoro::Task<bool> AccountSync::admitted(bool isFirst)
{
    m_place.emplace(m_gates.mailboxes, m_account.host + u'\n' + m_account.username);
    const bool hasPlace = co_await m_place->admitted();
    if (!hasPlace)
        co_return false;
    const QString server = u"%1:%2"_s.arg(m_account.host).arg(m_account.port);
    m_turn.emplace(isFirst ? m_gates.firstSyncs : m_gates.logins, server);
    const bool hasTurn = co_await m_turn->admitted();
    co_return hasTurn;
}

// Where more accounts want one mailbox than it lets in, each leaves after a while and queues again.
bool AccountSync::shallMakeRoom() const
{
    const std::chrono::milliseconds stayed(m_context.clock.nowMs() - m_goodSinceMs);
    return stayed >= m_context.settings.pollInterval && m_place->isWanted();
}

QCoro::Task<Result<void>> AccountSync::follow()
{
    while (!m_isStopping && !m_isGone && !shallMakeRoom()) {
        m_isBusy = false;
        const Result<Wake> woken = co_await waitForChange();
        if (!woken)
            co_return woken.error();
        if (m_isStopping)
            break;
        const Result<void> granted = co_await grantWishes();
        if (!granted)
            co_return granted;
        const Result<void> told = co_await tellFolders();
        if (!told)
            co_return told;
        const bool isPass = *woken != Wake::Asked || std::exchange(m_isAsked, false);
        if (!isPass)
            continue; // only a text was wanted, or something told
        m_isBusy = true;
        setMode(Mode::Syncing);
        const qint64 passStartedMs = m_context.clock.nowMs();
        const Result<void> synced = co_await syncFolders(*woken);
        if (!synced)
            co_return synced;
        co_await noteSuccess(passStartedMs);
    }
    co_return {};
}

QCoro::Task<Result<void>> AccountSync::connect()
{
    Result<QByteArray> password =
        co_await m_context.secrets.get(QString::fromLatin1(m_account.secretRef));
    if (!password)
        co_return password.error();
    if (m_isStopping)
        co_return {};
    Result<Net::Endpoint> endpoint = co_await imapEndpoint(&m_context.secrets, m_account);
    if (!endpoint)
        co_return endpoint.error();
    if (m_isStopping)
        co_return {};
    const Result<void> opened = co_await open(*endpoint);
    if (!opened || m_isStopping)
        co_return opened;
    Imap::Login login;
    login.username = m_account.username;
    login.password = *password;
    const Result<void> loggedIn = co_await m_session->login(std::move(login));
    if (!loggedIn)
        co_return loggedIn;
    Result<void> found = co_await findFolders();
    co_return found;
}

// A server that lets us wait for its greeting does not keep other servers' accounts waiting.
QCoro::Task<Result<void>> AccountSync::open(Net::Endpoint endpoint)
{
    m_session = std::make_unique<Imap::Session>(m_context.tls, m_context.imap);
    QTimer patience;
    patience.setSingleShot(true);
    QObject::connect(&patience, &QTimer::timeout, this, [this] { m_turn->stepAside(); });
    patience.start(waitInPlace);
    const Result<void> opened = co_await m_session->open(std::move(endpoint));
    patience.stop();
    if (!opened)
        co_return opened;
    co_await m_turn->admitted();
    co_return {};
}

// Which of the account's folders the server has, and what they are for.
QCoro::Task<Result<void>> AccountSync::findFolders()
{
    m_roles.clear();
    m_folders.clear();
    m_open.clear();
    const Result<QList<Imap::ListedFolder>> listed = co_await m_session->list();
    if (!listed)
        co_return listed.error();
    QHash<QString, QByteArray> roles;
    for (const Imap::ListedFolder &folder : *listed) {
        if (folder.isSelectable())
            roles.insert(folder.path, roleName(folder.role));
    }
    roles.insert(u"INBOX"_s, "inbox");
    for (const QString &path : std::as_const(m_account.folders)) {
        // INBOX is the same in any case, RFC 3501 5.1.
        const QString name = path.compare(u"INBOX", Qt::CaseInsensitive) == 0 ? u"INBOX"_s : path;
        if (roles.contains(name))
            m_roles.insert(name, roles.value(name));
        else
            qCWarning(logSync).noquote() << "account=" << m_accountId << "has no folder" << path;
    }
    if (m_roles.isEmpty())
        co_return Error{ Error::Code::NotFound,
                         u"The mail server has none of the account's folders."_s };
    co_return {};
}

QCoro::Task<Result<void>> AccountSync::syncFolders(Wake why)
{
    const qint64 nowMs = m_context.clock.nowMs();
    const bool isFull = why != Wake::News;
    // The inbox last: it stays open and is idled on.
    QStringList paths = isFull || m_open.isEmpty() ? m_roles.keys() : QStringList{ m_open };
    paths.removeIf([this](const QString &path) { return m_refused.contains(path); });
    std::ranges::sort(paths, [this](const QString &a, const QString &b) {
        return std::pair(m_roles.value(a) == "inbox", a)
            < std::pair(m_roles.value(b) == "inbox", b);
    });
    // At first the inbox comes first: it is what people wait for.
    if (m_lastFullMs == 0 && paths.size() > 1)
        paths.prepend(paths.last());
    for (const QString &path : std::as_const(paths)) {
        const Result<void> synced = co_await syncFolder(path, why);
        if (!synced)
            co_return synced;
    }
    if (isFull) {
        m_lastFullMs = nowMs;
        m_isDistrusted = false;
        m_hasToTell = true; // what an earlier run or connection left over
    }
    Result<void> told = co_await tellFolders();
    co_return told;
}

QCoro::Task<Result<void>> AccountSync::syncFolder(const QString &path, Wake why)
{
    const QString name = path; // by value: the caller's list may be gone when we resume
    auto &folder = m_folders[name];
    if (!folder) {
        folder = std::make_unique<FolderSync>(m_context, m_indexer, *m_session, m_wishes, m_account,
                                              name, m_roles.value(name));
        folder->setProgress(&m_meter);
        if (m_isDistrusted)
            folder->distrust();
    }
    FolderSync *const sync = folder.get();
    if (m_open != name) {
        m_open = name;
        Result<void> entered = co_await sync->enter();
        m_meter.end();
        if (!entered && sync->isRefused() && canDoWithout(name)) {
            qCWarning(logSync).noquote() << "account=" << m_accountId << "folder" << name
                                         << "is left out:" << entered.error().message;
            m_refused.insert(name);
            m_open.clear();
            co_return {};
        }
        co_return entered;
    }
    if (why == Wake::News) {
        Result<void> caughtUp = co_await sync->catchUp();
        co_return caughtUp;
    }
    Result<void> looked = co_await sync->lookAgain();
    m_meter.end();
    co_return looked;
}

// One folder that the server does not open must not stop the others; people wait for the inbox.
bool AccountSync::canDoWithout(const QString &path) const
{
    return m_roles.value(path) != "inbox" && m_refused.size() + 1 < m_roles.size();
}

QCoro::Task<void> AccountSync::closeSession()
{
    m_folders.clear();
    m_refused.clear();
    m_open.clear();
    m_lastFullMs = 0;
    m_idleRefused = false;
    if (m_session && m_session->isOpen())
        co_await m_session->logout();
    m_session.reset();
}

void AccountSync::setMode(Mode mode)
{
    if (m_runtime.mode == mode)
        return;
    m_runtime.mode = mode;
    m_context.observer.runtimeChanged(m_accountId, m_runtime);
    if (m_account.id != 0)
        m_context.observer.happened(Events::accountModeChanged(about(), modeName(mode)));
}

void AccountSync::setProgress(std::optional<Progress> progress)
{
    if (m_runtime.progress == progress)
        return;
    m_runtime.progress = std::move(progress);
    m_context.observer.runtimeChanged(m_accountId, m_runtime);
    if (const auto &now = m_runtime.progress)
        m_context.observer.happened(Events::syncProgressed(
            about(), { now->phase, now->done, now->total, now->ratePerSecond }));
}

Events::About AccountSync::about() const
{
    return { m_accountId, m_account.email, m_context.clock.now(), m_account.ownerId };
}

} // namespace Sync
