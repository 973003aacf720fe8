// SPDX-License-Identifier: GPL-3.0-or-later
#include "imap/session.h"

#include "imap/connection.h"
#include "imap/idling.h"
#include "imap/mailboxname.h"
#include "imap/statuserror.h"

namespace Imap {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr qsizetype mostAlerts = 10;

/// How many of Limits::newsEntries it counts as. Mails have two or three flags, but a hostile server may
/// send 100,000.
qsizetype entriesOf(const FetchedMessage &message)
{
    constexpr qsizetype usualBytes = 512;
    qsizetype bytes = 0;
    for (const QByteArray &flag : *message.flags)
        bytes += qsizetype(sizeof flag) + flag.size();
    return 1 + bytes / usualBytes;
}

} // namespace

bool MailboxNews::isEmpty() const
{
    return !exists && expunged.isEmpty() && vanished.isEmpty() && changed.isEmpty() && !overflow;
}

bool MailboxNews::saysMoreThanCount() const
{
    return overflow || !expunged.isEmpty() || !vanished.isEmpty() || !changed.isEmpty();
}

Session::Session(Net::TlsPolicy policy, SessionOptions options, QObject *parent)
    : QObject(parent), m_policy(std::move(policy)), m_options(options)
{
}

Session::~Session()
{
    abort({ Error::Code::Cancelled, u"The mail session was cancelled."_s });
}

void Session::abort(Error why)
{
    if (m_connection)
        m_connection->abort(std::move(why));
}

bool Session::isOpen() const
{
    return m_connection && m_connection->isOpen();
}

QByteArray Session::peerKey() const
{
    return m_connection ? m_connection->peerKey() : QByteArray();
}

QSslCertificate Session::peerCertificate() const
{
    return m_connection ? m_connection->peerCertificate() : QSslCertificate();
}

MailboxNews Session::takeNotifications()
{
    m_news.vanished = m_vanished.take();
    m_newsEntries = 0;
    return std::exchange(m_news, {});
}

QStringList Session::takeAlerts()
{
    return std::exchange(m_alerts, {});
}

QCoro::Task<void> Session::logout()
{
    if (!isOpen())
        co_return;
    m_connection->expectBye();
    QTimer deadline;
    deadline.setSingleShot(true);
    connect(&deadline, &QTimer::timeout, this, [this] {
        abort({ Error::Code::Timeout, u"The server did not answer the logout in time."_s });
    });
    deadline.start(5s);
    const Answer sent = send("LOGOUT");
    const Result<StatusLine> answer = co_await sent;
    if (answer)
        abort({ Error::Code::Cancelled, u"The mail session was closed."_s });
}

QCoro::Task<Result<void>> Session::noop()
{
    const Result<void> done = co_await simple("NOOP");
    co_return done;
}

/// A command of which only the tagged answer counts.
QCoro::Task<Result<void>> Session::simple(QByteArray command)
{
    const Answer sent = send(std::move(command));
    const Result<StatusLine> answer = co_await sent;
    CO_RETURN_IF_ERROR(answer);
    co_return statusResult(*answer);
}

Session::Answer Session::send(std::shared_ptr<Command> command)
{
    if (m_connection)
        return m_connection->send(std::move(command));
    command->done.finish(Error{ Error::Code::Unreachable, u"The mail session is not open."_s });
    return command->done;
}

Session::Answer Session::send(QByteArray text)
{
    auto command = std::make_shared<Command>();
    command->text = std::move(text);
    return send(std::move(command));
}

void Session::onUntagged(Response &&response)
{
    if (auto *capability = std::get_if<CapabilityData>(&response)) {
        m_capabilities = std::move(capability->capabilities);
        ++m_capabilityNews;
        return;
    }
    if (!m_trusted) // before TLS it may come from an attacker
        return;
    if (const auto *status = std::get_if<StatusLine>(&response))
        onStatus(*status);
    else if (const auto *exists = std::get_if<ExistsData>(&response))
        (m_entering ? m_entering->exists : m_news.exists.emplace()) = exists->count;
    else if (const auto *expunge = std::get_if<ExpungeData>(&response))
        onExpunged(*expunge);
    else if (const auto *vanished = std::get_if<VanishedData>(&response))
        onVanished(*vanished);
    else if (auto *message = std::get_if<FetchedMessage>(&response))
        onChanged(std::move(*message));
    else if (auto *folder = std::get_if<ListedFolder>(&response); folder && m_listing)
        onListed(std::move(*folder));
    else if (auto *counts = std::get_if<FolderStatus>(&response); counts && m_statuses)
        onFolderStatus(std::move(*counts));
    else if (auto *found = std::get_if<SearchResult>(&response); found && m_searching)
        *m_searching = std::move(*found);
    noteOverflow();
    if (hasNews())
        endIdle(IdleEnd::News);
}

void Session::onStatus(const StatusLine &status)
{
    if (status.code == "CAPABILITY") {
        m_capabilities = Capabilities::parse(status.codeData);
        ++m_capabilityNews;
    } else if (status.code == "ALERT" && !status.text.isEmpty()) {
        if (m_alerts.size() < mostAlerts && !m_alerts.contains(status.text))
            m_alerts.append(status.text);
    } else if (m_entering) {
        const quint64 number = status.codeNumber().value_or(0);
        if (status.code == "CLOSED") // RFC 7162 3.2.11: earlier data is of the old mailbox
            startEntering(m_entering->path);
        else if (status.code == "UIDVALIDITY" && number <= UidSet::Star)
            m_entering->uidValidity = quint32(number);
        else if (status.code == "UIDNEXT" && number <= UidSet::Star)
            m_entering->uidNext = quint32(number);
        else if (status.code == "HIGHESTMODSEQ")
            m_entering->highestModSeq = number;
    } else if (status.code == "UIDVALIDITY" && m_uidValidity != 0
               && status.codeNumber() != m_uidValidity) {
        // All UIDs are void now, also those in running commands. The end is queued, because the
        // coroutines that it resumes may destroy this object.
        QMetaObject::invokeMethod(this, &Session::endRenumbered, Qt::QueuedConnection);
    }
}

/// Resets the data of the mailbox that is being opened.
void Session::startEntering(const QString &path)
{
    *m_entering = Mailbox{ .path = path };
    m_enteredVanished = {};
    m_enteredEntries = 0;
}

// Folders above the limit are not kept; list() then returns an error.
void Session::onListed(ListedFolder &&folder)
{
    if (m_listing->size() <= m_options.limits.folders)
        m_listing->append(std::move(folder));
}

// Keeps at most one for each folder that may be listed; more were not requested.
void Session::onFolderStatus(FolderStatus &&status)
{
    const QString path = status.path;
    if (m_statuses->size() <= m_options.limits.folders)
        m_statuses->insert(path, std::move(status));
}

void Session::endRenumbered()
{
    abort({ Error::Code::Server,
            u"The server renumbered the mails of the folder (its UIDVALIDITY changed)."_s });
}

void Session::onExpunged(const ExpungeData &expunge)
{
    if (!m_news.overflow)
        m_news.expunged.append(expunge.seq);
}

void Session::onVanished(const VanishedData &vanished)
{
    UidCollector &known = m_entering ? m_enteredVanished : m_vanished;
    if ((m_entering || !m_news.overflow)
        && known.heldRanges() <= m_options.limits.newsEntries) // as in onChanged()
        known.add(vanished.uids);
}

void Session::onChanged(FetchedMessage &&message)
{
    if (!message.flags)
        return;
    if (!m_entering && m_news.overflow)
        return;
    qsizetype &entries = m_entering ? m_enteredEntries : m_newsEntries;
    if (entries > m_options.limits.newsEntries) // noteOverflow() and enter() handle this
        return;
    entries += entriesOf(message);
    QList<FetchedMessage> &known = m_entering ? m_entering->changed : m_news.changed;
    known.append({ .seq = message.seq,
                   .uid = message.uid,
                   .flags = std::move(message.flags),
                   .modSeq = message.modSeq });
}

void Session::noteOverflow()
{
    const qsizetype most = m_options.limits.newsEntries;
    if (m_newsEntries + m_news.expunged.size() + m_vanished.heldRanges() <= most)
        return;
    m_news.changed.clear();
    m_news.expunged.clear();
    m_vanished = {};
    m_newsEntries = 0;
    m_news.overflow = true;
}

Result<QByteArray> Session::mailboxArgument(const QString &path) const
{
    for (const QChar c : path) {
        if (c == u'\r' || c == u'\n' || c == QChar(u'\0'))
            return Error{ Error::Code::BadRequest,
                          u"A folder name must not contain line breaks or NUL."_s };
    }
    QByteArray name = m_wireNames.value(path);
    if (name.isEmpty())
        name = encodeMailboxName(path);
    name.replace('\\', "\\\\").replace('"', "\\\"");
    return '"' + name + '"';
}

void Session::forgetEverything()
{
    m_capabilities = {};
    m_trusted = m_authenticated = m_identified = m_qresyncEnabled = m_wake = false;
    m_opensPlainly = m_listsPlainly = m_isUnsteady = m_isExamined = false;
    m_wireNames.clear();
    takeNotifications();
    m_alerts.clear();
}

} // namespace Imap
