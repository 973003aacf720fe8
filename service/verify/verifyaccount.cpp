// SPDX-License-Identifier: GPL-3.0-or-later
#include "verify/verifyaccount.h"

#include "mailbox/folderroles.h"
#include "mailbox/opening.h"
#include "parsing/listing.h"
#include "store/mail/folders.h"
#include "store/mail/resync.h"
#include "store/sql/columns.h"
#include "store/sql/session.h"

using namespace Qt::StringLiterals;

namespace Verify {

namespace {

using Kind = Difference::Kind;
using ThereMails = QList<ThereMail>;

/** A folder as the database has it. */
struct HereFolder {
    QList<HereMail> mails;
    qint64 pendingTexts = 0;
    CompareRules rules;
};

void setSeen(HereMail &mail, bool isRead)
{
    mail.shownFlags |= isRead ? Store::ServerSeen : 0;
}

void setFlagged(HereMail &mail, bool isStarred)
{
    mail.shownFlags |= isStarred ? Store::ServerFlagged : 0;
}

const Store::Columns<HereMail> mailColumns{
    { "uid", &HereMail::uid },
    { "size", &HereMail::size },
    { "server_flags", &HereMail::serverFlags },
    { "is_read", setSeen },
    { "is_starred", setFlagged },
    { "message_id", &HereMail::messageId },
};

Result<HereFolder> readFolder(Store::Session &session, const Store::Folder &folder)
{
    HereFolder here;
    Store::Query rows = session.query("verify_mails");
    rows.bind(u":folder_id"_s, folder.id).exec();
    while (rows.next()) {
        here.mails.append(rows.read(mailColumns));
        const auto state = rows.value<Store::BodyState>("body_state");
        here.pendingTexts += state == Store::BodyState::Pending ? 1 : 0;
    }
    if (rows.failed())
        return rows.error();
    const auto buried = Store::buriedUids(session, folder.id);
    RETURN_IF_ERROR(buried);
    for (const Store::BuriedUid &one : *buried)
        here.rules.deletedHere.insert(one.uid);
    return here;
}

/** One comparison of an account. */
class Verification
{
public:
    Verification(Store::Session &database, VerifyOptions options)
        : m_database(database), m_options(std::move(options)), m_imap(m_options.tls, m_options.imap)
    {
    }

    QCoro::Task<Result<AccountReport>> run(SecretStore &secrets);

private:
    QCoro::Task<Result<void>> connect(SecretStore &secrets);
    Result<QStringList> wantedPaths() const;
    QCoro::Task<Result<AccountReport>> compareFolders(QStringList paths);
    QCoro::Task<Result<FolderReport>> compareFolder(QString path);
    QCoro::Task<Result<FolderReport>> compareMailsOf(Store::Folder folder, Imap::Mailbox mailbox);
    QCoro::Task<Result<ThereMails>> mailsThere(Imap::Mailbox mailbox);
    QCoro::Task<Result<void>> markUnwanted(ThereMails *mails);
    QCoro::Task<Result<AccountReport>> confirmed(AccountReport report);

    Store::Session &m_database;
    const VerifyOptions m_options;
    Imap::Session m_imap;
};

QCoro::Task<Result<AccountReport>> Verification::run(SecretStore &secrets)
{
    const Result<QStringList> paths = wantedPaths();
    CO_RETURN_IF_ERROR(paths);
    const Result<void> connected = co_await connect(secrets);
    CO_RETURN_IF_ERROR(connected);
    Result<AccountReport> report = co_await compareFolders(*paths);
    if (report && report->count() > 0) {
        AccountReport first = std::move(*report);
        Result<AccountReport> again = co_await confirmed(std::move(first));
        report = std::move(again);
    }
    if (m_imap.isOpen())
        co_await m_imap.logout();
    co_return report;
}

Result<QStringList> Verification::wantedPaths() const
{
    QStringList paths;
    for (const QString &path : m_options.account.folders)
        paths.append(Mailbox::normalPath(path));
    if (m_options.folder.isEmpty())
        return paths;
    const QString wanted = Mailbox::normalPath(m_options.folder);
    if (paths.contains(wanted))
        return QStringList{ wanted };
    return Error{ Error::Code::NotFound,
                  u"The account does not synchronise the folder %1."_s.arg(m_options.folder) };
}

QCoro::Task<Result<void>> Verification::connect(SecretStore &secrets)
{
    const Store::Account account = m_options.account;
    if (account.authType != "password")
        co_return Error{ Error::Code::BadRequest,
                         u"The account %1 uses an OAuth sign-in. Only the service may use its "
                         "refresh token, so this command cannot log in."_s.arg(account.email) };
    Mailbox::Opening opening(account, { .secrets = &secrets });
    Result<void> opened = co_await opening.open(&m_imap);
    co_return opened;
}

QCoro::Task<Result<AccountReport>> Verification::compareFolders(QStringList paths)
{
    AccountReport report{ m_options.account.id, m_options.account.email, {} };
    for (const QString &path : std::as_const(paths)) {
        Result<FolderReport> folder = co_await compareFolder(path);
        CO_RETURN_IF_ERROR(folder);
        report.folders.append(*std::move(folder));
    }
    co_return report;
}

QCoro::Task<Result<FolderReport>> Verification::compareFolder(QString path)
{
    FolderReport report;
    report.path = path;
    const Result<Imap::Mailbox> mailbox = co_await m_imap.examine(path);
    if (!mailbox) {
        if (!m_imap.isOpen())
            co_return mailbox.error();
        report.problem = mailbox.error().message;
        report.differences.append({ .kind = Kind::NoFolder, .messageId = {} });
        co_return report;
    }
    report.there = mailbox->exists;
    const Result<Store::Folder> folder =
        Store::folderByPath(m_database, m_options.account.id, path);
    if (!folder && folder.error().code != Error::Code::NotFound)
        co_return folder.error();
    if (!folder || folder->uidValidity == 0) {
        report.differences.append({ .kind = Kind::NotHere, .messageId = {} });
        co_return report;
    }
    if (folder->uidValidity != mailbox->uidValidity) {
        report.differences.append(
            { Kind::UidValidity, 0, {}, folder->uidValidity, mailbox->uidValidity });
        co_return report;
    }
    Result<FolderReport> compared = co_await compareMailsOf(*folder, *mailbox);
    co_return compared;
}

// The server is read first: a mail that is deleted here meanwhile has a tombstone when the database is read.
// A mail that arrives meanwhile is a difference until confirmed() compares again.
QCoro::Task<Result<FolderReport>> Verification::compareMailsOf(Store::Folder folder,
                                                               Imap::Mailbox mailbox)
{
    const Result<ThereMails> there = co_await mailsThere(mailbox);
    CO_RETURN_IF_ERROR(there);
    Result<HereFolder> here = readFolder(m_database, folder);
    CO_RETURN_IF_ERROR(here);
    FolderReport report;
    report.path = folder.path;
    report.here = here->mails.size();
    report.there = there->size();
    report.pendingTexts = here->pendingTexts;
    here->rules.storesFlags = m_options.account.flagSync == "both";
    report.differences = compareMails(here->mails, *there, here->rules);
    co_return report;
}

QCoro::Task<Result<ThereMails>> Verification::mailsThere(Imap::Mailbox mailbox)
{
    ThereMails mails;
    if (mailbox.exists == 0)
        co_return mails;
    Imap::FetchRequest request;
    request.uids = Imap::UidSet::range(1, Imap::UidSet::Star);
    request.flags = true;
    request.size = true;
    auto sink = [&mails, &mailbox, this](Imap::FetchedMessage &&message) {
        if (message.uid == 0 || !message.flags || !message.size)
            return; // an unsolicited FETCH, not the answer
        mails.append({ message.uid, *message.size, Parsing::serverFlags(*message.flags), true });
        if (m_options.progress)
            m_options.progress(mailbox.path, mails.size(), mailbox.exists);
    };
    const Result<void> fetched = co_await m_imap.fetch(request, sink);
    CO_RETURN_IF_ERROR(fetched);
    const Result<void> marked = co_await markUnwanted(&mails);
    CO_RETURN_IF_ERROR(marked);
    co_return ThereMails(std::move(mails));
}

QCoro::Task<Result<void>> Verification::markUnwanted(ThereMails *mails)
{
    const QByteArray criteria = Parsing::wantedCriteria(m_options.account, m_database.now());
    if (criteria.isEmpty())
        co_return {};
    const Result<Imap::SearchResult> wanted = co_await m_imap.uidSearch(criteria);
    CO_RETURN_IF_ERROR(wanted);
    for (ThereMail &mail : *mails)
        mail.isWanted = wanted->uids.contains(mail.uid);
    co_return {};
}

QCoro::Task<Result<AccountReport>> Verification::confirmed(AccountReport report)
{
    QStringList paths;
    for (const FolderReport &folder : std::as_const(report.folders)) {
        if (!folder.differences.isEmpty())
            paths.append(folder.path);
    }
    Async::Completion<bool> pause;
    pause.finishAfter(m_options.settle, &m_imap, true);
    co_await pause;
    const Result<AccountReport> again = co_await compareFolders(paths);
    CO_RETURN_IF_ERROR(again);
    for (const FolderReport &now : again->folders) {
        for (FolderReport &folder : report.folders) {
            if (folder.path != now.path)
                continue;
            const QList<Difference> before = std::exchange(folder, now).differences;
            folder.differences = lasting(before, now.differences);
        }
    }
    co_return report;
}

} // namespace

QCoro::Task<Result<AccountReport>> verifyAccount(Store::Session &database, SecretStore &secrets,
                                                 VerifyOptions options)
{
    Verification verification(database, std::move(options));
    Result<AccountReport> report = co_await verification.run(secrets);
    co_return report;
}

} // namespace Verify
