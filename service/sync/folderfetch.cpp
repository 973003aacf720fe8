// SPDX-License-Identifier: GPL-3.0-or-later
// The part of FolderSync that fetches mails, and skips those that the server cannot return.
#include "sync/foldersync.h"
#include "sync/log.h"

#include <QSet>

namespace Sync {

namespace {

/// If more mails than these, plus a tenth of the returned ones, are unreadable, the mails are not the cause.
constexpr qsizetype fewUnreadable = 50;

QList<quint32> notAmong(QList<quint32> uids, const QList<Imap::FetchedMessage> &messages)
{
    QSet<quint32> came;
    for (const Imap::FetchedMessage &message : messages)
        came.insert(message.uid);
    uids.removeIf([&came](quint32 uid) { return came.contains(uid); });
    return uids;
}

} // namespace

/**
 * Fetches these mails; some may be missing in the result. If the server refuses (Courier and Exchange do, for
 * one mail among hundreds) or its answer cannot be read, the missing mails are requested again in halves, at
 * last without the structure, which is the part that senders can spoil. So one broken mail affects no other.
 */
QCoro::Task<Result<FolderSync::Messages>> FolderSync::fetchMessages(Imap::FetchRequest request,
                                                                    QList<quint32> uids)
{
    request.uids = Imap::UidSet::fromUids(uids);
    auto messages = std::make_shared<Messages>();
    messages->reserve(uids.size());
    auto sink = [messages](Imap::FetchedMessage &&message) {
        messages->append(std::move(message));
    };
    const Result<void> fetched = co_await m_session.fetch(request, std::move(sink));
    m_returned += messages->size();
    if (fetched)
        co_return std::move(*messages);
    const bool isRefusal = fetched.error().code == Error::Code::Server && m_session.isOpen();
    if (!isRefusal)
        co_return fetched.error();
    const QList<quint32> missing = notAmong(uids, *messages);
    if (request.emailId) { // a proxy may reject items of its server's capabilities
        m_refusesEmailIds = true;
        request.emailId = false;
        Result<Messages> more = co_await fetchMessages(request, missing);
        CO_RETURN_IF_ERROR(more);
        messages->append(std::move(*more));
        co_return std::move(*messages);
    }
    const bool isLast = missing.size() == 1 && uids.size() == 1;
    if (isLast && !request.bodyStructure) {
        CO_RETURN_IF_ERROR(skip(missing.first(), fetched.error()));
        co_return Messages();
    }
    if (isLast)
        request.bodyStructure = false;
    const qsizetype half =
        missing.size() == uids.size() ? (missing.size() + 1) / 2 : missing.size();
    const QList<QList<quint32>> parts = chunks(missing, half, half);
    for (const QList<quint32> &part : parts) {
        Result<Messages> more = co_await fetchMessages(request, part);
        CO_RETURN_IF_ERROR(more);
        messages->append(std::move(*more));
    }
    co_return std::move(*messages);
}

bool FolderSync::offersEmailIds() const
{
    return m_session.capabilities().has("OBJECTID") && !m_refusesEmailIds;
}

Result<void> FolderSync::skip(quint32 uid, const Error &why)
{
    m_unreadable.insert(uid);
    if (m_unreadable.size() > fewUnreadable + m_returned / 10)
        return why;
    qCWarning(logSync).noquote() << "account=" << m_account.id << "folder=" << m_folder.id
                                 << "uid=" << uid << "is left out:" << why.message;
    return {};
}

} // namespace Sync
