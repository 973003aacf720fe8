// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/accountsync.h"

#include "events/accountevents.h"
#include "indexing/indexer.h"
#include "sync/log.h"

#include <QRandomGenerator>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Sync {

namespace {

constexpr auto goodByeWithin = 1s;
constexpr int mostRepeats = 3; ///< of a pass during which folders were renamed

Health triesOf(const Store::Account &account)
{
    return { account.status == "error", account.errorCode,      account.errorMessage,
             account.failures,          account.failingSinceMs, account.authFailures,
             account.authFailingSinceMs };
}

} // namespace

// Many accounts that fail at the same moment must not all connect again at the same moment.
std::chrono::milliseconds AccountSync::jittered(std::chrono::milliseconds time)
{
    const double factor = 0.9 + QRandomGenerator::global()->generateDouble() * 0.2;
    return std::chrono::milliseconds(qint64(double(time.count()) * factor));
}

AccountSync::AccountSync(qint64 accountId, Context &context, Indexing::Indexer &indexer,
                         Mailbox::Admissions &admissions, QObject *parent)
    : QObject(parent), m_accountId(accountId), m_context(context), m_indexer(indexer),
      m_admissions(admissions),
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
    // A connection that only waits for changes is closed with LOGOUT. A running pass is aborted; the next
    // start continues it.
    if (m_isBusy)
        abort();
    else
        QTimer::singleShot(goodByeWithin, this, abort);
    co_await m_ended;
}

// True for a refusal and for a breach of the protocol; false for a connection that ended.
bool AccountSync::isServersFault(const Error &error) const
{
    const bool isRefusal = error.code == Error::Code::Server && m_session && m_session->isOpen();
    return isRefusal || error.code == Error::Code::Protocol;
}

bool AccountSync::syncNow()
{
    if (m_isBusy)
        return false;
    m_isAsked = true;
    wake(Wake::Asked);
    return true;
}

void AccountSync::storeChanges()
{
    m_hasChangesToStore = true;
    if (m_session && !m_isBusy) // else the running pass or the next connection stores them
        wake(Wake::Asked);
}

void AccountSync::databaseReturned(bool isOther)
{
    m_storageFailures = 0;
    if (isOther) {
        m_isOutdated = true;
        m_isDistrusted = true;
        m_isAsked = m_isAsked || m_session;
    }
    if (m_waitsForStorage || (isOther && m_session))
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
    m_isDistrusted = isChanged; // syncMode may include other mails now
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
        if (!ended)
            m_isDistrusted = m_isDistrusted || isServersFault(ended.error());
        m_isBusy = false;
        m_meter.end();
        co_await closeSession();
        m_place.reset();
        if (m_isStopping || m_isGone)
            break;
        if (ended) // its place was given to another account
            continue;
        if (isOfStorage(ended.error().code)) {
            co_await awaitStorage(ended.error());
            continue;
        }
        const std::optional<std::chrono::milliseconds> wait = co_await noteFailure(ended.error());
        if (m_isGone)
            break;
        setMode(Mode::Stopped);
        const auto longest = std::chrono::milliseconds::max();
        const auto time = wait ? jittered(*wait) : longest;
        co_await pause(time);
    }
    setMode(Mode::Stopped);
    for (const BodyRequest &wish : std::exchange(m_bodyRequests, {}))
        wish.done.finish(Error{ Error::Code::Cancelled, u"The account was stopped."_s });
    m_isRunning = false;
    m_ended.finish(true); // the caller of stop() may delete this object here
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

// If one mailbox has more accounts than connections, each account leaves after a while and queues again.
bool AccountSync::shallMakeRoom() const
{
    const std::chrono::milliseconds stayed(m_context.clock.nowMs() - m_goodSinceMs);
    const bool isLong = stayed >= m_context.settings.pollInterval || stayed.count() < 0;
    return isLong && m_place->isWanted(); // below 0: the clock was set back
}

QCoro::Task<Result<void>> AccountSync::follow()
{
    while (!m_isStopping && !m_isGone && !shallMakeRoom()) {
        m_isBusy = false;
        const Result<Wake> woken = co_await waitForChange();
        CO_RETURN_IF_ERROR(woken);
        if (m_isStopping)
            break;
        const Result<void> current = co_await readAnew();
        if (!current || m_isGone)
            co_return current;
        const Result<void> granted = co_await serveBodyRequests();
        if (!granted && m_unexpected.isEmpty())
            co_return granted;
        const Result<void> stored = co_await storeChangesOfFolders();
        if (!stored && m_unexpected.isEmpty())
            co_return stored;
        const bool isPass = *woken != Wake::Asked || std::exchange(m_isAsked, false);
        if (!isPass && m_unexpected.isEmpty())
            continue; // only a body was requested, or changes were to be stored
        m_isBusy = true;
        setMode(Mode::Syncing);
        const qint64 passStartedMs = m_context.clock.nowMs();
        const Result<void> synced = co_await syncFolders(*woken);
        CO_RETURN_IF_ERROR(synced);
        co_await noteSuccess(passStartedMs);
    }
    co_return {};
}

// The folders to visit, in this order.
QStringList AccountSync::pathsOf(Wake why) const
{
    if (why == Wake::News && !m_open.isEmpty())
        return { m_open };
    // The inbox is last, so that it stays open for IDLE.
    QStringList paths = m_roles.keys();
    std::ranges::sort(paths, [this](const QString &a, const QString &b) {
        return std::pair(m_roles.value(a) == "inbox", a)
            < std::pair(m_roles.value(b) == "inbox", b);
    });
    // In the first pass of a connection the inbox is visited first too, because users wait for it.
    if (m_lastFullMs == 0 && paths.size() > 1)
        paths.prepend(paths.last());
    return paths;
}

QCoro::Task<Result<void>> AccountSync::syncFolders(Wake why)
{
    Result<void> synced = co_await pass(why);
    for (int i = 0; i < mostRepeats && !m_unexpected.isEmpty() && m_session->isOpen(); ++i) {
        Result<void> repeated = co_await pass(Wake::Asked);
        synced = std::move(repeated);
    }
    co_return synced;
}

QCoro::Task<Result<void>> AccountSync::pass(Wake why)
{
    const qint64 nowMs = m_context.clock.nowMs();
    const bool isFull = why != Wake::News || m_open.isEmpty();
    if (isFull) {
        const Result<void> found = co_await findFolders();
        CO_RETURN_IF_ERROR(found);
        m_refused.clear();
    }
    const QStringList paths = pathsOf(why);
    qint64 inboxSeenMs = m_context.clock.nowMs();
    for (const QString &path : paths) {
        if (isFull && path != paths.last() && isUnchanged(path, why))
            continue;
        const Result<void> synced = co_await syncFolder(path, why);
        CO_RETURN_IF_ERROR(synced);
        const Result<void> served = co_await serveBetween(&inboxSeenMs);
        CO_RETURN_IF_ERROR(served);
    }
    if (isFull) {
        const Result<void> noted = co_await m_survey->noteRefused(m_refused.values());
        CO_RETURN_IF_ERROR(noted);
        const Result<void> settled = co_await settleMoved();
        CO_RETURN_IF_ERROR(settled);
        m_lastFullMs = nowMs;
        m_isDistrusted = false;
        m_hasChangesToStore = true; // an earlier run or connection may have left some
    }
    Result<void> stored = co_await storeChangesOfFolders();
    co_return stored;
}

QCoro::Task<Result<void>> AccountSync::syncFolder(const QString &path, Wake why)
{
    const QString name = path; // by value: the caller's list may be gone when we resume
    FolderSync *const sync = &folderAt(name);
    if (m_open != name) {
        Result<void> entered = co_await enter(name);
        m_meter.end();
        if (!entered && sync->isRefused() && canDoWithout(name)) {
            if (!m_survey->wasRefused(name))
                qCWarning(logSync).noquote() << "account=" << m_accountId << "folder" << name
                                             << "is left out:" << entered.error().message;
            m_refused.insert(name);
            m_open.clear();
            co_return {};
        }
        if (entered)
            noteVisit(name);
        co_return entered;
    }
    if (why == Wake::News) {
        Result<void> caughtUp = co_await sync->catchUp();
        noteUidValidity(name);
        co_return caughtUp;
    }
    Result<void> looked = co_await sync->lookAgain();
    m_meter.end();
    noteUidValidity(name);
    if (looked)
        noteVisit(name);
    co_return looked;
}

// One folder that the server does not open must not stop the others. The inbox is an exception, because
// users wait for it. The next pass opens the folder again: it may have been renamed at that moment.
bool AccountSync::canDoWithout(const QString &path) const
{
    return m_roles.value(path) != "inbox" && m_refused.size() + 1 < m_roles.size();
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
