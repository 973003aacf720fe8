// SPDX-License-Identifier: GPL-3.0-or-later
// The part of FolderSync that fetches the outlines of mails that are too large to be stored.
#include "indexing/indexer.h"
#include "parsing/listing.h"
#include "store/db/transaction.h"
#include "sync/foldersync.h"
#include "sync/outline.h"

#include <limits>

namespace Sync {

namespace {

constexpr int wantedBatch = 100;

Result<bool> storeOutline(Store::Session &session, const Store::Account &account,
                          const Store::ParsedBody &body)
{
    Store::Transaction transaction(session);
    const Result<QList<qint64>> stored = Store::storeBodies(session, { body });
    RETURN_IF_ERROR(stored);
    if (!stored->isEmpty()) {
        const Events::MailChanges changes{ .bodyState = Store::BodyState::OnDemand };
        transaction.publish(Events::mailUpdated(about(session, account), *stored, changes, false));
    }
    return transaction.commit(!stored->isEmpty());
}

} // namespace

QCoro::Task<Result<void>> FolderSync::outlines()
{
    const qint64 folderId = m_folder.id;
    constexpr qint64 anySize = std::numeric_limits<qint64>::max();
    for (quint32 below = 0;;) {
        auto find = [=](Store::Session &session) {
            return Store::wantedBodies(session, folderId, below, anySize, wantedBatch);
        };
        const Result<QList<Store::BodyWanted>> wanted =
            co_await m_context.database.reading(std::move(find));
        CO_RETURN_IF_ERROR(wanted);
        if (wanted->isEmpty())
            co_return {};
        below = wanted->last().uid;
        for (const Store::BodyWanted &mail : *wanted) {
            const bool isOurs =
                mail.size > Parsing::maxBodyStored && !m_unreadable.contains(mail.uid);
            if (!isOurs)
                continue;
            const Result<void> granted = co_await serveBodyRequests();
            CO_RETURN_IF_ERROR(granted);
            const Result<void> done = co_await fetchOutline(mail);
            CO_RETURN_IF_ERROR(done);
        }
    }
}

QCoro::Task<Result<void>> FolderSync::fetchOutline(Store::BodyWanted wanted)
{
    Result<Parsing::ReadBody> read = co_await readOutlineOf(wanted.uid);
    if (!read && read.error().code == Error::Code::Server && m_session.isOpen()) {
        CO_RETURN_IF_ERROR(skip(wanted.uid, read.error()));
        const QList<qint64> missing{ wanted.mailId };
        Result<void> noted = co_await noteMissing(missing);
        co_return noted;
    }
    CO_RETURN_IF_ERROR(read);
    read->body.mailId = wanted.mailId;
    const auto account = m_account;
    auto store = [account, body = std::move(read->body)](Store::Session &session) {
        return storeOutline(session, account, body);
    };
    const Result<bool> stored = co_await m_context.database.writing(std::move(store));
    CO_RETURN_IF_ERROR(stored);
    if (*stored)
        m_indexer.add(wanted.mailId, std::move(read->document), Store::BodyState::OnDemand);
    co_return {};
}

// Sends several commands, so that none is longer than servers accept.
QCoro::Task<Result<Parsing::ReadBody>> FolderSync::readOutlineOf(quint32 uid)
{
    const auto structure = std::make_shared<std::optional<Imap::BodyStructure>>();
    Imap::FetchRequest shape;
    shape.uids = Imap::UidSet::range(uid, uid);
    shape.bodyStructure = true;
    auto takeShape = [structure](Imap::FetchedMessage &&message) {
        if (message.bodyStructure)
            *structure = std::move(message.bodyStructure);
    };
    const Result<void> shaped = co_await m_session.fetch(std::move(shape), std::move(takeShape));
    CO_RETURN_IF_ERROR(shaped);
    if (!*structure)
        co_return Error{ Error::Code::Server,
                         QStringLiteral("The server does not tell how the mail is made.") };
    const auto sections = std::make_shared<Sections>();
    const auto memory = std::make_shared<QList<Imap::FetchedMessage::Memory>>();
    const QList<QList<Imap::SectionRequest>> groups = outlineSections(**structure);
    for (const QList<Imap::SectionRequest> &group : groups) {
        Imap::FetchRequest request;
        request.uids = Imap::UidSet::range(uid, uid);
        request.sections = group;
        auto take = [sections, memory, uid](Imap::FetchedMessage &&message) {
            memory->append(message.memory);
            for (Imap::BodySection &section : message.sections) {
                if (message.uid == uid)
                    sections->insert(section.section, std::move(section.data));
            }
        };
        const Result<void> fetched = co_await m_session.fetch(std::move(request), std::move(take));
        CO_RETURN_IF_ERROR(fetched);
    }
    if (sections->value("HEADER").isEmpty())
        co_return Error{ Error::Code::Server,
                         QStringLiteral("The server does not tell the header of the mail.") };
    auto read = [uid, structure, sections, memory] {
        return readOutline(uid, **structure, *sections);
    };
    Parsing::ReadBody outline = co_await Async::onPool(&m_context.pool, std::move(read));
    co_return outline;
}

} // namespace Sync
