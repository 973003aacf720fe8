// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/foldersync.h"

#include "store/transaction.h"
#include "sync/indexer.h"
#include "sync/listing.h"
#include "sync/log.h"

#include <QDateTime>
#include <QLocale>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Sync {

namespace {

constexpr qsizetype firstChunk = 200; ///< what a person looks at first is there at once
constexpr qsizetype listChunkSize = 500;
constexpr qsizetype newsChunkSize = 100; ///< with their texts, so fewer
constexpr qsizetype textChunkSize = 200;
constexpr qint64 textChunkBytes = qint64(4) * 1024 * 1024;
constexpr int inFlight = 4; ///< together at most 16 MiB of texts
constexpr int goneBatch = 500;
constexpr int wantedBatch = 2000;

// Deletions and flags, or more than the session kept.
bool saysMoreThanCount(const Imap::MailboxNews &news)
{
    return news.overflow || !news.expunged.isEmpty() || !news.vanished.isEmpty()
        || !news.changed.isEmpty();
}

quint32 highestUid(const QList<Store::ServerFlags> &state)
{
    quint32 highest = 0;
    for (const Store::ServerFlags &mail : state)
        highest = std::max(highest, mail.uid);
    return highest;
}

} // namespace

FolderSync::FolderSync(Context &context, Indexer &indexer, Imap::Session &session,
                       TextWishes &wishes, Store::Account account, QString path, QByteArray role)
    : m_context(context), m_indexer(indexer), m_session(session), m_wishes(wishes),
      m_account(std::move(account)), m_path(std::move(path)), m_role(std::move(role))
{
}

QCoro::Task<Result<void>> FolderSync::enter()
{
    Result<Imap::Mailbox> mailbox = co_await m_session.examine(m_path);
    if (!mailbox)
        co_return mailbox.error();
    m_exists = mailbox->exists;
    const Result<void> begun = co_await begin(*mailbox);
    if (!begun)
        co_return begun;
    m_session.takeNews(); // what came up to here is in what we look at now
    Result<void> done = co_await compare();
    co_return done;
}

// Finds the folder's row and sees whether the server renumbered its mails.
QCoro::Task<Result<void>> FolderSync::begin(Imap::Mailbox mailbox)
{
    const auto account = m_account.id;
    const auto path = m_path;
    const auto role = m_role;
    auto prepare = [=](Store::Session &session) -> Result<Store::Folder> {
        Store::Transaction transaction(session);
        Result<Store::Folder> folder = Store::ensureFolder(session, account, path, role);
        if (!folder)
            return folder;
        if (folder->uidValidity != mailbox.uidValidity) {
            if (folder->uidValidity != 0)
                folder = Store::beginRebind(session, *folder, mailbox.uidValidity, mailbox.uidNext);
            else
                folder->uidValidity = mailbox.uidValidity;
            if (!folder)
                return folder;
            folder->uidNextAtFirstImport = mailbox.uidNext;
            const Result<void> updated = Store::updateFolder(session, *folder);
            if (!updated)
                return updated.error();
        }
        const Result<void> committed = transaction.commit();
        if (!committed)
            return committed.error();
        return folder;
    };
    Result<Store::Folder> folder = co_await m_context.database.writing(std::move(prepare));
    if (!folder)
        co_return folder.error();
    m_folder = *folder;
    co_return {};
}

// Every uid with its flags: 40 bytes and 1 us a mail, so the whole truth is cheap.
QCoro::Task<Result<QList<Store::ServerFlags>>> FolderSync::serverState()
{
    auto state = std::make_shared<QList<Store::ServerFlags>>();
    if (m_exists == 0)
        co_return *state;
    state->reserve(m_exists);
    Imap::FetchRequest request;
    request.uids = Imap::UidSet::range(1, Imap::UidSet::Star);
    request.flags = true;
    auto sink = [state](Imap::FetchedMessage &&message) {
        if (message.uid != 0 && message.flags)
            state->append({ message.uid, serverFlags(*message.flags) });
    };
    const Result<void> fetched = co_await m_session.fetch(std::move(request), std::move(sink));
    if (!fetched)
        co_return fetched.error();
    co_return *state;
}

QCoro::Task<Result<void>> FolderSync::compare()
{
    m_isStale = false;
    Result<QList<Store::ServerFlags>> server = co_await serverState();
    if (!server)
        co_return server.error();
    const Result<bool> isComplete = co_await isAllOf(server->size());
    if (!isComplete)
        co_return isComplete.error();
    if (m_folder.uidNextAtFirstImport == 0) // the server did not say UIDNEXT
        m_folder.uidNextAtFirstImport = highestUid(*server) + 1;
    const quint32 seenUpTo = highestUid(*server);
    const qint64 folderId = m_folder.id;
    auto compareHere = [folderId, server = std::move(*server)](
                           Store::Session &session) mutable -> Result<FolderDelta> {
        const Result<QList<Store::ServerFlags>> known = Store::knownUids(session, folderId);
        const Result<QList<quint32>> buried = Store::buriedUids(session, folderId);
        if (!known || !buried)
            return known ? buried.error() : known.error();
        return compareFolder(std::move(server), *known, *buried);
    };
    Result<FolderDelta> delta = co_await m_context.database.reading(std::move(compareHere));
    if (!delta)
        co_return delta.error();
    const Result<void> applied = co_await applyDelta(std::move(*delta), *isComplete);
    if (!applied)
        co_return applied;
    const Result<void> advanced = co_await advanceTo(seenUpTo + 1);
    if (!advanced)
        co_return advanced;
    const Result<void> imported = co_await finishImport();
    if (!imported)
        co_return imported;
    const Result<void> small = co_await texts(maxBodyInTurn);
    if (!small)
        co_return small;
    Result<void> large = co_await texts(maxBodyStored);
    co_return large;
}

// A server that shows fewer mails than it counts must not make the rest disappear here. After
// deletions its count is known only from a new EXAMINE: EXPUNGE and VANISHED come without one.
QCoro::Task<Result<bool>> FolderSync::isAllOf(qsizetype shown)
{
    const Imap::MailboxNews meanwhile = m_session.takeNews();
    m_exists = meanwhile.exists.value_or(m_exists);
    if (shown >= qsizetype(m_exists))
        co_return true;
    const Result<Imap::Mailbox> mailbox = co_await m_session.examine(m_path);
    if (!mailbox)
        co_return mailbox.error();
    if (mailbox->uidValidity != m_folder.uidValidity)
        co_return Error{ Error::Code::Server, u"The server renumbered the folder's mails."_s };
    m_exists = mailbox->exists;
    co_return shown >= qsizetype(m_exists);
}

QCoro::Task<Result<void>> FolderSync::applyDelta(FolderDelta delta, bool isComplete)
{
    const auto account = m_account;
    const auto folder = m_folder;
    if (!delta.changed.isEmpty()) {
        auto flag = [=, changed = delta.changed](Store::Session &session) {
            return applyFlags(session, account, folder, changed);
        };
        const Result<Applied> applied = co_await m_context.database.writing(std::move(flag));
        if (!applied)
            co_return applied.error();
        m_updated += applied->updated;
    }
    const QList<QList<quint32>> batches = chunks(delta.gone, goneBatch, goneBatch);
    for (const QList<quint32> &batch : batches) {
        if (!isComplete || !m_folder.firstImportDone)
            break;
        auto bury = [=](Store::Session &session) {
            return applyGone(session, account, folder, batch);
        };
        const Result<Applied> applied = co_await m_context.database.writing(std::move(bury));
        if (!applied)
            co_return applied.error();
        m_updated += applied->updated;
    }
    const Result<QList<quint32>> wanted = co_await wantedOf(delta.toList);
    if (!wanted)
        co_return wanted.error();
    delta.toList = *wanted;
    const auto firstOld =
        std::ranges::find_if(delta.toList, [this](quint32 uid) { return !isNewsUid(uid); });
    const qsizetype news = firstOld - delta.toList.begin();
    const Result<void> taken = co_await takeNews(delta.toList.first(news));
    if (!taken)
        co_return taken;
    Result<void> listed = co_await list(delta.toList.sliced(news));
    co_return listed;
}

// What of these the account wants at all, by its syncMode; the order stays.
QCoro::Task<Result<QList<quint32>>> FolderSync::wantedOf(QList<quint32> uids)
{
    if (uids.isEmpty() || m_account.syncMode == "all")
        co_return uids;
    QByteArray criteria = "UNSEEN";
    if (m_account.syncMode == "recent") {
        const qint64 since = m_context.clock.now() - qint64(m_account.syncDays) * 86400;
        const QDate day = QDateTime::fromSecsSinceEpoch(since, Qt::UTC).date();
        criteria = "SINCE " + QLocale::c().toString(day, u"d-MMM-yyyy"_s).toLatin1();
    }
    const Result<Imap::SearchResult> found = co_await m_session.uidSearch(criteria);
    if (!found)
        co_return found.error();
    uids.removeIf([&found](quint32 uid) { return !found->uids.contains(uid); });
    co_return uids;
}

bool FolderSync::isNewsUid(quint32 uid) const
{
    return uid >= m_folder.uidNextAtFirstImport;
}

QCoro::Task<Result<void>> FolderSync::list(QList<quint32> uids)
{
    if (uids.isEmpty())
        co_return {};
    if (m_meter)
        m_meter->begin("list", uids.size());
    auto step = [this](QList<quint32> chunk) {
        return listChunk(std::move(chunk));
    };
    QCoro::Task<Result<void>> all =
        Async::pipelined(chunks(uids, firstChunk, listChunkSize), inFlight, std::move(step));
    Result<void> done = co_await all;
    co_return done;
}

QCoro::Task<Result<FolderSync::Messages>> FolderSync::fetchListData(QList<quint32> uids)
{
    auto messages = std::make_shared<Messages>();
    messages->reserve(uids.size());
    auto sink = [messages](Imap::FetchedMessage &&message) {
        messages->append(std::move(message));
    };
    const Result<void> fetched = co_await m_session.fetch(listRequest(uids), std::move(sink));
    if (!fetched)
        co_return fetched.error();
    co_return std::move(*messages);
}

QCoro::Task<Result<void>> FolderSync::listChunk(QList<quint32> uids)
{
    Result<Messages> messages = co_await fetchListData(uids);
    if (!messages)
        co_return messages.error();
    const qint64 now = m_context.clock.now();
    auto read = [now, messages = std::move(*messages)] {
        return newMails(messages, now);
    };
    QList<Store::NewMail> mails = co_await Async::onPool(&m_context.pool, std::move(read));
    const auto account = m_account;
    const auto folder = m_folder;
    auto store = [=](Store::Session &session) {
        return storeArrival(session, account, folder, { mails, {} });
    };
    const Result<Arrived> arrived = co_await m_context.database.writing(std::move(store));
    if (!arrived)
        co_return arrived.error();
    m_new += arrived->stored;
    if (m_meter)
        m_meter->add(uids.size());
    co_return {};
}

QCoro::Task<Result<void>> FolderSync::takeNews(QList<quint32> uids)
{
    auto step = [this](QList<quint32> chunk) {
        return newsChunk(std::move(chunk));
    };
    QCoro::Task<Result<void>> all =
        Async::pipelined(chunks(uids, newsChunkSize, newsChunkSize), 1, std::move(step));
    Result<void> done = co_await all;
    co_return done;
}

// New mail is announced with its first words, so its text is fetched before it is stored.
QCoro::Task<Result<void>> FolderSync::newsChunk(QList<quint32> uids)
{
    Result<Messages> messages = co_await fetchListData(uids);
    if (!messages)
        co_return messages.error();
    QList<Store::NewMail> mails = newMails(*messages, m_context.clock.now());
    QList<Store::BodyWanted> wanted;
    for (const Store::NewMail &mail : std::as_const(mails)) {
        if (mail.size <= maxBodyInTurn)
            wanted.append({ 0, mail.uid, mail.size });
    }
    Arrival arrival{ mails, {} };
    const QList<QList<Store::BodyWanted>> parts =
        bodyChunks(wanted, textChunkSize, inFlight * textChunkBytes);
    for (const QList<Store::BodyWanted> &part : parts) {
        QList<quint32> partUids;
        for (const Store::BodyWanted &mail : part)
            partUids.append(mail.uid);
        Result<QList<ReadBody>> bodies = co_await fetchTexts(partUids);
        if (!bodies)
            co_return bodies.error();
        arrival.bodies += *bodies;
    }
    const auto account = m_account;
    const auto folder = m_folder;
    auto store = [=](Store::Session &session) {
        return storeArrival(session, account, folder, arrival);
    };
    Result<Arrived> arrived = co_await m_context.database.writing(std::move(store));
    if (!arrived)
        co_return arrived.error();
    m_new += arrived->stored;
    index(std::move(arrived->bodies));
    co_return {};
}

QCoro::Task<Result<QList<ReadBody>>> FolderSync::fetchTexts(QList<quint32> uids)
{
    using Raw = std::pair<quint32, QByteArray>;
    auto raws = std::make_shared<QList<Raw>>();
    Imap::FetchRequest request;
    request.uids = Imap::UidSet::fromUids(uids);
    request.sections = { { "", {} } };
    auto sink = [raws](Imap::FetchedMessage &&message) {
        if (message.uid != 0 && !message.body.isNull())
            raws->append({ message.uid, std::move(message.body) });
    };
    const Result<void> fetched = co_await m_session.fetch(std::move(request), std::move(sink));
    if (!fetched)
        co_return fetched.error();
    auto read = [raws] {
        QList<ReadBody> bodies;
        bodies.reserve(raws->size());
        for (const Raw &raw : std::as_const(*raws))
            bodies.append(readBody(raw.first, raw.second));
        raws->clear();
        return bodies;
    };
    QList<ReadBody> bodies = co_await Async::onPool(&m_context.pool, std::move(read));
    co_return bodies;
}

QCoro::Task<Result<void>> FolderSync::finishImport()
{
    if (m_folder.firstImportDone)
        co_return {};
    const auto account = m_account;
    const auto folder = m_folder;
    for (bool isMore = true; isMore;) {
        auto end = [=](Store::Session &session) {
            return endRebind(session, account, folder, goneBatch);
        };
        const Result<Applied> applied = co_await m_context.database.writing(std::move(end));
        if (!applied)
            co_return applied.error();
        isMore = applied->updated > 0;
        m_updated += applied->updated;
    }
    m_folder.firstImportDone = true;
    const auto finished = m_folder;
    auto save = [=](Store::Session &session) {
        return saveFolder(session, finished);
    };
    Result<void> saved = co_await m_context.database.writing(std::move(save));
    co_return saved;
}

QCoro::Task<Result<void>> FolderSync::advanceTo(quint32 uidNext)
{
    if (uidNext <= m_folder.uidNext)
        co_return {};
    m_folder.uidNext = uidNext;
    const auto advanced = m_folder;
    auto save = [=](Store::Session &session) {
        return saveFolder(session, advanced);
    };
    Result<void> saved = co_await m_context.database.writing(std::move(save));
    co_return saved;
}

QCoro::Task<Result<void>> FolderSync::texts(qint64 maxSize)
{
    const qint64 folderId = m_folder.id;
    const bool isLarge = maxSize > maxBodyInTurn;
    bool isFirst = true;
    for (quint32 below = 0;;) {
        auto find = [=](Store::Session &session) {
            return Store::wantedBodies(session, folderId, below, maxSize, wantedBatch);
        };
        Result<QList<Store::BodyWanted>> wanted =
            co_await m_context.database.reading(std::move(find));
        if (!wanted)
            co_return wanted.error();
        if (wanted->isEmpty())
            co_return {};
        if (m_meter && std::exchange(isFirst, false))
            m_meter->begin("bodies", isLarge ? wanted->size() : m_exists);
        below = wanted->last().uid;
        auto step = [this](QList<Store::BodyWanted> chunk) {
            return textStep(std::move(chunk));
        };
        QCoro::Task<Result<void>> all = Async::pipelined(
            bodyChunks(*wanted, textChunkSize, textChunkBytes), isLarge ? 1 : inFlight, step);
        const Result<void> done = co_await all;
        if (!done)
            co_return done;
        // New mail does not wait for the end of an import.
        const Result<void> looked = co_await lookForNews();
        if (!looked)
            co_return looked;
    }
}

// Who waits for a text goes first, also in the middle of an import.
QCoro::Task<Result<void>> FolderSync::textStep(QList<Store::BodyWanted> wanted)
{
    const Result<void> granted = co_await grantWishes();
    if (!granted)
        co_return granted;
    Result<void> done = co_await textChunk(std::move(wanted));
    co_return done;
}

QCoro::Task<Result<void>> FolderSync::grantWishes()
{
    for (;;) {
        const auto ours = std::ranges::find(m_wishes, m_folder.id, &TextWish::folderId);
        if (ours == m_wishes.end())
            co_return {};
        const TextWish wish = *ours;
        m_wishes.erase(ours);
        if (wish.done.isFinished()) // nobody waits any more
            continue;
        const Result<void> fetched = co_await fetchText(wish.mail);
        wish.done.finish(fetched);
        if (!fetched)
            co_return fetched;
    }
}

QCoro::Task<Result<void>> FolderSync::textChunk(QList<Store::BodyWanted> wanted)
{
    QHash<quint32, qint64> idOfUid;
    for (const Store::BodyWanted &mail : std::as_const(wanted))
        idOfUid.insert(mail.uid, mail.mailId);
    co_await m_indexer.room();
    Result<QList<ReadBody>> bodies = co_await fetchTexts(idOfUid.keys());
    if (!bodies)
        co_return bodies.error();
    bodies->removeIf([&idOfUid](const ReadBody &read) { return !idOfUid.contains(read.uid); });
    for (ReadBody &read : *bodies)
        read.body.mailId = idOfUid.value(read.uid);
    const auto account = m_account;
    auto store = [account, read = std::move(*bodies)](Store::Session &session) mutable {
        return storeTexts(session, account, std::move(read));
    };
    Result<QList<ReadBody>> stored = co_await m_context.database.writing(std::move(store));
    if (!stored)
        co_return stored.error();
    index(std::move(*stored));
    if (m_meter)
        m_meter->add(wanted.size());
    co_return {};
}

QCoro::Task<Result<void>> FolderSync::fetchText(Store::BodyWanted wanted)
{
    const QList<Store::BodyWanted> alone{ wanted };
    Result<void> done = co_await textChunk(alone);
    co_return done;
}

// New mail while something else runs; what else changed is compared afterwards.
QCoro::Task<Result<void>> FolderSync::lookForNews()
{
    const Imap::MailboxNews news = m_session.takeNews();
    m_exists = news.exists.value_or(m_exists);
    m_isStale = m_isStale || saysMoreThanCount(news);
    if (!news.exists)
        co_return {};
    Result<void> looked = co_await fetchAbove();
    co_return looked;
}

// Takes what has a uid above all that we have seen.
QCoro::Task<Result<void>> FolderSync::fetchAbove()
{
    auto uids = std::make_shared<QList<quint32>>();
    const quint32 from = std::max<quint32>(m_folder.uidNext, 1);
    Imap::FetchRequest request;
    request.uids = Imap::UidSet::range(from, Imap::UidSet::Star);
    auto sink = [uids, from](Imap::FetchedMessage &&message) {
        if (message.uid >= from) // n:* names the last mail even where n is above it
            uids->append(message.uid);
    };
    const Result<void> fetched = co_await m_session.fetch(std::move(request), std::move(sink));
    if (!fetched)
        co_return fetched.error();
    if (uids->isEmpty())
        co_return {};
    std::ranges::sort(*uids, std::greater());
    const Result<QList<quint32>> wanted = co_await wantedOf(*uids);
    if (!wanted)
        co_return wanted.error();
    const Result<void> taken = co_await takeNews(*wanted);
    if (!taken)
        co_return taken;
    Result<void> advanced = co_await advanceTo(uids->first() + 1);
    co_return advanced;
}

QCoro::Task<Result<void>> FolderSync::catchUp()
{
    const Imap::MailboxNews news = m_session.takeNews();
    m_exists = news.exists.value_or(m_exists);
    if (!news.exists || saysMoreThanCount(news)) {
        Result<void> done = co_await compare();
        co_return done;
    }
    // EXISTS can come before the mail can be fetched: look again, a little later each time.
    const quint32 before = m_folder.uidNext;
    for (std::chrono::milliseconds wait = 0ms; wait < 1s; wait = wait * 2 + 100ms) {
        const Result<void> waited = co_await pauseAndStir(wait);
        if (!waited)
            co_return waited;
        const Result<void> looked = co_await fetchAbove();
        if (!looked || m_folder.uidNext > before)
            co_return looked;
    }
    m_isStale = true;
    co_return {};
}

QCoro::Task<Result<void>> FolderSync::pauseAndStir(std::chrono::milliseconds wait)
{
    if (wait == 0ms)
        co_return {};
    Async::Completion<bool> pause;
    pause.finishAfter(wait, &m_session, true);
    co_await pause;
    Result<void> stirred = co_await m_session.noop();
    co_return stirred;
}

void FolderSync::index(QList<ReadBody> bodies)
{
    for (ReadBody &read : bodies)
        m_indexer.add(read.body.mailId, std::move(read.document));
}

} // namespace Sync
