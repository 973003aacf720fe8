// SPDX-License-Identifier: GPL-3.0-or-later
#include "outbox/appender.h"

#include "outbox/log.h"
#include "store/outbox.h"
#include "store/transaction.h"
#include "sync/imapendpoint.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Outbox {

namespace {

constexpr auto lookEvery = 60s;
constexpr std::chrono::milliseconds again = 5min; ///< times the number of tries
constexpr int mostTries = 10;
constexpr auto longestAppend = 10min;
constexpr auto longestWait = 90s; ///< for a place at the mailbox, whose accounts take turns of 60 s

} // namespace

Appender::Appender(Context &context, QObject *parent)
    : QObject(parent), m_context(context), m_timer(this)
{
    m_timer.setInterval(lookEvery);
    QObject::connect(&m_timer, &QTimer::timeout, this, &Appender::look);
}

void Appender::look()
{
    m_looksAgain = true;
    if (!m_isRunning && !m_isStopping)
        run();
}

QCoro::Task<void> Appender::stop()
{
    m_isStopping = true;
    m_timer.stop();
    if (!m_isRunning)
        co_return;
    if (m_place)
        m_place->cancel();
    if (m_session)
        m_session->abort({ Error::Code::Cancelled, u"The service is being stopped."_s });
    Async::Completion<bool> stopped;
    m_stopped.append(stopped);
    if (m_isRunning)
        co_await stopped;
}

QCoro::Task<void> Appender::run()
{
    m_isRunning = true;
    while (std::exchange(m_looksAgain, false) && !m_isStopping) {
        for (bool isMore = true; isMore && !m_isStopping;) {
            Result<std::optional<Job>> job = co_await next();
            isMore = job && *job;
            if (!isMore)
                break;
            const Store::OutboxMail mail = (*job)->mail;
            const End end = co_await put(**std::move(job));
            const bool isNoted = co_await note(mail, end);
            isMore = isNoted;
        }
    }
    m_isRunning = false;
    if (!m_isStopping)
        m_timer.start();
    for (const Async::Completion<bool> &stopped : std::exchange(m_stopped, {}))
        stopped.finish(true);
}

QCoro::Task<Result<std::optional<Appender::Job>>> Appender::next()
{
    auto find =
        [nowMs = m_context.clock.nowMs()](Store::Session &session) -> Result<std::optional<Job>> {
        const auto mail = Store::outboxMailToAppend(session, nowMs);
        if (!mail)
            return mail.error();
        if (!*mail)
            return std::optional<Job>();
        const Result<Store::Account> account = Store::accountById(session, (*mail)->accountId);
        const Result<QByteArray> first = Store::outboxPiece(session, (*mail)->id, 0);
        if (!account || !first)
            return account ? first.error() : account.error();
        return std::optional(Job{ **mail, *account, !first->isEmpty() });
    };
    Result<std::optional<Job>> job = co_await m_context.database.reading(std::move(find));
    co_return job;
}

QCoro::Task<Appender::End> Appender::put(Job job)
{
    if (!job.account.appendSent || !job.hasMessage)
        co_return End::Impossible;
    m_place.emplace(m_context.mailboxes, Sync::mailboxOf(job.account));
    QTimer patience; // others' mail does not wait for one mailbox that is full
    patience.setSingleShot(true);
    QObject::connect(&patience, &QTimer::timeout, this, [this] { m_place->cancel(); });
    patience.start(longestWait);
    const bool isAdmitted = co_await m_place->admitted();
    patience.stop();
    Result<void> done =
        Error{ Error::Code::Unreachable, u"The mailbox has all the connections that it may."_s };
    if (isAdmitted) {
        Result<void> outcome = co_await putInPlace(job);
        done = std::move(outcome);
    }
    m_session.reset();
    m_place.reset();
    if (done)
        co_return End::Done;
    qCInfo(logOutbox).noquote() << "account=" << job.account.id << "outbox=" << job.mail.id
                                << "not put into the server's folder:" << done.error().message;
    co_return End::Again;
}

QCoro::Task<Result<void>> Appender::putInPlace(Job job)
{
    const Result<void> connected = co_await connect(job.account);
    if (!connected)
        co_return connected;
    const Result<QString> folder = co_await sentFolder();
    if (!folder)
        co_return folder.error();
    const Result<bool> known = co_await isThere(*folder, job.mail.messageId);
    if (!known)
        co_return known.error();
    if (!*known) {
        const Result<void> appended = co_await m_session->append(*folder, messageOf(job.mail));
        if (!appended)
            co_return appended;
    }
    co_await m_session->logout();
    co_return Result<void>();
}

QCoro::Task<Result<void>> Appender::connect(Store::Account account)
{
    Imap::Login login;
    login.username = account.username;
    if (!account.secretRef.isEmpty()) {
        Result<QByteArray> secret =
            co_await m_context.secrets.get(QString::fromLatin1(account.secretRef));
        if (!secret)
            co_return secret.error();
        (account.authType == "oauth2" ? login.accessToken : login.password) = *std::move(secret);
    }
    const Result<Net::Endpoint> endpoint = co_await Sync::imapEndpoint(&m_context.secrets, account);
    if (!endpoint)
        co_return endpoint.error();
    if (m_isStopping)
        co_return Error{ Error::Code::Cancelled, u"The service is being stopped."_s };
    m_session = std::make_unique<Imap::Session>(m_context.tls, m_context.imap);
    QTimer::singleShot(longestAppend, m_session.get(), [session = m_session.get()] {
        session->abort({ Error::Code::Timeout, u"The server did not take the mail in time."_s });
    });
    const Result<void> opened = co_await m_session->open(*endpoint);
    if (!opened)
        co_return opened;
    Result<void> loggedIn = co_await m_session->login(std::move(login));
    co_return loggedIn;
}

QCoro::Task<Result<QString>> Appender::sentFolder()
{
    const Result<QList<Imap::ListedFolder>> folders = co_await m_session->list();
    if (!folders)
        co_return folders.error();
    for (const Imap::ListedFolder &folder : *folders) {
        if (folder.role == Imap::FolderRole::Sent && folder.isSelectable())
            co_return folder.path;
    }
    co_return Error{ Error::Code::NotFound, u"The server has no folder for sent mail."_s };
}

QCoro::Task<Result<bool>> Appender::isThere(QString folder, QByteArray messageId)
{
    const Result<Imap::Mailbox> opened = co_await m_session->examine(folder);
    if (!opened)
        co_return opened.error();
    QByteArray quoted = messageId;
    quoted.replace('\\', "\\\\").replace('"', "\\\"");
    const Result<Imap::SearchResult> found =
        co_await m_session->uidSearch("HEADER Message-ID \"" + quoted + '"');
    if (!found)
        co_return found.error();
    co_return !found->uids.isEmpty();
}

Imap::OutgoingMessage Appender::messageOf(const Store::OutboxMail &mail)
{
    const auto position = std::make_shared<int>(0);
    return { mail.size, [this, id = mail.id, position] {
                return piece(id, (*position)++);
            } };
}

QCoro::Task<Result<QByteArray>> Appender::piece(qint64 mailId, int position)
{
    auto read = [mailId, position](Store::Session &session) {
        return Store::outboxPiece(session, mailId, position);
    };
    Result<QByteArray> bytes = co_await m_context.database.reading(std::move(read));
    co_return bytes;
}

/// False: it could not be written, and is looked at again later.
QCoro::Task<bool> Appender::note(Store::OutboxMail mail, End end)
{
    const bool isOver = end != End::Again || ++mail.appendAttempts >= mostTries;
    mail.appendAtMs =
        isOver ? 0 : m_context.clock.nowMs() + again.count() * std::max(1, mail.appendAttempts);
    if (m_isStopping && !isOver)
        co_return false;
    auto write = [mail, isOver](Store::Session &session) -> Result<void> {
        Store::Transaction transaction(session);
        const Result<void> noted = Store::noteAppended(session, mail);
        if (!noted)
            return noted;
        if (isOver && mail.status == "sent") {
            const Result<void> dropped = Store::dropOutboxMessage(session, mail.id);
            if (!dropped)
                return dropped;
        }
        return transaction.commit();
    };
    const Result<void> written = co_await m_context.database.writing(std::move(write));
    co_return written.ok();
}

} // namespace Outbox
