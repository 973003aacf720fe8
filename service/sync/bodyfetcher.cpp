// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/bodyfetcher.h"

#include "indexing/indexer.h"
#include "parsing/listing.h"
#include "sync/foldercursor.h"
#include "sync/folderprogress.h"
#include "sync/folderstore.h"
#include "sync/messagefetcher.h"
#include "sync/outlinefetcher.h"

namespace Sync {

namespace {

/// Assigns the bodies to their mails and drops all others. Returns the ids of the mails without a body.
QList<qint64> assign(const QList<Store::BodyWanted> &wanted, QList<Parsing::ReadBody> &bodies)
{
    QHash<quint32, qint64> idOfUid;
    for (const Store::BodyWanted &mail : wanted)
        idOfUid.insert(mail.uid, mail.mailId);
    bodies.removeIf(
        [&idOfUid](const Parsing::ReadBody &read) { return !idOfUid.contains(read.uid); });
    for (Parsing::ReadBody &read : bodies)
        read.body.mailId = idOfUid.take(read.uid);
    return idOfUid.values();
}

} // namespace

void BodyFetcher::beginImport()
{
    m_hasMissing = false;
    m_requested.clear();
}

void BodyFetcher::endImport()
{
    m_indexer.writeNow();
}

// The exceptions are removed last, because a user may request a body while this waits for room.
QCoro::Task<Result<void>> BodyFetcher::fetch(QList<Store::BodyWanted> wanted)
{
    co_await m_indexer.room();
    const qsizetype count = wanted.size();
    wanted.removeIf([this](const auto &mail) { return m_requested.contains(mail.mailId); });
    if (!wanted.isEmpty()) {
        const Result<void> fetched = co_await fetchChunk(std::move(wanted), Urgency::None);
        CO_RETURN_IF_ERROR(fetched);
    }
    m_progress.add(count);
    co_return {};
}

QCoro::Task<Result<void>> BodyFetcher::fetchAwaited(Store::BodyWanted wanted)
{
    m_requested.insert(wanted.mailId);
    if (wanted.size > Parsing::maxBodyStored) {
        Result<void> outlined = co_await requestOutline(wanted);
        co_return outlined;
    }
    co_await m_indexer.room();
    const QList<Store::BodyWanted> alone{ wanted };
    const Result<void> fetched = co_await fetchChunk(alone, Urgency::Awaited);
    CO_RETURN_IF_ERROR(fetched);
    m_progress.add(1);
    co_return {};
}

QCoro::Task<Result<void>> BodyFetcher::fetchOutline(Store::BodyWanted wanted)
{
    if (m_requested.contains(wanted.mailId))
        co_return {};
    Result<void> outlined = co_await requestOutline(wanted);
    co_return outlined;
}

QCoro::Task<Result<void>> BodyFetcher::requestOutline(Store::BodyWanted wanted)
{
    const Result<bool> isThere = co_await m_outlines.fetch(wanted);
    CO_RETURN_IF_ERROR(isThere);
    if (*isThere)
        co_return {};
    const QList<qint64> missing{ wanted.mailId };
    Result<void> noted = co_await noteMissing(missing);
    co_return noted;
}

QCoro::Task<Result<void>> BodyFetcher::fetchChunk(QList<Store::BodyWanted> wanted, Urgency urgency)
{
    Result<QList<Parsing::ReadBody>> bodies = co_await m_fetcher.fetchBodies(wanted);
    CO_RETURN_IF_ERROR(bodies);
    const QList<qint64> missing = assign(wanted, *bodies);
    const Result<void> noted = co_await noteMissing(missing);
    CO_RETURN_IF_ERROR(noted);
    Result<void> stored = co_await store(std::move(*bodies), urgency);
    co_return stored;
}

QCoro::Task<Result<void>> BodyFetcher::store(QList<Parsing::ReadBody> bodies, Urgency urgency)
{
    const auto account = m_cursor.account();
    auto put = [account, read = std::move(bodies)](Store::Session &session) mutable {
        return storeFetchedBodies(session, account, std::move(read));
    };
    QCoro::Task<Result<QList<Parsing::ReadBody>>> storing = urgency == Urgency::Awaited
        ? m_context.database.writing(std::move(put))
        : m_context.database.writingSoon(std::move(put));
    Result<QList<Parsing::ReadBody>> stored = co_await storing;
    CO_RETURN_IF_ERROR(stored);
    for (Parsing::ReadBody &read : *stored)
        m_indexer.add(read.body.mailId, std::move(read.document));
    co_return {};
}

// The server lists these mails, but answered NIL or refused to return them.
QCoro::Task<Result<void>> BodyFetcher::noteMissing(QList<qint64> mailIds)
{
    if (mailIds.isEmpty())
        co_return {};
    m_hasMissing = true;
    for (const qint64 id : std::as_const(mailIds))
        m_requested.insert(id);
    const auto account = m_cursor.account();
    auto note = [=](Store::Session &session) {
        return storeMissingBodies(session, account, mailIds);
    };
    Result<void> noted = co_await m_context.database.writingSoon(std::move(note));
    co_return noted;
}

} // namespace Sync
