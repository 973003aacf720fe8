// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/accountconnection.h"

#include "sync/log.h"

#include <QTimer>

using namespace Qt::StringLiterals;

namespace Sync {

AccountConnection::AccountConnection(Context &context, Mailbox::Admissions &admissions,
                                     AccountRow &account, std::function<bool()> isStopping)
    : m_context(context), m_admissions(admissions), m_account(account),
      m_isStopping(std::move(isStopping))
{
}

QCoro::Task<bool> AccountConnection::awaitPlaces(bool isFirst)
{
    const Store::Account &account = m_account.account();
    m_place.emplace(m_admissions.mailboxes, m_admissions.groupsOfMailbox(account));
    const bool hasPlace = co_await m_place->admitted();
    if (!hasPlace)
        co_return false;
    if (isFirst)
        m_start.emplace(m_admissions.firstSyncs, m_admissions.groupsOfFirstSync(account));
    else
        m_start.emplace(m_admissions.logins, m_admissions.groupsOfLogin(account));
    const bool mayStart = co_await m_start->admitted();
    co_return mayStart;
}

QCoro::Task<Result<void>> AccountConnection::open()
{
    std::optional<Mailbox::Opening> opening;
    const Result<void> found = co_await readSecret(&opening);
    CO_RETURN_IF_ERROR(found);
    const Result<void> proxied = co_await opening->readProxyLogin();
    CO_RETURN_IF_ERROR(proxied);
    m_session = std::make_unique<Imap::Session>(m_context.tls, m_context.imap);
    const Result<void> connected = co_await connect(&*opening);
    CO_RETURN_IF_ERROR(connected);
    Result<void> loggedIn = co_await logIn(&*opening);
    co_return loggedIn;
}

// A change or deletion of the account is stored before its old secret is removed. So if the secret is
// missing, the account is read again before this counts as a failure.
QCoro::Task<Result<void>> AccountConnection::readSecret(std::optional<Mailbox::Opening> *opening)
{
    const Mailbox::SecretSources sources{ &m_context.secrets, &m_context.logins };
    opening->emplace(m_account.account(), sources, m_isStopping);
    Result<void> found = co_await (*opening)->readSecret();
    if (found || found.error().code != Error::Code::NotFound)
        co_return found;
    const QByteArray missing = m_account.account().secretRef;
    const Result<void> loaded = co_await m_account.load();
    CO_RETURN_IF_ERROR(loaded);
    if (!m_account.isGone() && m_account.account().secretRef != missing) {
        opening->emplace(m_account.account(), sources, m_isStopping);
        Result<void> replaced = co_await (*opening)->readSecret();
        if (replaced || replaced.error().code != Error::Code::NotFound)
            co_return replaced;
    }
    co_return Error{ Error::Code::SecretMissing,
                     u"The stored password of this account is missing: enter it again."_s };
}

QCoro::Task<Result<void>> AccountConnection::connect(Mailbox::Opening *opening)
{
    QTimer patience;
    startPatience(patience);
    const Result<void> connected = co_await opening->connect(m_session.get());
    patience.stop();
    CO_RETURN_IF_ERROR(connected);
    co_await m_start->admitted();
    co_return {};
}

QCoro::Task<Result<void>> AccountConnection::logIn(Mailbox::Opening *opening)
{
    QTimer patience;
    startPatience(patience);
    const Result<void> loggedIn = co_await opening->logIn(m_session.get());
    CO_RETURN_IF_ERROR(loggedIn);
    co_await noteMechanism();
    co_return {};
}

// A slow server must not delay accounts of other servers.
void AccountConnection::startPatience(QTimer &patience)
{
    patience.setSingleShot(true);
    QObject::connect(&patience, &QTimer::timeout, &patience, [this] {
        if (m_start)
            m_start->stepAside();
    });
    patience.start(m_context.settings.patience);
}

QCoro::Task<void> AccountConnection::noteMechanism()
{
    const QByteArray mechanism = m_session->mechanism();
    if (mechanism.isEmpty() || mechanism == m_account.account().provenMechanism)
        co_return;
    const QList<QByteArray> refused = m_session->refusedMechanisms();
    if (!refused.isEmpty())
        qCInfo(logSync).noquote() << "account=" << m_account.id() << "logs in with" << mechanism
                                  << "after a refusal of" << refused.join(", ");
    co_await m_account.noteMechanism(mechanism);
}

QCoro::Task<void> AccountConnection::awaitStart()
{
    co_await m_start->admitted();
}

void AccountConnection::endStart()
{
    m_start.reset();
}

QCoro::Task<void> AccountConnection::close()
{
    if (isOpen())
        co_await m_session->logout();
    m_session.reset();
    m_place.reset();
}

void AccountConnection::cancelPlaces()
{
    for (auto *place : { &m_place, &m_start }) {
        if (*place)
            (*place)->cancel();
    }
}

void AccountConnection::abort(const Error &why)
{
    if (m_session)
        m_session->abort(why);
}

} // namespace Sync
