// SPDX-License-Identifier: GPL-3.0-or-later
#include "mailfiles/exportmails.h"

#include "common/clock.h"
#include "mailfiles/filename.h"
#include "mailfiles/mbox.h"
#include "store/copy/databasesnapshot.h"
#include "store/db/progresslines.h"
#include "store/mail/accounts.h"
#include "store/mail/folders.h"
#include "store/mail/mailexport.h"
#include "store/sql/privatefile.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRandomGenerator>
#include <QSet>

using namespace Qt::StringLiterals;

namespace MailFiles {

namespace {

Error diskError(const QFile &file)
{
    return { file.error() == QFileDevice::ResourceError ? Error::Code::StorageFull
                                                        : Error::Code::Storage,
             u"Cannot write %1: %2. What was written is removed."_s.arg(file.fileName(),
                                                                        file.errorString()) };
}

QString besideOf(const QString &folder)
{
    return QDir::cleanPath(folder) + ".part-"_L1
        + QString::number(QRandomGenerator::system()->generate(), 16);
}

/** One run of the command. */
class ExportRun
{
public:
    explicit ExportRun(const ExportOptions &options)
        : m_options(options), m_lines(options.report), m_partFolder(besideOf(options.folder))
    {
    }
    ~ExportRun();

    Result<ExportDone> run();

private:
    Result<void> exportAll();
    Result<QList<Store::Account>> wanted();
    Result<void> exportFolder(const Store::Account &account, const Store::Folder &folder);
    QString ownName(const QString &top, const Store::Folder &folder);
    Result<void> exportMail(qint64 id, const QString &path, QFile &mbox);
    Result<void> writeMail(const Store::ExportedMail &mail, const QString &path, QFile &mbox);
    Result<void> append(QFile &file, QByteArrayView bytes);
    Result<void> noteMissing();
    Result<void> publish();
    Error isThere() const;

    const ExportOptions &m_options;
    const SystemClock m_clock;
    Store::ProgressLines m_lines;
    const QString m_partFolder;
    bool m_isMine = false; ///< the destructor removes the folder
    std::unique_ptr<Store::DatabaseSnapshot> m_snapshot;
    ExportDone m_done;
    QByteArray m_missing;  ///< a line for each mail that is not here
    QSet<QString> m_taken; ///< names of folders
};

ExportRun::~ExportRun()
{
    if (m_isMine)
        QDir(m_partFolder).removeRecursively();
}

Error ExportRun::isThere() const
{
    return { Error::Code::Conflict,
             u"%1 exists already. Nothing was changed; name a new folder."_s.arg(
                 m_options.folder) };
}

Result<ExportDone> ExportRun::run()
{
    if (QFileInfo::exists(m_options.folder))
        return isThere();
    auto snapshot = Store::DatabaseSnapshot::open(m_options.database, m_clock);
    RETURN_IF_ERROR(snapshot);
    m_snapshot = std::move(*snapshot);
    using Step = Result<void> (ExportRun::*)();
    for (const Step step :
         { &ExportRun::exportAll, &ExportRun::noteMissing, &ExportRun::publish }) {
        RETURN_IF_ERROR((this->*step)());
    }
    return m_done;
}

Result<QList<Store::Account>> ExportRun::wanted()
{
    Result<QList<Store::Account>> all = Store::accounts(m_snapshot->session());
    if (!all || m_options.account.isEmpty())
        return all;
    QList<Store::Account> named;
    for (const Store::Account &account : std::as_const(*all)) {
        if (QString::number(account.id) == m_options.account
            || account.email.compare(m_options.account, Qt::CaseInsensitive) == 0)
            named.append(account);
    }
    if (named.isEmpty())
        return Error{ Error::Code::NotFound, u"There is no account %1."_s.arg(m_options.account) };
    return named;
}

Result<void> ExportRun::exportAll()
{
    const auto accounts = wanted();
    RETURN_IF_ERROR(accounts);
    RETURN_IF_ERROR(Store::makePrivateFolder(m_partFolder));
    m_isMine = true;
    for (const Store::Account &account : *accounts) {
        const auto folders = Store::foldersOf(m_snapshot->session(), account.id);
        RETURN_IF_ERROR(folders);
        for (const Store::Folder &folder : *folders) {
            RETURN_IF_ERROR(exportFolder(account, folder));
        }
    }
    return {};
}

// Two folders may get the same name: long names are cut, and some systems do not distinguish `Work` and `work`.
QString ExportRun::ownName(const QString &top, const Store::Folder &folder)
{
    QString name = fileName(folder.path);
    const auto key = [&top](const QString &one) {
        return top + u'/' + one.toCaseFolded();
    };
    if (m_taken.contains(key(name)))
        name += u" (%1)"_s.arg(folder.id);
    m_taken.insert(key(name));
    return name;
}

// The name begins with the id, because two accounts may have the same address.
Result<void> ExportRun::exportFolder(const Store::Account &account, const Store::Folder &folder)
{
    const auto ids = Store::mailsToExport(m_snapshot->session(), folder.id);
    if (!ids || ids->isEmpty())
        return ids ? Result<void>() : ids.error();
    const QString top =
        m_partFolder + u'/' + QString::number(account.id) + u'-' + fileName(account.email);
    const QString path = top + u'/' + ownName(top, folder);
    const bool isMbox = m_options.format == Format::Mbox;
    RETURN_IF_ERROR(Store::makePrivateFolder(isMbox ? top : path));
    QFile mbox(path + ".mbox"_L1);
    if (isMbox && !mbox.open(QIODevice::WriteOnly | QIODevice::NewOnly))
        return diskError(mbox);
    qint64 done = 0;
    for (const qint64 id : *ids) {
        RETURN_IF_ERROR(exportMail(id, path, mbox));
        m_lines.progress(u"%1, %2"_s.arg(account.email, folder.path), ++done, ids->size());
    }
    m_lines.say(u"%1, %2: %3"_s.arg(account.email, folder.path, Store::shownNumber(ids->size())));
    return !isMbox || mbox.flush() ? Result<void>() : diskError(mbox);
}

Result<void> ExportRun::exportMail(qint64 id, const QString &path, QFile &mbox)
{
    const auto mail = Store::exportedMail(m_snapshot->session(), id);
    RETURN_IF_ERROR(mail);
    if (!mail->isHere) {
        ++m_done.missing;
        m_missing += QByteArray::number(id) + '\t' + mail->messageId + '\n';
        return {};
    }
    ++m_done.mails;
    m_done.bytes += mail->raw.size();
    return writeMail(*mail, path, mbox);
}

Result<void> ExportRun::writeMail(const Store::ExportedMail &mail, const QString &path, QFile &mbox)
{
    if (m_options.format == Format::Mbox)
        return append(mbox, mboxEntry(mail.raw, mail.from, mail.createdAt));
    QFile file(path + u"/%1.eml"_s.arg(mail.id, 10, 10, QChar(u'0')));
    if (!file.open(QIODevice::WriteOnly | QIODevice::NewOnly))
        return diskError(file);
    RETURN_IF_ERROR(append(file, mail.raw));
    return file.flush() ? Result<void>() : diskError(file);
}

Result<void> ExportRun::append(QFile &file, QByteArrayView bytes)
{
    while (!bytes.isEmpty()) {
        const qint64 written = file.write(bytes.data(), bytes.size());
        if (written <= 0)
            return diskError(file);
        bytes = bytes.sliced(written);
    }
    return {};
}

Result<void> ExportRun::noteMissing()
{
    if (m_missing.isEmpty())
        return {};
    QFile file(m_partFolder + "/not-exported.txt"_L1);
    if (!file.open(QIODevice::WriteOnly | QIODevice::NewOnly))
        return diskError(file);
    RETURN_IF_ERROR(append(file, "id\tMessage-ID\n" + m_missing));
    return file.flush() ? Result<void>() : diskError(file);
}

Result<void> ExportRun::publish()
{
    if (QFileInfo::exists(m_options.folder))
        return isThere();
    if (!QDir().rename(m_partFolder, m_options.folder)) // replaces no folder
        return Error{ Error::Code::Storage,
                      u"Cannot rename the finished export %1 to %2."_s.arg(m_partFolder,
                                                                           m_options.folder) };
    m_isMine = false;
    return {};
}

} // namespace

Result<ExportDone> exportMails(const ExportOptions &options)
{
    return ExportRun(options).run();
}

} // namespace MailFiles
