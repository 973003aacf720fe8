// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/partfetcher.h"

#include "mailbox/opening.h"

#include <QTimer>

#include <deque>

using namespace Qt::StringLiterals;

namespace Sync {

namespace {

constexpr quint32 pieceBytes = 256 * 1024;
constexpr std::chrono::milliseconds checkEvery{ 250 }; ///< checks whether the caller still waits
constexpr size_t piecesAtOnce = 4; ///< requested ahead, without a pause for each round trip

Error noLongerWanted()
{
    return { Error::Code::Cancelled,
             u"The download was cancelled, because no client waits for the part."_s };
}

Error isGone()
{
    return { Error::Code::NotFound, u"The mail server does not have this part any more."_s };
}

} // namespace

QCoro::Task<Result<qint64>> PartFetcher::fetch(PartWanted wanted)
{
    if (m_isStopping)
        co_return noLongerWanted();
    ++m_running;
    auto &turns = m_turns[wanted.accountId];
    if (!turns)
        turns = std::make_shared<Async::Slots>(1);
    const std::shared_ptr<Async::Slots> kept = turns;
    Result<qint64> fetched = noLongerWanted();
    {
        const Async::Slots::Lease turn = co_await kept->acquire();
        Result<qint64> done = co_await fetchInTurn(wanted);
        fetched = std::move(done);
    }
    ended();
    co_return fetched;
}

void PartFetcher::ended()
{
    if (--m_running == 0 && m_isStopping)
        m_stopped.finish(true);
}

QCoro::Task<Result<qint64>> PartFetcher::fetchInTurn(PartWanted wanted)
{
    if (m_isStopping || !*wanted.isWanted)
        co_return noLongerWanted();
    const Result<Source> source = co_await sourceOf(wanted);
    CO_RETURN_IF_ERROR(source);
    Async::Admission::Slot place(m_admissions.mailboxes,
                                 m_admissions.groupsOfMailbox(source->account));
    const bool isAdmitted = co_await admitted(&place, wanted);
    if (!isAdmitted || m_isStopping)
        co_return noLongerWanted();
    Result<qint64> fetched = co_await fetchInPlace(wanted, *source);
    co_return fetched;
}

// The caller may stop waiting while all connections to the mailbox are in use.
QCoro::Task<bool> PartFetcher::admitted(Async::Admission::Slot *place, PartWanted wanted)
{
    m_waiting.insert(place, wanted.accountId);
    QTimer check;
    QObject::connect(&check, &QTimer::timeout, this, [place, isWanted = wanted.isWanted] {
        if (!*isWanted)
            place->cancel();
    });
    check.start(checkEvery);
    const bool isAdmitted = co_await place->admitted();
    m_waiting.remove(place);
    co_return isAdmitted;
}

QCoro::Task<Result<qint64>> PartFetcher::fetchInPlace(PartWanted wanted, Source source)
{
    const auto session = std::make_unique<Imap::Session>(m_context.tls, m_context.imap);
    m_sessions.insert(session.get(), wanted.accountId);
    const Result<void> opened = co_await open(session.get(), std::move(source));
    Result<qint64> copied = opened ? Result<qint64>(0) : Result<qint64>(opened.error());
    if (opened) {
        Result<qint64> done = co_await copy(session.get(), wanted);
        copied = std::move(done);
    }
    if (session->isOpen())
        co_await session->logout();
    m_sessions.remove(session.get());
    co_return copied;
}

QCoro::Task<Result<PartFetcher::Source>> PartFetcher::sourceOf(PartWanted wanted)
{
    auto find = [wanted](Store::Session &session) -> Result<Source> {
        const Result<Store::Account> account = Store::accountById(session, wanted.accountId);
        RETURN_IF_ERROR(account);
        const Result<Store::Folder> folder = Store::folderById(session, wanted.folderId);
        RETURN_IF_ERROR(folder);
        return Source{ *account, *folder };
    };
    Result<Source> source = co_await m_context.database.reading(std::move(find));
    if (source && source->account.status == "disabled")
        co_return Error{ Error::Code::Unreachable, u"The account is disabled."_s };
    co_return source;
}

QCoro::Task<Result<void>> PartFetcher::open(Imap::Session *session, Source source)
{
    Mailbox::Opening opening(source.account,
                             { .secrets = &m_context.secrets, .logins = &m_context.logins },
                             [this] { return m_isStopping; });
    const Result<void> opened = co_await opening.open(session);
    CO_RETURN_IF_ERROR(opened);
    const Result<Imap::Mailbox> mailbox = co_await session->examine(source.folder.path);
    CO_RETURN_IF_ERROR(mailbox);
    // Under another UIDVALIDITY the same UID is another mail.
    if (mailbox->uidValidity != source.folder.uidValidity)
        co_return isGone();
    co_return {};
}

QCoro::Task<Result<qint64>> PartFetcher::copy(Imap::Session *session, PartWanted wanted)
{
    const auto file = std::make_shared<PartFile>(wanted.file, wanted.encoding, wanted.maxBytes);
    auto create = [file] {
        return file->create();
    };
    const Result<void> created = co_await Async::onPool(&m_context.pool, std::move(create));
    CO_RETURN_IF_ERROR(created);
    const Result<void> copied = co_await copyPieces(session, wanted, file);
    CO_RETURN_IF_ERROR(copied);
    auto finish = [file] {
        return file->finish();
    };
    Result<qint64> finished = co_await Async::onPool(&m_context.pool, std::move(finish));
    co_return finished;
}

// Some pieces are requested ahead, also past the end, because the size of the part is not known before. All
// of them are awaited, also after a failure, because they use the session.
QCoro::Task<Result<void>> PartFetcher::copyPieces(Imap::Session *session, PartWanted wanted,
                                                  std::shared_ptr<PartFile> file)
{
    std::deque<QCoro::Task<Result<Piece>>> running;
    Result<void> outcome;
    bool isEnd = false;
    for (quint64 next = 0; !isEnd || !running.empty();) {
        if (!isEnd && running.size() < piecesAtOnce) {
            running.push_back(piece(session, wanted, next));
            next += pieceBytes;
            continue;
        }
        QCoro::Task<Result<Piece>> oldest = std::move(running.front());
        running.pop_front();
        const Result<Piece> got = co_await oldest;
        if (isEnd)
            continue;
        isEnd = !got || got->isLast || !*wanted.isWanted;
        if (!got) {
            outcome = got.error();
            continue;
        }
        auto write = [file, bytes = got->bytes] {
            return file->write(bytes);
        };
        const Result<void> written = co_await Async::onPool(&m_context.pool, std::move(write));
        if (!written)
            outcome = written;
        else if (!got->isLast && isEnd)
            outcome = noLongerWanted();
        isEnd = isEnd || !written;
    }
    co_return outcome;
}

QCoro::Task<Result<PartFetcher::Piece>> PartFetcher::piece(Imap::Session *session,
                                                           PartWanted wanted, quint64 origin)
{
    Imap::FetchRequest request;
    request.uids = Imap::UidSet::range(wanted.uid, wanted.uid);
    request.sections.append(
        Imap::SectionRequest{ wanted.section, Imap::PartialRange{ origin, pieceBytes } });
    const auto found = std::make_shared<std::optional<Imap::BodySection>>();
    const auto memory = std::make_shared<Imap::FetchedMessage::Memory>();
    const QByteArray section = wanted.section;
    const quint32 uid = wanted.uid;
    auto take = [found, memory, section, uid, origin](Imap::FetchedMessage &&message) {
        if (message.uid != uid)
            return;
        *memory = message.memory;
        if (section.isEmpty() && !message.body.isNull())
            *found = Imap::BodySection{ {}, message.bodyOrigin, std::move(message.body) };
        for (Imap::BodySection &part : message.sections) {
            if (part.section == section && part.origin.value_or(origin) == origin)
                *found = std::move(part);
        }
    };
    const Result<void> fetched = co_await session->fetch(std::move(request), std::move(take));
    CO_RETURN_IF_ERROR(fetched);
    const bool isThere = found->has_value() && !(*found)->data.isNull();
    if (!isThere && origin == 0)
        co_return isGone();
    if (!found->has_value()) // the end of the part is an answer without bytes
        co_return Error{ Error::Code::Protocol,
                         u"The mail server did not send a piece of the mail."_s };
    Piece piece;
    piece.memory = *memory;
    if (isThere)
        piece.bytes = std::move((*found)->data);
    // A response without an origin holds the whole part: some servers do not support partial ranges.
    const bool isAll = isThere && !(*found)->origin;
    if (isAll && origin > 0)
        piece.bytes.clear();
    if (!isAll && piece.bytes.size() > qsizetype(pieceBytes)) // the next piece would repeat bytes
        co_return Error{ Error::Code::Protocol,
                         u"The mail server sent more bytes of the mail than were requested."_s };
    piece.isLast = isAll || piece.bytes.size() < qsizetype(pieceBytes);
    co_return piece;
}

void PartFetcher::abort(qint64 accountId)
{
    for (Async::Admission::Slot *place : m_waiting.keys(accountId))
        place->cancel();
    const QList<Imap::Session *> sessions = m_sessions.keys(accountId);
    for (Imap::Session *session : sessions)
        session->abort({ Error::Code::Cancelled, u"The account was stopped."_s });
}

QCoro::Task<void> PartFetcher::stop()
{
    m_isStopping = true;
    for (Async::Admission::Slot *place : m_waiting.keys())
        place->cancel();
    const QList<Imap::Session *> sessions = m_sessions.keys();
    for (Imap::Session *session : sessions)
        session->abort({ Error::Code::Cancelled, u"The service is being stopped."_s });
    if (m_running > 0)
        co_await m_stopped;
}

} // namespace Sync
