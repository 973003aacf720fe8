// SPDX-License-Identifier: GPL-3.0-or-later
#include "outbox/appendtask.h"

#include "mailbox/folderroles.h"
#include "mailbox/imapendpoint.h"
#include "mailbox/opening.h"
#include "outbox/log.h"
#include "store/db/transaction.h"
#include "store/queue/outbox.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Outbox {

namespace {

constexpr std::chrono::milliseconds again = 5min; ///< multiplied by the number of attempts
constexpr int mostTries = 10;
constexpr auto longestAppend = 10min;

} // namespace

QByteArray AppendTask::copyState(End end, bool isOver)
{
    switch (end) {
    case End::Done:
        return "stored";
    case End::Again:
        return isOver ? "failed" : "pending";
    case End::Impossible:
        return "failed";
    case End::Unwanted:
        return {};
    }
    Q_UNREACHABLE();
}

AppendTask::AppendTask(qint64 accountId, Context &context, Places &places)
    : m_accountId(accountId), m_context(context), m_places(places), m_patience(this),
      m_worker([this] { return workOff(); })
{
    m_patience.setInterval(context.settings.patience);
    QObject::connect(&m_patience, &QTimer::timeout, this, [this] {
        if (m_place)
            m_place->stepAside(); // repeated until a place aside is free
    });
}

AppendTask::~AppendTask()
{
    Q_ASSERT(!m_worker.isRunning());
}

QCoro::Task<void> AppendTask::stop()
{
    QCoro::Task<void> stopped = m_worker.stop();
    if (m_session)
        m_session->abort({ Error::Code::Cancelled, u"The service is being stopped."_s });
    for (auto *turn : { &m_place, &m_mailbox }) {
        if (*turn)
            (*turn)->cancel();
    }
    co_await stopped;
}

QCoro::Task<void> AppendTask::workOff()
{
    for (bool isMore = true; isMore && !m_worker.isStopping();) {
        Result<std::optional<Job>> job = co_await next();
        isMore = job && *job;
        if (!isMore)
            break;
        const Store::OutboxMail mail = (*job)->mail;
        Outcome end = co_await put(**std::move(job));
        const bool isNoted = co_await note(mail, std::move(end));
        isMore = isNoted;
    }
}

QCoro::Task<Result<std::optional<AppendTask::Job>>> AppendTask::next()
{
    auto find = [id = m_accountId, nowMs = m_context.clock.nowMs()](
                    Store::Session &session) -> Result<std::optional<Job>> {
        const auto mail = Store::outboxMailToAppend(session, id, nowMs);
        RETURN_IF_ERROR(mail);
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

QCoro::Task<AppendTask::Outcome> AppendTask::put(Job job)
{
    if (!job.account.appendSent)
        co_return Outcome{ End::Unwanted, {} };
    if (!job.hasMessage)
        co_return Outcome{ End::Impossible, u"The message is no longer stored here."_s };
    const bool isAdmitted = co_await enter(job.account);
    Result<void> done = Error{
        Error::Code::Unreachable,
        u"All permitted connections to the mailbox are in use. The service tries again later."_s
    };
    if (isAdmitted) {
        Result<void> outcome = co_await putInPlace(job);
        done = std::move(outcome);
    }
    m_session.reset();
    m_mailbox.reset();
    m_patience.stop();
    m_place.reset();
    if (done)
        co_return Outcome{ End::Done, {} };
    qCInfo(logOutbox).noquote() << "account=" << job.account.id << "outbox=" << job.mail.id
                                << "not stored in the folder for sent mail of the server:"
                                << done.error().message;
    co_return Outcome{ End::Again, done.error().message };
}

// Waits for a place among the AppendTasks first, because a connection to the mailbox is then not available
// to the synchronisation.
QCoro::Task<bool> AppendTask::enter(Store::Account account)
{
    const QString host = Net::routeName(Mailbox::imapEndpoint(account, {}));
    m_place.emplace(m_places.admission, m_places.shares.groups(host, account.ownerId));
    const bool hasPlace = co_await m_place->admitted();
    if (!hasPlace)
        co_return false;
    m_patience.start();
    const QList<PlaceGroup> groups = m_context.admissions.groupsOfMailbox(account);
    m_mailbox.emplace(m_context.admissions.mailboxes, groups);
    QTimer patience; // a full mailbox must not delay the user's other mails
    patience.setSingleShot(true);
    QObject::connect(&patience, &QTimer::timeout, this, [this] { m_mailbox->cancel(); });
    patience.start(m_context.settings.mailboxWait);
    const bool isAtMailbox = co_await m_mailbox->admitted();
    co_return isAtMailbox;
}

QCoro::Task<Result<void>> AppendTask::putInPlace(Job job)
{
    const Result<void> connected = co_await connect(job.account);
    CO_RETURN_IF_ERROR(connected);
    const Result<QString> folder = co_await sentFolder(job.account);
    CO_RETURN_IF_ERROR(folder);
    const Result<bool> known = co_await isThere(*folder, job.mail.messageId);
    CO_RETURN_IF_ERROR(known);
    if (!*known) {
        // Courier refuses an APPEND to the folder that is open for reading only.
        const Result<void> left = co_await m_session->leaveExamined();
        CO_RETURN_IF_ERROR(left);
        const Result<void> appended = co_await m_session->append(*folder, messageOf(job.mail));
        CO_RETURN_IF_ERROR(appended);
    }
    co_await m_session->logout();
    co_return Result<void>();
}

QCoro::Task<Result<void>> AppendTask::connect(Store::Account account)
{
    Mailbox::Opening opening(account,
                             { .secrets = &m_context.secrets, .logins = &m_context.logins },
                             [this] { return m_worker.isStopping(); });
    if (account.secretRef.isEmpty()) // the server may not ask for a password (PREAUTH)
        opening.setSecret({});
    m_session = std::make_unique<Imap::Session>(m_context.tls, m_context.imap);
    QTimer::singleShot(longestAppend, m_session.get(), [session = m_session.get()] {
        session->abort({ Error::Code::Timeout, u"The server did not store the mail in time."_s });
    });
    Result<void> opened = co_await opening.open(m_session.get());
    co_return opened;
}

QCoro::Task<Result<QString>> AppendTask::sentFolder(Store::Account account)
{
    const Result<QList<Imap::ListedFolder>> folders = co_await m_session->list();
    CO_RETURN_IF_ERROR(folders);
    QString path = Mailbox::folderFor("sent", *folders, account.folderRoles);
    if (!path.isEmpty())
        co_return path;
    const QString chosen = account.folderRoles.value("sent");
    const QString missing = chosen.isEmpty()
        ? u"The account has no folder for sent mail at the server. Set one as folderRoles.sent."_s
        : u"The server has no folder %1, which is set as folderRoles.sent of the account."_s.arg(
            chosen);
    co_return Error{ Error::Code::NotFound, missing };
}

QCoro::Task<Result<bool>> AppendTask::isThere(QString folder, QByteArray messageId)
{
    const Result<Imap::Mailbox> opened = co_await m_session->examine(folder);
    CO_RETURN_IF_ERROR(opened);
    QByteArray quoted = messageId;
    quoted.replace('\\', "\\\\").replace('"', "\\\"");
    const Result<Imap::SearchResult> found =
        co_await m_session->uidSearch("HEADER Message-ID \"" + quoted + '"');
    CO_RETURN_IF_ERROR(found);
    co_return !found->uids.isEmpty();
}

Imap::OutgoingMessage AppendTask::messageOf(const Store::OutboxMail &mail)
{
    const auto position = std::make_shared<int>(0);
    return { mail.size, [this, id = mail.id, position] {
                return piece(id, (*position)++);
            } };
}

QCoro::Task<Result<QByteArray>> AppendTask::piece(qint64 mailId, int position)
{
    auto read = [mailId, position](Store::Session &session) {
        return Store::outboxPiece(session, mailId, position);
    };
    Result<QByteArray> bytes = co_await m_context.database.reading(std::move(read));
    co_return bytes;
}

/// False: the outcome was not stored, so the mail is tried again later.
QCoro::Task<bool> AppendTask::note(Store::OutboxMail mail, Outcome outcome)
{
    const bool isOver = outcome.end != End::Again || ++mail.appendAttempts >= mostTries;
    mail.copyState = copyState(outcome.end, isOver);
    mail.copyError = outcome.error;
    mail.appendAtMs =
        isOver ? 0 : m_context.clock.nowMs() + again.count() * std::max(1, mail.appendAttempts);
    if (m_worker.isStopping() && !isOver)
        co_return false;
    auto write = [mail, isOver](Store::Session &session) -> Result<void> {
        Store::Transaction transaction(session);
        RETURN_IF_ERROR(Store::noteAppended(session, mail));
        if (isOver && mail.status == "sent") {
            RETURN_IF_ERROR(Store::dropOutboxMessage(session, mail.id));
        }
        return transaction.commit();
    };
    const Result<void> written = co_await m_context.database.writing(std::move(write));
    co_return written.ok();
}

} // namespace Outbox
