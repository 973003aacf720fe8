// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/accountsync.h"

#include "indexing/indexer.h"
#include "sync/accountleaving.h"
#include "sync/connectedaccount.h"
#include "sync/jitter.h"

#include <QTimer>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Sync {

namespace {

constexpr auto goodByeWithin = 1s;

Context withLease(Context context, const std::optional<Store::Fence> &lease)
{
    context.database.setLease(lease);
    return context;
}

Error isStopped()
{
    return { Error::Code::Cancelled, u"The account was stopped."_s };
}

} // namespace

AccountSync::AccountSync(qint64 accountId, const Context &context,
                         const std::optional<Store::Fence> &lease, Indexing::Indexer &indexer,
                         Mailbox::Admissions &admissions, QObject *parent)
    : QObject(parent), m_context(withLease(context, lease)), m_indexer(indexer),
      m_account(accountId, m_context.database, context.clock),
      m_report(context.observer, m_account), m_outcomes(m_context, m_account, m_report),
      m_connection(m_context, admissions, m_account, [this] { return m_worker.isStopping(); }),
      m_pause(
          m_requests, [this] { return m_worker.isStopping(); }, this),
      m_worker([this] { return run(); })
{
}

AccountSync::~AccountSync()
{
    Q_ASSERT(!m_worker.isRunning());
}

void AccountSync::start(bool isChanged)
{
    m_isChanged = isChanged;
    if (isChanged)
        m_requests.distrust(); // syncMode may include other mails now
    m_worker.wake();
}

QCoro::Task<void> AccountSync::stop()
{
    QCoro::Task<void> stopped = m_worker.stop();
    if (m_worker.isRunning()) {
        wake();
        m_connection.cancelPlaces();
        // A connection that only waits for changes is closed with LOGOUT. A running pass is aborted;
        // the next start continues it.
        if (m_isBusy)
            m_connection.abort(isStopped());
        else
            QTimer::singleShot(goodByeWithin, this, [this] { m_connection.abort(isStopped()); });
    }
    co_await stopped;
}

bool AccountSync::syncNow()
{
    if (m_isBusy)
        return false;
    m_requests.requestPass();
    wake();
    return true;
}

void AccountSync::storeChanges()
{
    m_requests.requestStoring();
    if (m_connection.session()
        && !m_isBusy) // else the running pass or the next connection stores them
        wake();
}

void AccountSync::databaseReturned(bool isOther)
{
    const bool isConnected = m_connection.session();
    m_outcomes.storageReturned();
    if (isOther) {
        m_requests.outdate();
        m_requests.distrust();
        if (isConnected)
            m_requests.requestPass();
    }
    if (m_waitsForStorage || (isOther && isConnected))
        wake();
}

QCoro::Task<Result<void>> AccountSync::fetchBody(qint64 folderId, Store::BodyWanted mail)
{
    // The account waits for its next attempt. A user's request for a body does not make it earlier.
    if (m_pause.isRunning() && !m_connection.session())
        co_return Error{ Error::Code::Unreachable,
                         u"The account is not connected: %1"_s.arg(
                             m_outcomes.health().errorMessage) };
    const auto fetched = m_requests.requestBody(folderId, std::move(mail), this);
    wake();
    Result<void> done = co_await fetched;
    co_return done;
}

void AccountSync::wake()
{
    m_pause.end();
    if (m_connection.isOpen())
        m_connection.session()->wakeIdle();
}

QCoro::Task<void> AccountSync::run()
{
    const Result<void> loaded = co_await m_account.load();
    const std::chrono::milliseconds wait = m_outcomes.resume(m_isChanged);
    if (loaded && wait > 0ms)
        co_await m_pause.wait(wait);
    while (!isOver()) {
        const Result<void> ended = co_await connectAndFollow();
        if (!ended && isServersFault(ended.error()))
            m_requests.distrust();
        co_await endConnection();
        if (!ended && !isOver()) // else its place was given to another account
            co_await waitAfter(ended.error());
    }
    m_report.setMode(Mode::Stopped);
    m_requests.endBodies(isStopped());
}

// True for a refusal and for a breach of the protocol; false for a connection that ended.
bool AccountSync::isServersFault(const Error &error) const
{
    const bool isRefusal = error.code == Error::Code::Server && m_connection.isOpen();
    return isRefusal || error.code == Error::Code::Protocol;
}

QCoro::Task<Result<void>> AccountSync::connectAndFollow()
{
    m_isBusy = true;
    m_requests.takePass(); // the first pass of the connection follows
    m_outcomes.connectionBegins();
    m_report.setMode(Mode::Connecting);
    const Result<void> begun = co_await begin();
    m_connection.endStart();
    if (!begun || isOver())
        co_return begun;
    Result<void> followed = co_await follow();
    co_return followed;
}

// Waits for the account's places, connects, and runs the first pass.
QCoro::Task<Result<void>> AccountSync::begin()
{
    m_requests.takeOutdated(); // the account is read now
    const Result<void> loaded = co_await m_account.load();
    if (!loaded || m_account.isGone())
        co_return loaded;
    const std::function<bool()> isStopping = [this] {
        return m_worker.isStopping();
    };
    const Result<void> left =
        co_await leaveFolders(&m_context.database, m_account.account(), isStopping);
    if (!left || isStopping())
        co_return left;
    const bool isFirst = !m_account.account().lastSyncAt;
    const bool isAdmitted = co_await m_connection.awaitPlaces(isFirst);
    if (!isAdmitted)
        co_return {};
    const qint64 begunMs = m_context.clock.nowMs();
    m_report.started();
    const Result<void> opened = co_await m_connection.open();
    if (!opened || isStopping())
        co_return opened;
    if (isFirst)
        co_await m_connection.awaitStart(); // again, if a slow login gave the place back
    else
        m_connection.endStart();
    if (isStopping())
        co_return {};
    m_connected = std::make_unique<ConnectedAccount>(m_context, m_indexer, m_connection, m_account,
                                                     m_requests, m_report, m_pause, isStopping);
    const Result<void> synced = co_await pass(Wake::Asked);
    CO_RETURN_IF_ERROR(synced);
    m_outcomes.firstPassDone();
    co_await noteSuccess(begunMs);
    co_return {};
}

QCoro::Task<Result<void>> AccountSync::pass(Wake why)
{
    m_isBusy = true;
    m_report.setMode(Mode::Syncing);
    Result<void> synced = co_await m_connected->pass(why);
    co_return synced;
}

QCoro::Task<void> AccountSync::noteSuccess(qint64 begunMs)
{
    const AccountFolders::Counts counts = m_connected->takeCounts();
    const Events::PassResult result{ counts.added, counts.updated,
                                     m_context.clock.nowMs() - begunMs };
    co_await m_outcomes.noteSuccess(result);
}

// If one mailbox has more accounts than connections, each account leaves after a while and queues again.
bool AccountSync::shallMakeRoom() const
{
    const std::chrono::milliseconds stayed = m_outcomes.sinceFirstPass();
    const bool isLong = stayed >= m_context.settings.pollInterval || stayed.count() < 0;
    return isLong && m_connection.isWanted(); // below 0: the clock was set back
}

QCoro::Task<Result<void>> AccountSync::follow()
{
    while (!isOver() && !shallMakeRoom()) {
        m_isBusy = false;
        const Result<Wake> woken = co_await m_connected->waitForChange();
        CO_RETURN_IF_ERROR(woken);
        if (m_worker.isStopping())
            break;
        const Result<void> current = co_await m_connected->readAgain();
        if (!current || m_account.isGone())
            co_return current;
        const Result<bool> isPassDue = co_await m_connected->serveRequests(*woken);
        CO_RETURN_IF_ERROR(isPassDue);
        if (!*isPassDue)
            continue;
        const qint64 begunMs = m_context.clock.nowMs();
        const Result<void> synced = co_await pass(*woken);
        CO_RETURN_IF_ERROR(synced);
        co_await noteSuccess(begunMs);
    }
    co_return {};
}

QCoro::Task<void> AccountSync::endConnection()
{
    m_isBusy = false;
    m_report.progress().end();
    m_connected.reset();
    co_await m_connection.close();
}

QCoro::Task<void> AccountSync::waitAfter(Error error)
{
    if (isOfStorage(error.code)) {
        co_await awaitStorage(std::move(error));
        co_return;
    }
    const std::optional<std::chrono::milliseconds> wait =
        co_await m_outcomes.noteFailure(std::move(error));
    if (m_account.isGone())
        co_return;
    m_report.setMode(Mode::Stopped);
    const auto time = wait ? jittered(*wait) : std::chrono::milliseconds::max();
    co_await m_pause.wait(time);
}

QCoro::Task<void> AccountSync::awaitStorage(Error error)
{
    const std::chrono::milliseconds wait = m_outcomes.noteStorageFailure(error);
    m_report.setMode(Mode::Stopped);
    m_waitsForStorage = true;
    co_await m_pause.wait(jittered(wait));
    m_waitsForStorage = false;
}

} // namespace Sync
