// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/outlinefetcher.h"

#include "indexing/indexer.h"
#include "sync/foldercursor.h"
#include "sync/folderstore.h"
#include "sync/outline.h"
#include "sync/unreadablemails.h"

using namespace Qt::StringLiterals;

namespace Sync {

/** The sections of one mail. */
struct OutlineFetcher::Parts {
    Sections sections;
    QList<Imap::FetchedMessage::Memory> memory; ///< held as long as the sections are
};

QCoro::Task<Result<bool>> OutlineFetcher::fetch(Store::BodyWanted wanted)
{
    Result<Parsing::ReadBody> outline = co_await read(wanted.uid);
    if (!outline && outline.error().code == Error::Code::Server && m_session.isOpen()) {
        CO_RETURN_IF_ERROR(m_unreadable.skip(wanted.uid, outline.error()));
        co_return false;
    }
    CO_RETURN_IF_ERROR(outline);
    outline->body.mailId = wanted.mailId;
    const Result<void> stored = co_await store(std::move(*outline));
    CO_RETURN_IF_ERROR(stored);
    co_return true;
}

QCoro::Task<Result<Parsing::ReadBody>> OutlineFetcher::read(quint32 uid)
{
    const Result<Imap::BodyStructure> structure = co_await readStructure(uid);
    CO_RETURN_IF_ERROR(structure);
    const QList<QList<Imap::SectionRequest>> groups = outlineSections(*structure);
    const Result<Parts> parts = co_await readParts(uid, groups);
    CO_RETURN_IF_ERROR(parts);
    if (parts->sections.value("HEADER").isEmpty())
        co_return Error{ Error::Code::Server,
                         u"The server did not send the header of the mail."_s };
    auto make = [uid, structure = *structure, parts = *parts] {
        return readOutline(uid, structure, parts.sections);
    };
    Parsing::ReadBody outline = co_await Async::onPool(&m_context.pool, std::move(make));
    co_return outline;
}

QCoro::Task<Result<Imap::BodyStructure>> OutlineFetcher::readStructure(quint32 uid)
{
    const auto structure = std::make_shared<std::optional<Imap::BodyStructure>>();
    Imap::FetchRequest request;
    request.uids = Imap::UidSet::range(uid, uid);
    request.bodyStructure = true;
    auto take = [structure](Imap::FetchedMessage &&message) {
        if (message.bodyStructure)
            *structure = std::move(message.bodyStructure);
    };
    const Result<void> fetched = co_await m_session.fetch(std::move(request), std::move(take));
    CO_RETURN_IF_ERROR(fetched);
    if (!*structure)
        co_return Error{ Error::Code::Server,
                         u"The server did not send the structure of the mail (BODYSTRUCTURE)."_s };
    co_return **structure;
}

// Sends one command for each group, so that none is longer than servers accept.
QCoro::Task<Result<OutlineFetcher::Parts>>
OutlineFetcher::readParts(quint32 uid, QList<QList<Imap::SectionRequest>> groups)
{
    const auto parts = std::make_shared<Parts>();
    for (const QList<Imap::SectionRequest> &group : std::as_const(groups)) {
        Imap::FetchRequest request;
        request.uids = Imap::UidSet::range(uid, uid);
        request.sections = group;
        auto take = [parts, uid](Imap::FetchedMessage &&message) {
            parts->memory.append(message.memory);
            for (Imap::BodySection &section : message.sections) {
                if (message.uid == uid)
                    parts->sections.insert(section.section, std::move(section.data));
            }
        };
        const Result<void> fetched = co_await m_session.fetch(std::move(request), std::move(take));
        CO_RETURN_IF_ERROR(fetched);
    }
    co_return *parts;
}

QCoro::Task<Result<void>> OutlineFetcher::store(Parsing::ReadBody outline)
{
    const qint64 mailId = outline.body.mailId;
    const auto account = m_cursor.account();
    auto put = [account, body = std::move(outline.body)](Store::Session &session) {
        return storeOutline(session, account, body);
    };
    const Result<bool> stored = co_await m_context.database.writing(std::move(put));
    CO_RETURN_IF_ERROR(stored);
    if (*stored)
        m_indexer.add(mailId, std::move(outline.document), Store::BodyState::OnDemand);
    co_return {};
}

} // namespace Sync
