// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/messagefetcher.h"

#include "common/async.h"
#include "parsing/listing.h"
#include "sync/plan.h"
#include "sync/unreadablemails.h"

#include <QHash>
#include <QSet>

namespace Sync {

namespace {

QList<quint32> notAmong(QList<quint32> uids, const QList<Imap::FetchedMessage> &messages)
{
    QSet<quint32> came;
    for (const Imap::FetchedMessage &message : messages)
        came.insert(message.uid);
    uids.removeIf([&came](quint32 uid) { return came.contains(uid); });
    return uids;
}

QList<quint32> largerThan(qint64 bytes, const QList<Imap::FetchedMessage> &messages)
{
    QList<quint32> uids;
    for (const Imap::FetchedMessage &message : messages) {
        if (message.size && qint64(*message.size) > bytes)
            uids.append(message.uid);
    }
    return uids;
}

} // namespace

QCoro::Task<Result<MessageFetcher::Messages>> MessageFetcher::fetchRows(QList<quint32> uids,
                                                                        qint64 largest)
{
    const Imap::FetchRequest request = Parsing::listRequest(offersEmailIds());
    Result<Messages> messages = co_await fetch(request, uids);
    CO_RETURN_IF_ERROR(messages);
    const QList<quint32> large = largerThan(largest, *messages);
    if (large.isEmpty())
        co_return messages;
    Result<Messages> whole = co_await withStructures(std::move(*messages), large);
    co_return whole;
}

QCoro::Task<Result<MessageFetcher::Messages>> MessageFetcher::withStructures(Messages rows,
                                                                             QList<quint32> uids)
{
    const Imap::FetchRequest request = Parsing::structureRequest();
    Result<Messages> answers = co_await fetch(request, uids);
    CO_RETURN_IF_ERROR(answers);
    QHash<quint32, std::optional<Imap::BodyStructure>> structures;
    for (Imap::FetchedMessage &answer : *answers) {
        if (answer.bodyStructure)
            structures.insert(answer.uid, std::move(answer.bodyStructure));
    }
    for (Imap::FetchedMessage &row : rows) {
        if (structures.contains(row.uid))
            row.bodyStructure = structures.value(row.uid);
    }
    co_return rows;
}

bool MessageFetcher::offersEmailIds() const
{
    return m_session.capabilities().has("OBJECTID") && !m_refusesEmailIds;
}

QCoro::Task<Result<QList<Parsing::ReadBody>>>
MessageFetcher::fetchBodies(QList<Store::BodyWanted> wanted)
{
    const Imap::FetchRequest request = Parsing::bodyRequest(wanted);
    QList<quint32> uids;
    for (const Store::BodyWanted &mail : std::as_const(wanted))
        uids.append(mail.uid);
    Result<Messages> fetched = co_await fetch(request, uids);
    CO_RETURN_IF_ERROR(fetched);
    auto read = [messages = std::move(*fetched)]() mutable {
        QList<Parsing::ReadBody> bodies;
        bodies.reserve(messages.size());
        for (Imap::FetchedMessage &message : messages) {
            const QByteArray raw = std::exchange(message.body, {}); // freed at once: it is large
            if (!raw.isNull()) // NIL: the server cannot return it
                bodies.append(Parsing::readBody(message.uid, raw));
        }
        return bodies;
    };
    QList<Parsing::ReadBody> bodies = co_await Async::onPool(&m_pool, std::move(read));
    co_return bodies;
}

QCoro::Task<Result<MessageFetcher::Messages>> MessageFetcher::fetch(Imap::FetchRequest request,
                                                                    QList<quint32> uids)
{
    request.uids = Imap::UidSet::fromUids(uids);
    auto messages = std::make_shared<Messages>();
    messages->reserve(uids.size());
    auto sink = [messages](Imap::FetchedMessage &&message) {
        messages->append(std::move(message));
    };
    const Result<void> fetched = co_await m_session.fetch(request, std::move(sink));
    m_unreadable.countReturned(messages->size());
    if (fetched)
        co_return std::move(*messages);
    const bool isRefusal = fetched.error().code == Error::Code::Server && m_session.isOpen();
    if (!isRefusal)
        co_return fetched.error();
    const QList<quint32> missing = notAmong(uids, *messages);
    Result<Messages> more = co_await fetchAgain(request, missing, uids.size(), fetched.error());
    CO_RETURN_IF_ERROR(more);
    messages->append(std::move(*more));
    co_return std::move(*messages);
}

/// The server refused a request for `requested` mails, and did not return the `missing` ones.
QCoro::Task<Result<MessageFetcher::Messages>> MessageFetcher::fetchAgain(Imap::FetchRequest request,
                                                                         QList<quint32> missing,
                                                                         qsizetype requested,
                                                                         Error why)
{
    if (request.emailId) { // a proxy may reject items of its server's capabilities
        m_refusesEmailIds = true;
        request.emailId = false;
        Result<Messages> more = co_await fetch(request, missing);
        co_return more;
    }
    const bool isLast = missing.size() == 1 && requested == 1;
    if (isLast && request.bodyStructure) // the mail is listed without its structure
        co_return Messages();
    if (isLast) {
        CO_RETURN_IF_ERROR(m_unreadable.skip(missing.first(), why));
        co_return Messages();
    }
    const qsizetype half = missing.size() == requested ? (missing.size() + 1) / 2 : missing.size();
    const QList<QList<quint32>> parts = chunks(missing, half, half);
    Result<Messages> more = co_await fetchInParts(request, parts);
    co_return more;
}

QCoro::Task<Result<MessageFetcher::Messages>>
MessageFetcher::fetchInParts(Imap::FetchRequest request, QList<QList<quint32>> parts)
{
    Messages messages;
    for (const QList<quint32> &part : std::as_const(parts)) {
        Result<Messages> more = co_await fetch(request, part);
        CO_RETURN_IF_ERROR(more);
        messages.append(std::move(*more));
    }
    co_return messages;
}

} // namespace Sync
