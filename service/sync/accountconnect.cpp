// SPDX-License-Identifier: GPL-3.0-or-later
// The part of AccountSync that connects and runs the first pass, and that ends the session.
#include "events/accountevents.h"
#include "mailbox/imapendpoint.h"
#include "oauth/login.h"
#include "store/db/transaction.h"
#include "sync/accountsync.h"
#include "sync/log.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Sync {

namespace {

constexpr auto waitInPlace = 5s; ///< for the greeting and for the login; healthy servers need less

} // namespace

QCoro::Task<Result<void>> AccountSync::loadAccount()
{
    const qint64 id = m_accountId;
    auto load = [id](Store::Session &session) {
        return Store::accountById(session, id);
    };
    Result<Store::Account> account = co_await m_context.database.reading(std::move(load));
    m_isGone =
        account ? account->status == "disabled" : account.error().code == Error::Code::NotFound;
    CO_RETURN_IF_ERROR(account);
    m_account = *account;
    m_stored = Store::healthOf(m_account);
    co_return {};
}

// After the database went back to an older state, the data in memory may be newer than the database.
QCoro::Task<Result<void>> AccountSync::readAnew()
{
    if (!std::exchange(m_isOutdated, false))
        co_return {};
    m_folders.clear();
    m_open.clear();
    m_isDistrusted = true;
    Result<void> loaded = co_await loadAccount();
    co_return loaded;
}

// Waits for the account's places, connects, and runs the first pass.
QCoro::Task<Result<void>> AccountSync::begin()
{
    m_isOutdated = false;
    const Result<void> loaded = co_await loadAccount();
    if (!loaded || m_isGone)
        co_return loaded;
    const Result<void> left = co_await leaveFolders();
    if (!left || m_isStopping)
        co_return left;
    const bool isFirst = !m_account.lastSyncAt;
    const bool isAdmitted = co_await admitted(isFirst);
    if (!isAdmitted)
        co_return {};
    const qint64 startedAtMs = m_context.clock.nowMs();
    m_context.observer.happened(Events::syncStarted(about()));
    const Result<void> connected = co_await connect();
    if (!connected || m_isStopping)
        co_return connected;
    if (isFirst)
        co_await m_turn->admitted(); // again, if a slow login gave the place back
    else
        m_turn.reset();
    if (m_isStopping)
        co_return {};
    setMode(Mode::Syncing);
    const Result<void> synced = co_await syncFolders(Wake::Asked);
    CO_RETURN_IF_ERROR(synced);
    m_goodSinceMs = m_context.clock.nowMs();
    co_await noteSuccess(startedAtMs);
    co_return {};
}

QCoro::Task<bool> AccountSync::admitted(bool isFirst)
{
    m_place.emplace(m_admissions.mailboxes, m_admissions.groupsOfMailbox(m_account));
    const bool hasPlace = co_await m_place->admitted();
    if (!hasPlace)
        co_return false;
    if (isFirst)
        m_turn.emplace(m_admissions.firstSyncs, m_admissions.groupsOfFirstSync(m_account));
    else
        m_turn.emplace(m_admissions.logins, m_admissions.groupsOfLogin(m_account));
    const bool hasTurn = co_await m_turn->admitted();
    co_return hasTurn;
}

// A change or deletion of the account is stored before its old secret is removed. So if the secret is
// missing, the account is read again before this counts as a failure.
QCoro::Task<Result<QByteArray>> AccountSync::secret()
{
    Result<QByteArray> found = co_await m_context.logins.secret(m_account);
    if (found || found.error().code != Error::Code::NotFound)
        co_return found;
    const QByteArray missing = m_account.secretRef;
    const Result<void> loaded = co_await loadAccount();
    CO_RETURN_IF_ERROR(loaded);
    if (!m_isGone && m_account.secretRef != missing) {
        Result<QByteArray> replaced = co_await m_context.logins.secret(m_account);
        if (replaced || replaced.error().code != Error::Code::NotFound)
            co_return replaced;
    }
    co_return Error{ Error::Code::SecretMissing,
                     u"The password of this account is gone from where it was kept: enter it "
                     "again."_s };
}

QCoro::Task<Result<void>> AccountSync::connect()
{
    const Result<QByteArray> password = co_await secret();
    if (m_isStopping)
        co_return {};
    CO_RETURN_IF_ERROR(password);
    Result<Net::Endpoint> endpoint = co_await Mailbox::imapEndpoint(&m_context.secrets, m_account);
    CO_RETURN_IF_ERROR(endpoint);
    if (m_isStopping)
        co_return {};
    const Result<void> opened = co_await open(*endpoint);
    if (!opened || m_isStopping)
        co_return opened;
    QTimer patience;
    stepAsideAt(patience);
    const Result<void> loggedIn = co_await OAuth::logIn(
        &m_context.logins, m_session.get(), *endpoint, m_account, *password, &Mailbox::imapLogin);
    CO_RETURN_IF_ERROR(loggedIn);
    co_await noteMechanism();
    co_return {};
}

// The next connection begins with the mechanism that worked.
QCoro::Task<void> AccountSync::noteMechanism()
{
    const QByteArray mechanism = m_session->mechanism();
    if (mechanism.isEmpty() || mechanism == m_account.provenMechanism)
        co_return;
    const QList<QByteArray> refused = m_session->refusedMechanisms();
    if (!refused.isEmpty())
        qCInfo(logSync).noquote() << "account=" << m_accountId << "logs in with" << mechanism
                                  << "after a refusal of" << refused.join(", ");
    auto note = Store::inTransaction([account = m_account, mechanism](Store::Session &session) {
        return Store::noteMechanism(session, account, mechanism);
    });
    const Result<void> noted = co_await m_context.database.writing(std::move(note));
    if (noted)
        m_account.provenMechanism = mechanism;
    else // the next login determines it again
        qCDebug(logSync).noquote() << "account=" << m_accountId << noted.error().message;
}

// Gives the place back after `waitInPlace`, so that a slow server does not delay accounts of other servers.
void AccountSync::stepAsideAt(QTimer &patience)
{
    patience.setSingleShot(true);
    QObject::connect(&patience, &QTimer::timeout, this, [this] {
        if (m_turn)
            m_turn->stepAside();
    });
    patience.start(waitInPlace);
}

QCoro::Task<Result<void>> AccountSync::open(Net::Endpoint endpoint)
{
    m_session = std::make_unique<Imap::Session>(m_context.tls, m_context.imap);
    QTimer patience;
    stepAsideAt(patience);
    const Result<void> opened = co_await m_session->open(std::move(endpoint));
    patience.stop();
    CO_RETURN_IF_ERROR(opened);
    co_await m_turn->admitted();
    co_return {};
}

QCoro::Task<void> AccountSync::closeSession()
{
    m_folders.clear();
    m_roles.clear();
    m_survey.reset();
    m_statuses.clear();
    m_visits.clear();
    m_unexpected.clear();
    m_accepted.clear();
    m_held.clear();
    m_refused.clear();
    m_open.clear();
    m_lastFullMs = 0;
    m_idleRefused = false;
    if (m_session && m_session->isOpen())
        co_await m_session->logout();
    m_session.reset();
}

} // namespace Sync
