// SPDX-License-Identifier: GPL-3.0-or-later
#include "mailfiles/importmails.h"

#include "common/clock.h"
#include "mailfiles/readmail.h"
#include "store/copy/copyends.h"
#include "store/db/transaction.h"
#include "store/mail/accountname.h"
#include "store/mail/folders.h"
#include "store/mail/localfolder.h"
#include "store/mail/mailinsert.h"
#include "store/search/fill/searchbatch.h"
#include "store/sql/connection.h"
#include "store/sql/session.h"

#include <QFileInfo>
#include <QHash>
#include <QThread>

#include <algorithm>
#include <future>
#include <vector>

using namespace Qt::StringLiterals;

namespace MailFiles {

namespace {

// A running service waits for the end of each transaction: some 300 ms.
constexpr qsizetype batchMails = 300;
constexpr qsizetype batchBytes = qsizetype(8) << 20;

using Batch = QList<ReadMail>;

Batch readPart(const QList<SourceMail> &mails, qsizetype first, qsizetype end, qint64 now)
{
    Batch read;
    for (qsizetype i = first; i < end; ++i)
        read.append(readMail(mails[i], now));
    return read;
}

Batch readAll(const QList<SourceMail> &mails, qint64 now)
{
    const qsizetype threads = std::max(1, QThread::idealThreadCount());
    const qsizetype share = (mails.size() + threads - 1) / threads;
    std::vector<std::future<Batch>> parts;
    for (qsizetype first = 0; first < mails.size(); first += share) {
        const qsizetype end = std::min(first + share, mails.size());
        parts.push_back(std::async(std::launch::async, [&mails, first, end, now] {
            return readPart(mails, first, end, now);
        }));
    }
    Batch all;
    for (std::future<Batch> &part : parts)
        all += part.get();
    return all;
}

/** One run of the command. */
class ImportRun
{
public:
    explicit ImportRun(const ImportOptions &options)
        : m_options(options), m_source(options.path, options.format)
    {
    }

    Result<ImportDone> run();

private:
    Result<void> open();
    Result<void> makeFolder();
    Result<void> takeAll();
    Result<void> store();
    Result<void> storeNew(const Batch &batch);
    Result<Batch> unknownOf(Batch batch);
    Result<int> countSame(const ReadMail &mail);
    void report() const;

    const ImportOptions &m_options;
    const SystemClock m_clock;
    MailSource m_source;
    std::unique_ptr<Store::Connection> m_connection;
    std::unique_ptr<Store::Session> m_session;
    Store::Folder m_folder;
    QHash<QByteArray, int> m_seen; ///< by hash: how often the mail was in the files
    QList<SourceMail> m_batch;
    qint64 m_looked = 0;
    ImportDone m_done;
};

Result<ImportDone> ImportRun::run()
{
    using Step = Result<void> (ImportRun::*)();
    for (const Step step : { &ImportRun::open, &ImportRun::makeFolder, &ImportRun::takeAll }) {
        RETURN_IF_ERROR((this->*step)());
    }
    return m_done;
}

Result<void> ImportRun::open()
{
    if (!QFileInfo::exists(m_options.path))
        return Error{ Error::Code::NotFound,
                      u"There is no file or folder %1."_s.arg(m_options.path) };
    RETURN_IF_ERROR(Store::checkUsable(m_options.database, m_clock));
    auto connection = Store::Connection::openPatiently(
        m_options.database, Store::Connection::Kind::Writer, m_options.wait);
    RETURN_IF_ERROR(connection);
    m_connection = std::move(*connection);
    m_session = std::make_unique<Store::Session>(m_connection->handle(), m_clock);
    return {};
}

Result<void> ImportRun::makeFolder()
{
    const auto accounts = Store::accounts(*m_session);
    RETURN_IF_ERROR(accounts);
    const auto account = Store::accountNamed(*accounts, m_options.account);
    RETURN_IF_ERROR(account);
    Store::Transaction transaction(*m_session);
    const QString path = Store::importedPrefix.toString() + m_options.folder;
    const auto folder = Store::ensureFolder(*m_session, account->id, path, {});
    RETURN_IF_ERROR(folder);
    m_folder = *folder;
    return transaction.commit();
}

Result<void> ImportRun::takeAll()
{
    qsizetype bytes = 0;
    while (std::optional<SourceMail> mail = m_source.next()) {
        ++m_looked;
        if (!mail->problem.isEmpty()) {
            ++m_done.notImported;
            if (m_options.notImported)
                m_options.notImported(*mail);
            continue;
        }
        if (mail->isDeleted && !m_options.withDeleted) {
            ++m_done.deleted;
            continue;
        }
        bytes += mail->raw.size();
        m_batch.append(*std::move(mail));
        if (m_batch.size() < batchMails && bytes < batchBytes)
            continue;
        RETURN_IF_ERROR(store());
        bytes = 0;
    }
    return store();
}

Result<void> ImportRun::store()
{
    if (m_batch.isEmpty())
        return {};
    const QList<SourceMail> batch = std::exchange(m_batch, {});
    const Batch read = readAll(batch, m_clock.now());
    Store::Transaction transaction(*m_session);
    const Result<Batch> fresh = unknownOf(read);
    RETURN_IF_ERROR(fresh);
    RETURN_IF_ERROR(transaction.commit(storeNew(*fresh)));
    m_done.mails += fresh->size();
    m_done.known += read.size() - fresh->size();
    for (const ReadMail &mail : *fresh)
        m_done.bytes += mail.raw.size();
    report();
    return {};
}

// The n-th of equal mails is new if the folder has fewer than n of them.
Result<Batch> ImportRun::unknownOf(Batch batch)
{
    Batch fresh;
    QHash<QByteArray, int> taken; // of this batch
    for (ReadMail &mail : batch) {
        const Result<int> there = countSame(mail);
        RETURN_IF_ERROR(there);
        if (++m_seen[mail.hash] <= *there + taken.value(mail.hash))
            continue;
        ++taken[mail.hash];
        fresh.append(std::move(mail));
    }
    return fresh;
}

Result<int> ImportRun::countSame(const ReadMail &mail)
{
    Store::Query query = m_session->query("mails_of_file");
    query.bind(u":account_id"_s, m_folder.accountId).bind(u":folder_id"_s, m_folder.id);
    query.bind(u":message_id"_s, mail.mail.messageId).bind(u":size"_s, mail.mail.size);
    const Result<QList<qint64>> alike = query.readValues<qint64>();
    RETURN_IF_ERROR(alike);
    int same = 0;
    for (const qint64 id : *alike) {
        const Result<QByteArray> raw = Store::rawBody(*m_session, id);
        RETURN_IF_ERROR(raw);
        same += *raw == mail.raw ? 1 : 0;
    }
    return same;
}

Result<void> ImportRun::storeNew(const Batch &batch)
{
    RETURN_IF_ERROR(Store::beginSearchWork(*m_session));
    QList<Store::NewMail> mails;
    for (const ReadMail &mail : batch)
        mails.append(mail.mail);
    const auto stored = Store::insertMails(*m_session, m_folder, mails);
    RETURN_IF_ERROR(stored);
    QList<Store::ParsedBody> bodies;
    QList<Store::PreparedSearchWork> texts;
    for (const Store::StoredMail &one : *stored) {
        const ReadMail &mail = batch[one.index];
        bodies.append(mail.body);
        bodies.last().mailId = one.id;
        texts.append({ one.id, int(Store::BodyState::Stored), mail.document });
    }
    const auto kept = Store::storeBodies(*m_session, bodies);
    RETURN_IF_ERROR(kept);
    const Result<int> indexed = Store::storeSearchWork(*m_session, texts);
    return indexed ? Result<void>() : indexed.error();
}

void ImportRun::report() const
{
    if (m_options.progress)
        m_options.progress({ m_source.file(), m_looked, m_source.position(), m_source.bytes() });
}

} // namespace

Result<ImportDone> importMails(const ImportOptions &options)
{
    return ImportRun(options).run();
}

} // namespace MailFiles
