// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/foldersurvey.h"

#include "mailbox/folderroles.h"
#include "parsing/listing.h"
#include "sync/folderstore.h"
#include "sync/log.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Sync {

namespace {

constexpr int sampleSize = 100;
constexpr int goneBatch = 500;
constexpr int mostRounds = 5;         ///< LIST commands in one survey
constexpr int mostUnclear = 10;       ///< passes in a row; then a missing folder may count as gone
constexpr qsizetype mostAsked = 1000; ///< folders whose UIDVALIDITY is requested

/// Whether at least one of these mails exists at the server, and no uid of them belongs to another mail
/// there.
bool fits(const QList<Store::MailSample> &sample, const QList<Store::NewMail> &there)
{
    QHash<quint32, Store::MailSample> byUid;
    for (const Store::MailSample &mail : sample)
        byUid.insert(mail.uid, mail);
    bool any = false;
    for (const Store::NewMail &mail : there) {
        const auto ours = byUid.constFind(mail.uid);
        if (ours == byUid.cend())
            continue;
        if (ours->size != mail.size || ours->messageId != mail.messageId.toUtf8())
            return false;
        any = true;
    }
    return any;
}

} // namespace

QCoro::Task<Result<FoldersNow>> FolderSurvey::run(Store::Account account, QString open)
{
    m_account = std::move(account);
    m_open = std::move(open);
    m_hasOpened = false;
    setFollowed();
    const Result<void> loaded = co_await load();
    CO_RETURN_IF_ERROR(loaded);
    const Result<void> found = co_await find();
    CO_RETURN_IF_ERROR(found);
    const Result<void> gone = co_await findGone();
    CO_RETURN_IF_ERROR(gone);
    const Result<void> saved = co_await save();
    CO_RETURN_IF_ERROR(saved);
    FoldersNow now{ {},          m_statuses, m_known, m_account.folders, m_account.folderRoles,
                    m_hasOpened, m_isSteady };
    const QHash<QString, QByteArray> roles = Mailbox::rolesOf(m_folders, m_account.folderRoles);
    for (const QString &path : std::as_const(m_followed)) {
        if (m_selectable.value(path) || m_unlisted.contains(path))
            now.roles.insert(path, roles.value(path));
    }
    co_return now;
}

QCoro::Task<Result<void>> FolderSurvey::load()
{
    const qint64 id = m_account.id;
    const bool isFirst = !m_isLoaded;
    auto read = [id, isFirst](Store::Session &session) {
        return knownFolders(session, id, isFirst);
    };
    Result<KnownFolders> known = co_await m_context.database.reading(std::move(read));
    CO_RETURN_IF_ERROR(known);
    if (known->held.isEmpty())
        known->held = m_known.held; // read once per connection
    m_known = std::move(*known);
    co_return {};
}

// Lists the folders and finds the renamed ones. This is repeated while a folder is missing and others change.
QCoro::Task<Result<void>> FolderSurvey::find()
{
    QSet<QString> absent;
    m_isSteady = false;
    for (int rounds = 1; rounds <= mostRounds && !m_isSteady; ++rounds) {
        m_hasVanished = false;
        m_isUnclear = false;
        const Result<void> listed = co_await list();
        CO_RETURN_IF_ERROR(listed);
        const Result<void> renamed = co_await findRenamed();
        CO_RETURN_IF_ERROR(renamed);
        const QSet<QString> before = std::exchange(absent, m_absent);
        const bool isAsBefore = rounds > 1 && before.contains(absent);
        m_isSteady = !hasLost() || (isAsBefore && !m_hasVanished);
    }
    m_unclearPasses = m_isUnclear ? m_unclearPasses + 1 : 0;
    if (m_unclearPasses == 1)
        qCWarning(logSync).noquote()
            << "account=" << m_account.id
            << "a folder is missing, and the server refuses to open a folder that "
               "may be the same one:"
            << "mails of the missing folder are kept";
    if (m_isUnclear && m_unclearPasses <= mostUnclear)
        m_isSteady = false;
    co_return {};
}

QCoro::Task<Result<void>> FolderSurvey::list()
{
    Result<Imap::FolderList> listed = co_await m_session.listWithStatus();
    const bool isRefused = !listed && m_session.isOpen() && m_isLoaded;
    if (isRefused) // the connection's earlier list is used
        qCWarning(logSync).noquote()
            << "account=" << m_account.id
            << "the server refused to list its folders:" << listed.error().message;
    if (!listed && !isRefused)
        co_return listed.error();
    m_statuses.clear();
    m_unanswered.clear();
    if (isRefused)
        co_return {};
    m_isLoaded = true;
    m_folders = std::move(listed->folders);
    m_statuses = std::move(listed->statuses);
    m_folders.removeIf([](const auto &folder) { return !Mailbox::canBeKept(folder.path); });
    m_selectable = { { u"INBOX"_s, true } };
    for (const Imap::ListedFolder &folder : std::as_const(m_folders))
        m_selectable[folder.path] = m_selectable.value(folder.path) || folder.isSelectable();
    m_absent.clear();
    if (m_statuses.isEmpty() && m_followed.size() < 2 && m_unlisted.isEmpty())
        co_return {};
    QStringList unasked = m_followed;
    unasked.removeIf([this](const QString &path) {
        const bool mayExist = m_selectable.value(path) || m_unlisted.contains(path);
        return path == m_open || !mayExist || m_statuses.contains(path);
    });
    const Result<void> asked = co_await askStatuses(std::move(unasked));
    if (!asked)
        co_return asked;
    // Quirk: Dovecot lists a deleted folder that still has subfolders as selectable.
    m_absent.remove(u"INBOX"_s);
    m_folders.removeIf([this](const auto &folder) { return m_absent.contains(folder.path); });
    for (const QString &path : std::as_const(m_absent))
        m_selectable.remove(path);
    co_return {};
}

// A folder whose STATUS is refused has no counts, so it is opened.
QCoro::Task<Result<void>> FolderSurvey::askStatuses(QStringList paths)
{
    const auto stored = co_await m_session.status(std::move(paths));
    CO_RETURN_IF_ERROR(stored);
    for (auto it = stored->cbegin(); it != stored->cend(); ++it) {
        if (it.value())
            m_statuses.insert(it.key(), *it.value());
        else if (it.value().error().code == Error::Code::NotFound)
            m_absent.insert(it.key());
        else
            m_unanswered.insert(it.key());
    }
    co_return {};
}

void FolderSurvey::setFollowed()
{
    m_followed.clear();
    for (const QString &path : std::as_const(m_account.folders))
        m_followed.append(Mailbox::normalPath(path));
    m_followed.removeDuplicates();
    m_isFollowed = QSet<QString>(m_followed.begin(), m_followed.end());
}

bool FolderSurvey::isListed(const QString &path) const
{
    return m_selectable.value(path);
}

// INBOX is never lost: a RENAME moves its mails, and INBOX stays, empty (RFC 3501 6.3.5).
bool FolderSurvey::isLost(const Store::Folder &folder) const
{
    const bool isFollowed = folder.uidValidity != 0 && m_isFollowed.contains(folder.path);
    if (!isFollowed || folder.path == u"INBOX")
        return false;
    const auto status = m_statuses.constFind(folder.path);
    const bool isOther = status != m_statuses.cend() && status->uidValidity
        && *status->uidValidity != folder.uidValidity;
    return !isListed(folder.path) || isOther;
}

// Decides by the counts alone. True if the server refused them: then the folder has to be opened.
bool FolderSurvey::mayBe(const QString &path, const Store::Folder &folder) const
{
    const auto status = m_statuses.constFind(path);
    if (status == m_statuses.cend())
        return m_unanswered.contains(path);
    return status->uidValidity == folder.uidValidity
        && status->uidNext.value_or(folder.uidNext) >= folder.uidNext;
}

// Folders that exist at the server but that it never lists are left out.
bool FolderSurvey::hasLost() const
{
    return std::ranges::any_of(m_known.folders, [this](const auto &folder) {
        const bool isOnlyUnlisted =
            m_unlisted.contains(folder.path) && !m_absent.contains(folder.path);
        return isLost(folder) && !isOnlyUnlisted;
    });
}

// The selectable folders that may be a renamed one: all except INBOX and the folders that are still followed
// under their name.
QStringList FolderSurvey::newcomers() const
{
    QSet<QString> ours;
    for (const Store::Folder &folder : m_known.folders) {
        const bool isKnown = folder.firstImportDone && m_isFollowed.contains(folder.path);
        if (isKnown && !isLost(folder))
            ours.insert(folder.path);
    }
    QStringList paths;
    for (auto it = m_selectable.cbegin(); it != m_selectable.cend(); ++it) {
        if (it.value() && it.key() != u"INBOX" && !ours.contains(it.key()))
            paths.append(it.key());
    }
    std::ranges::sort(paths, std::less());
    return paths.first(std::min(paths.size(), mostAsked));
}

QCoro::Task<Result<void>> FolderSurvey::findRenamed()
{
    QList<Store::Folder> lost = m_known.folders;
    lost.removeIf([this](const Store::Folder &folder) { return !isLost(folder); });
    if (lost.isEmpty())
        co_return {};
    QStringList paths = newcomers();
    QStringList unasked = paths;
    unasked.removeIf([this](const QString &path) { return m_statuses.contains(path); });
    const Result<void> asked = co_await askStatuses(std::move(unasked));
    if (!asked)
        co_return asked;
    const QHash<QString, QByteArray> roles = Mailbox::rolesOf(m_folders, m_account.folderRoles);
    QList<Renamed> renamed;
    for (const Store::Folder &folder : std::as_const(lost)) {
        QStringList similar = paths;
        similar.removeIf(
            [&](const QString &path) { return path == folder.path || !mayBe(path, folder); });
        for (const QString &path : std::as_const(similar)) {
            const Result<Sameness> compared = co_await compare(folder, path);
            CO_RETURN_IF_ERROR(compared);
            if (*compared == Sameness::Unclear && !m_unlisted.contains(folder.path))
                m_isUnclear = true;
            if (*compared != Sameness::Same)
                continue;
            const Store::FolderMove move{ folder.id, path, roles.value(path) };
            renamed.append({ move, folder.path, isListed(folder.path) });
            paths.removeAll(path);
            break;
        }
    }
    Result<void> done = co_await rename(std::move(renamed));
    co_return done;
}

// Compares some mails: the same uids belong to the same mails only if it is the same folder.
QCoro::Task<Result<FolderSurvey::Sameness>> FolderSurvey::compare(Store::Folder folder,
                                                                  QString path)
{
    const qint64 id = folder.id;
    auto take = [id](Store::Session &session) {
        return Store::mailSample(session, id, sampleSize);
    };
    const Result<QList<Store::MailSample>> sample =
        co_await m_context.database.reading(std::move(take));
    CO_RETURN_IF_ERROR(sample);
    if (sample->isEmpty()) { // no mails to compare: then `path` must be new and empty
        const bool wasThere =
            std::ranges::any_of(m_known.listed, [&](const auto &one) { return one.path == path; });
        const bool isSame = folder.firstImportDone && !m_known.listed.isEmpty() && !wasThere
            && m_statuses.value(path).messages == 0U;
        co_return isSame ? Sameness::Same : Sameness::Other;
    }
    m_hasOpened = true;
    const Result<Imap::Mailbox> opened = co_await m_session.examine(path);
    if (!opened && !m_session.isOpen())
        co_return opened.error();
    const bool isThere = opened || opened.error().code != Error::Code::NotFound;
    const bool hasChanged = opened && m_statuses.contains(path)
        && opened->uidValidity != m_statuses.value(path).uidValidity;
    m_hasVanished = m_hasVanished || !isThere || hasChanged;
    if (!opened)
        co_return isThere ? Sameness::Unclear : Sameness::Other;
    if (opened->uidValidity != folder.uidValidity)
        co_return Sameness::Other;
    QList<quint32> uids;
    for (const Store::MailSample &mail : *sample)
        uids.append(mail.uid);
    Imap::FetchRequest request = Parsing::listRequest();
    request.uids = Imap::UidSet::fromUids(uids);
    const auto messages = std::make_shared<QList<Imap::FetchedMessage>>();
    auto sink = [messages](Imap::FetchedMessage &&message) {
        messages->append(std::move(message));
    };
    const Result<void> fetched = co_await m_session.fetch(std::move(request), std::move(sink));
    if (!fetched && !m_session.isOpen())
        co_return fetched.error();
    if (fits(*sample, Parsing::newMails(*messages, m_context.clock.now())))
        co_return Sameness::Same;
    co_return fetched ? Sameness::Other : Sameness::Unclear;
}

QCoro::Task<Result<void>> FolderSurvey::rename(QList<Renamed> renamed)
{
    if (renamed.isEmpty())
        co_return {};
    const qint64 id = m_account.id;
    auto write = [id, renamed](Store::Session &session) {
        return applyRenames(session, id, renamed);
    };
    const Result<bool> done = co_await m_context.database.writing(std::move(write));
    CO_RETURN_IF_ERROR(done);
    for (const Renamed &one : std::as_const(renamed))
        qCInfo(logSync).noquote() << "account=" << id << "folder=" << one.move.folderId
                                  << one.oldPath
                                  << (*done ? "was renamed to" : "may have been renamed to")
                                  << one.move.path << "at the server";
    if (!*done)
        co_return {};
    auto read = [id](Store::Session &session) {
        return Store::accountById(session, id);
    };
    const Result<Store::Account> account = co_await m_context.database.reading(std::move(read));
    CO_RETURN_IF_ERROR(account);
    m_account.folders = account->folders;
    m_account.folderRoles = account->folderRoles;
    setFollowed();
    Result<void> loaded = co_await load();
    co_return loaded;
}

QCoro::Task<Result<void>> FolderSurvey::findGone()
{
    m_unlisted.clear();
    QSet<QString> doubted;
    const QStringList paths = m_followed;
    for (const QString &path : paths) {
        if (isListed(path))
            continue;
        const Result<bool> gone = co_await isGone(path);
        CO_RETURN_IF_ERROR(gone);
        if (m_unlisted.contains(path))
            continue;
        doubted.insert(path);
        const auto home = std::ranges::find(m_known.folders, path, &Store::Folder::path);
        const bool isNews = home != m_known.folders.end() && home->uidValidity != 0;
        if (!isNews || !m_isSteady || (!*gone && !m_doubted.contains(path)))
            continue;
        const Store::Folder folder = *home;
        const Result<void> taken = co_await takeGone(folder);
        CO_RETURN_IF_ERROR(taken);
    }
    m_doubted = doubted;
    co_return {};
}

// True: the server answers that the folder does not exist. False: it has the folder, or only refuses.
QCoro::Task<Result<bool>> FolderSurvey::isGone(QString path)
{
    const QStringList alone{ path };
    const auto stored = co_await m_session.status(alone);
    CO_RETURN_IF_ERROR(stored);
    const auto status = stored->constFind(path);
    if (status == stored->cend())
        co_return false;
    if (status.value() && !m_selectable.contains(path)) {
        m_unlisted.insert(path);
        co_return false;
    }
    co_return !status.value() && status.value().error().code == Error::Code::NotFound;
}

QCoro::Task<Result<void>> FolderSurvey::takeGone(Store::Folder folder)
{
    qCWarning(logSync).noquote() << "account=" << m_account.id << "folder=" << folder.id
                                 << folder.path << "is gone from the server";
    const auto account = m_account;
    const qint64 id = folder.id;
    auto find = [id](Store::Session &session) {
        return Store::knownUids(session, id);
    };
    const Result<QList<Store::ServerFlags>> known =
        co_await m_context.database.reading(std::move(find));
    CO_RETURN_IF_ERROR(known);
    QList<quint32> uids;
    for (const Store::ServerFlags &mail : *known)
        uids.append(mail.uid);
    const QList<QList<quint32>> batches = chunks(uids, goneBatch, goneBatch);
    for (const QList<quint32> &batch : batches) {
        auto bury = [=](Store::Session &session) {
            return applyGone(session, account, folder, batch);
        };
        const Result<Applied> applied = co_await m_context.database.writingSoon(std::move(bury));
        CO_RETURN_IF_ERROR(applied);
    }
    for (bool isMore = true; isMore;) { // mails that wait to be recognised
        auto end = [=](Store::Session &session) {
            return endRebind(session, account, folder, goneBatch);
        };
        const Result<Applied> applied = co_await m_context.database.writingSoon(std::move(end));
        CO_RETURN_IF_ERROR(applied);
        isMore = applied->updated > 0;
    }
    auto forget = [id](Store::Session &session) {
        return applyFolderGone(session, id);
    };
    const Result<void> forgotten = co_await m_context.database.writingSoon(std::move(forget));
    CO_RETURN_IF_ERROR(forgotten);
    Result<void> loaded = co_await load();
    co_return loaded;
}

QCoro::Task<Result<void>> FolderSurvey::noteRefused(QStringList refused)
{
    std::ranges::sort(refused, std::less());
    if (refused == m_refused)
        co_return {};
    m_refused = std::move(refused);
    Result<void> saved = co_await save();
    co_return saved;
}

QCoro::Task<Result<void>> FolderSurvey::save()
{
    QList<Store::ServerFolder> listed = Mailbox::serverFolders(m_folders, m_account.folderRoles);
    QHash<QString, Store::ServerFolder> before;
    for (const Store::ServerFolder &folder : std::as_const(m_known.listed))
        before.insert(folder.path, folder);
    for (Store::ServerFolder &folder : listed) {
        const auto status = m_statuses.constFind(folder.path);
        if (status == m_statuses.cend()) { // not requested in this survey
            folder.total = before.value(folder.path).total;
            folder.unread = before.value(folder.path).unread;
            continue;
        }
        if (status->messages)
            folder.total = *status->messages;
        if (status->unseen)
            folder.unread = *status->unseen;
    }
    QList<Store::ServerFolder> known = listed;
    for (const QString &path : std::as_const(m_unlisted))
        known.append({ .path = path, .isSelectable = true });
    QList<Store::FolderProblem> problems = Mailbox::folderProblems(m_account, known, m_refused);
    sortProblems(problems);
    if (listed == m_known.listed && problems == m_known.problems)
        co_return {};
    for (const Store::FolderProblem &problem : std::as_const(problems)) {
        if (!m_known.problems.contains(problem))
            qCWarning(logSync).noquote() << "account=" << m_account.id << "folder" << problem.path
                                         << problem.role << Store::problemName(problem.kind);
    }
    const auto account = m_account;
    const auto stored = m_known;
    auto write = [=](Store::Session &session) {
        return saveSurvey(session, account, stored, listed, problems);
    };
    const Result<void> saved = co_await m_context.database.writing(std::move(write));
    CO_RETURN_IF_ERROR(saved);
    m_known.listed = listed;
    m_known.problems = problems;
    co_return {};
}

} // namespace Sync
