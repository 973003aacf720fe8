// SPDX-License-Identifier: GPL-3.0-or-later
#include "outbox/accountsender.h"

#include "oauth/login.h"
#include "outbox/log.h"
#include "outbox/smtpendpoint.h"
#include "store/db/transaction.h"
#include "store/queue/outbox.h"

#include <QRandomGenerator>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Outbox {

namespace {

using End = Smtp::Submission::End;

/// An outcome that cannot be stored (a full disk) is kept in memory, and written again after this time.
constexpr auto writeAgainAfter = 2s;

/// An attempt that failed because of our own database is repeated after this time.
constexpr std::chrono::milliseconds afterStorageTrouble = 1s;

Smtp::Submission failedBefore(const Error &error)
{
    Smtp::Submission submission;
    const bool isFinal = error.code == Error::Code::Unauthorized
        || error.code == Error::Code::BadRequest || error.code == Error::Code::NotFound;
    submission.end = isFinal ? End::Refused : End::Deferred;
    submission.error = error;
    return submission;
}

Smtp::Envelope envelopeOf(const Store::OutboxMail &mail)
{
    Smtp::Envelope envelope;
    envelope.from = mail.sender;
    for (const Store::OutboxRecipient &recipient : mail.recipients) {
        if (recipient.state == Store::OutboxRecipient::State::Pending)
            envelope.to.append(recipient.address);
    }
    envelope.size = mail.size;
    envelope.needsUtf8 = mail.needsUtf8;
    return envelope;
}

} // namespace

AccountSender::AccountSender(qint64 accountId, Context &context, Places &places,
                             Indexing::Indexer &indexer, std::function<void(qint64)> tried)
    : m_accountId(accountId), m_context(context), m_places(places), m_indexer(indexer),
      m_tried(std::move(tried)), m_patience(this),
      m_worker([this] { return turn(); }, [this] { return closeSession(); })
{
    m_patience.setInterval(context.settings.patience);
    QObject::connect(&m_patience, &QTimer::timeout, this, [this] {
        if (m_place)
            m_place->stepAside(); // repeated until a place aside is free
    });
}

AccountSender::~AccountSender()
{
    Q_ASSERT(!m_worker.isRunning());
}

QCoro::Task<void> AccountSender::stop()
{
    QCoro::Task<void> stopped = m_worker.stop();
    if (m_session && !m_isHandedOver) {
        m_session->abort({ Error::Code::Cancelled, u"The service is being stopped."_s });
    } else if (m_session) {
        // Waits a moment for the server's answer: without it, it is unknown whether the mail arrived.
        QTimer::singleShot(m_context.settings.lastWait, this, [this] {
            if (m_session)
                m_session->abort({ Error::Code::Cancelled, u"The service is being stopped."_s });
        });
    }
    if (m_place)
        m_place->cancel();
    co_await stopped;
}

QCoro::Task<void> AccountSender::turn()
{
    const bool isAdmitted = co_await enter();
    bool goesOn = false;
    if (isAdmitted) {
        const bool isSound = co_await workOff();
        goesOn = isSound;
    }
    co_await leave();
    if (goesOn && !m_worker.isWoken())
        co_await m_worker.pause(m_context.settings.linger, this);
}

/// False: the account cannot be read, or the sender is being stopped.
QCoro::Task<bool> AccountSender::enter()
{
    auto load = [id = m_accountId](Store::Session &session) {
        return Store::accountById(session, id);
    };
    const Result<Store::Account> account = co_await m_context.database.reading(std::move(load));
    if (!account || m_worker.isStopping())
        co_return false;
    const Result<Net::Endpoint> endpoint = smtpEndpoint(*account);
    const QString host = endpoint ? Net::routeName(*endpoint) : QString();
    m_place.emplace(m_places.admission, m_places.shares.groups(host, account->ownerId));
    if (!m_place->isInside()) // the wait for a place may be long
        co_await closeSession();
    const bool isAdmitted = co_await m_place->admitted();
    if (isAdmitted)
        m_patience.start();
    co_return isAdmitted;
}

QCoro::Task<void> AccountSender::leave()
{
    m_patience.stop();
    if (m_place && !m_place->isInside())
        co_await closeSession(); // it must not outlive its place aside
    m_place.reset();
}

QCoro::Task<void> AccountSender::closeSession()
{
    if (m_session)
        co_await m_session->quit();
    m_session.reset();
}

/// Whether the next mail may be sent without a new place.
bool AccountSender::mayGoOn() const
{
    return !m_worker.isStopping() && m_place->isInside();
}

/// False: the database failed; the DeliveryQueue polls again later.
QCoro::Task<bool> AccountSender::workOff()
{
    while (mayGoOn() || m_next) {
        Result<std::optional<Job>> job = co_await claim();
        if (!job)
            qCWarning(logOutbox).noquote()
                << "account=" << m_accountId << "outbox:" << job.error().message;
        if (!job || !*job)
            co_return job.ok();
        const std::optional<Store::OutboxMail> known = concludedBefore((*job)->mail);
        if (known)
            co_await settle(**std::move(job), *known);
        else
            co_await carry(**std::move(job));
    }
    m_worker.wake(); // there may be more mails, for the next round
    co_return true;
}

QCoro::Task<Result<std::optional<Job>>> AccountSender::claim()
{
    if (m_next) {
        Result<std::optional<Job>> claimed = std::exchange(m_next, {});
        co_return claimed;
    }
    if (m_hasLooseEnds) {
        co_await settleKnown();
        if (m_next) { // settleKnown() claimed it; other outcomes are written later
            Result<std::optional<Job>> claimed = std::exchange(m_next, {});
            co_return claimed;
        }
    }
    auto take = [id = m_accountId, mine = claimUntil(), isToRepair = m_hasLooseEnds](
                    Store::Session &session) -> Result<std::optional<Job>> {
        RETURN_IF_ERROR(isToRepair ? repairOwn(session, id, mine.run) : Result<void>());
        Store::Transaction transaction(session);
        Result<std::optional<Job>> job = claimJob(session, id, mine);
        if (!job || !*job)
            return job;
        return transaction.commit(job);
    };
    Result<std::optional<Job>> job = co_await m_context.database.writing(std::move(take));
    m_hasLooseEnds = !job; // a failed claim may be in the database nevertheless
    co_return job;
}

Store::OutboxClaim AccountSender::claimUntil() const
{
    return { m_context.run, m_context.clock.nowMs() + m_context.settings.claim.count() };
}

QCoro::Task<void> AccountSender::carry(Job job)
{
    const bool wasOpen = m_session && m_session->isOpen() && isFor(job.account);
    Smtp::Submission tried = co_await attempt(job);
    const bool isStale = wasOpen && tried.end == End::Deferred && !m_session->isOpen()
        && tried.error->code != Error::Code::Cancelled && !m_worker.isStopping();
    if (isStale) { // servers close idle and old connections: this is no failure
        m_session.reset();
        Smtp::Submission again = co_await attempt(job);
        tried = std::move(again);
    }
    co_await conclude(std::move(job), std::move(tried));
}

QCoro::Task<Smtp::Submission> AccountSender::attempt(Job job)
{
    if (!m_session || !m_session->isOpen() || !isFor(job.account)) {
        const Result<void> connected = co_await connect(job.account);
        if (!connected)
            co_return failedBefore(connected.error());
    }
    if (m_worker.isStopping())
        co_return failedBefore({ Error::Code::Cancelled, u"The service is being stopped."_s });
    const qint64 id = job.mail.id;
    const auto position = std::make_shared<int>(0);
    const Smtp::Cargo cargo{ [this, id, position] { return piece(id, (*position)++); },
                             [this, id] {
                                 return handOver(id);
                             } };
    m_isHandedOver = false;
    Smtp::Submission submission = co_await m_session->submit(envelopeOf(job.mail), cargo);
    m_isHandedOver = false;
    co_return submission;
}

bool AccountSender::isFor(const Store::Account &account) const
{
    const Store::Account &now = m_sessionAccount;
    const Result<Net::Endpoint> here = smtpEndpoint(account);
    const Result<Net::Endpoint> there = smtpEndpoint(now);
    return here == there && account.username == now.username
        && account.smtpUsername == now.smtpUsername && account.secretRef == now.secretRef
        && account.smtpSecretRef == now.smtpSecretRef
        && account.smtpAuthMechanism == now.smtpAuthMechanism
        && account.proxySecretRef == now.proxySecretRef;
}

QCoro::Task<Result<void>> AccountSender::connect(Store::Account account)
{
    co_await closeSession();
    Result<Net::Endpoint> endpoint = smtpEndpoint(account);
    CO_RETURN_IF_ERROR(endpoint);
    if (!account.proxySecretRef.isEmpty()) {
        const QString proxyRef = QString::fromLatin1(account.proxySecretRef);
        Result<QByteArray> login = co_await m_context.secrets.get(proxyRef);
        if (!login)
            co_return Error{ Error::Code::SecretUnreadable, login.error().message };
        endpoint->proxy.login = *std::move(login);
    }
    const Result<QByteArray> secret = co_await m_context.logins.smtpSecret(account);
    if (!secret && account.authType == "oauth2")
        co_return secret.error();
    if (!secret)
        co_return Error{ Error::Code::SecretUnreadable, secret.error().message };
    if (m_worker.isStopping())
        co_return Error{ Error::Code::Cancelled, u"The service is being stopped."_s };
    m_sessionAccount = account;
    m_session = std::make_unique<Smtp::Session>(m_context.tls, m_context.smtp);
    const Result<void> opened = co_await m_session->open(*endpoint);
    CO_RETURN_IF_ERROR(opened);
    Result<void> loggedIn = co_await OAuth::logIn(&m_context.logins, m_session.get(), *endpoint,
                                                  account, *secret, &smtpLogin);
    if (!loggedIn)
        co_await m_session->quit();
    else
        co_await noteMechanism(std::move(account));
    co_return loggedIn;
}

/// The next connection begins with the mechanism that worked.
QCoro::Task<void> AccountSender::noteMechanism(Store::Account account)
{
    const QByteArray mechanism = m_session->mechanism();
    if (mechanism.isEmpty() || mechanism == account.smtpProvenMechanism)
        co_return;
    auto note = Store::inTransaction([account, mechanism](Store::Session &session) {
        return Store::noteSmtpMechanism(session, account, mechanism);
    });
    const Result<void> noted = co_await m_context.database.writing(std::move(note));
    if (!noted) // the next login determines it again
        qCDebug(logOutbox).noquote() << "account=" << m_accountId << noted.error().message;
}

QCoro::Task<Result<QByteArray>> AccountSender::piece(qint64 mailId, int position)
{
    auto read = [mailId, position](Store::Session &session) {
        return Store::outboxPiece(session, mailId, position);
    };
    Result<QByteArray> bytes = co_await m_context.database.reading(std::move(read));
    co_return bytes;
}

QCoro::Task<Result<void>> AccountSender::handOver(qint64 mailId)
{
    if (m_worker.isStopping())
        co_return Error{ Error::Code::Cancelled, u"The service is being stopped."_s };
    auto mark = Store::inTransaction([mailId, run = m_context.run](Store::Session &session) {
        return Store::markHandedOver(session, mailId, run);
    });
    Result<void> marked = co_await m_context.database.writing(std::move(mark));
    m_isHandedOver = marked.ok();
    co_return marked;
}

/// The outcome of a mail that the database has lost, e.g. because a standby that lagged behind took over.
std::optional<Store::OutboxMail> AccountSender::concludedBefore(const Store::OutboxMail &mail) const
{
    const auto known = std::ranges::find_if(m_concluded, [&mail](const Store::OutboxMail &one) {
        return one.id == mail.id && one.messageId == mail.messageId
            && one.giveUpAtMs == mail.giveUpAtMs && one.attempts >= mail.attempts;
    });
    return known == m_concluded.end() ? std::nullopt : std::optional(*known);
}

void AccountSender::remember(const Store::OutboxMail &mail)
{
    constexpr qsizetype most = 50;
    m_concluded.removeIf([&mail](const Store::OutboxMail &one) { return one.id == mail.id; });
    m_concluded.append(mail);
    if (m_concluded.size() > most)
        m_concluded.removeFirst();
}

/// Writes the known outcomes of mails that this run has claimed.
QCoro::Task<void> AccountSender::settleKnown()
{
    auto find = [id = m_accountId, run = m_context.run](Store::Session &session) {
        return Store::claimedOutboxMails(session, id, run);
    };
    const Result<QList<Store::OutboxMail>> claimed =
        co_await m_context.database.reading(std::move(find));
    for (const Store::OutboxMail &mail : claimed ? *claimed : QList<Store::OutboxMail>()) {
        const std::optional<Store::OutboxMail> known = concludedBefore(mail);
        if (!known || m_next || m_worker.isStopping())
            continue;
        Job job;
        job.mail = mail;
        co_await settle(std::move(job), *known);
    }
}

/// Writes once more the outcome of a mail, instead of sending it again.
QCoro::Task<void> AccountSender::settle(Job job, Store::OutboxMail known)
{
    qCWarning(logOutbox).noquote()
        << "account=" << m_accountId << "outbox=" << known.id << "status=" << known.status
        << "is stored again, because it is missing in the database";
    known.claimedBy = job.mail.claimedBy;
    known.mailId = job.mail.mailId;
    const bool wantsCopy = known.sentAt && known.mailId == 0;
    std::optional<SentCopy> copy = co_await copyOf(wantsCopy, known);
    co_await write(std::move(known), std::move(copy));
}

QCoro::Task<void> AccountSender::conclude(Job job, Smtp::Submission tried)
{
    const qint64 nowMs = m_context.clock.nowMs();
    const bool isDeferred = tried.end == End::Deferred;
    // A failure of our database does not count as an attempt either, until the mail is to be given up.
    const bool isOurTrouble =
        isDeferred && isOfStorage(tried.error->code) && nowMs < job.mail.giveUpAtMs;
    const bool isOurEnd =
        isOurTrouble || (isDeferred && tried.error->code == Error::Code::Cancelled);
    Store::OutboxMail after;
    if (isOurTrouble)
        after = afterInterruption(std::move(job.mail), nowMs + afterStorageTrouble.count());
    else if (isOurEnd)
        after = afterInterruption(std::move(job.mail), nowMs);
    else
        after = afterTry(std::move(job.mail), tried, m_context.settings.retry,
                         { nowMs, QRandomGenerator::global()->generateDouble() });
    qCInfo(logOutbox).noquote() << "account=" << m_accountId << "outbox=" << after.id
                                << "status=" << after.status << "attempts=" << after.attempts
                                << (tried.error && !isOurEnd ? tried.error->message : QString());
    if (!isOurEnd)
        remember(after);
    const bool wantsCopy = tried.end == End::Accepted && after.mailId == 0;
    std::optional<SentCopy> copy = co_await copyOf(wantsCopy, after);
    co_await write(std::move(after), std::move(copy));
}

QCoro::Task<std::optional<SentCopy>> AccountSender::copyOf(bool isWanted, Store::OutboxMail mail)
{
    if (!isWanted)
        co_return std::nullopt;
    auto load = [mail](Store::Session &session) {
        return Store::outboxOutline(session, mail);
    };
    Result<Store::OutboxOutline> message = co_await m_context.database.reading(std::move(load));
    if (!message || message->raw.isEmpty())
        co_return std::nullopt; // the mail is sent; a missing copy is no failure
    auto read = [from = *std::move(message), at = m_context.clock.now()] {
        return readSentCopy(from, at);
    };
    SentCopy copy = co_await Async::onPool(&m_context.pool, std::move(read));
    co_return copy;
}

QCoro::Task<void> AccountSender::write(Store::OutboxMail mail, std::optional<SentCopy> copy)
{
    for (bool isLogged = false;;) {
        auto work = [mail, copy, mine = claimUntil(),
                     isLast = !mayGoOn()](Store::Session &session) -> Result<Turn> {
            if (!isLast)
                return writeOutcomeAndClaim(session, mail, copy, mine);
            const Result<Store::OutboxMail> done = writeOutcome(session, mail, copy);
            RETURN_IF_ERROR(done);
            return Turn{ *done, {} };
        };
        Result<Turn> written = co_await m_context.database.writing(std::move(work));
        if (written) {
            m_next = std::move(written->next);
            if (copy && written->written.mailId != 0)
                m_indexer.add(written->written.mailId, copy->document);
            break;
        }
        m_hasLooseEnds = true;
        if (!std::exchange(isLogged, true))
            qCWarning(logOutbox).noquote()
                << "account=" << m_accountId << "outbox=" << mail.id
                << "the outcome cannot be stored:" << written.error().message;
        if (m_worker.isStopping() || written.error().code == Error::Code::Conflict)
            break; // the next start finds its mark and does not send it twice
        co_await m_worker.pause(writeAgainAfter, this);
    }
    m_tried(mail.id);
}

} // namespace Outbox
