// SPDX-License-Identifier: GPL-3.0-or-later
#include "backup/restorebackup.h"

#include "backup/archivereader.h"
#include "backup/backuprows.h"
#include "backup/diskerror.h"
#include "backup/keytext.h"
#include "backup/oldwork.h"
#include "common/clock.h"
#include "crypto/masterkey.h"
#include "store/copy/copyends.h"
#include "store/copy/databaserows.h"
#include "store/copy/databasesnapshot.h"
#include "store/copy/rowcopy.h"
#include "store/db/filelock.h"
#include "store/sql/privatefile.h"
#include "store/sql/sqltext.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Backup {

namespace {

constexpr auto unfinished = ".restoring"_L1;

/// A file with the checksum of the backup. It exists from the first to the last step of a restore.
QString markerIn(const QString &dataDir)
{
    return dataDir + "/backup"_L1 + unfinished;
}

QString cleanPath(const QString &path)
{
    return QDir::cleanPath(QFileInfo(path).absoluteFilePath());
}

/// The names in the folder, without the one that file systems have at their top.
QStringList entriesOf(const QString &folder)
{
    const auto anything = QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot;
    QStringList names = QDir(folder).entryList(anything);
    names.removeAll(u"lost+found"_s);
    return names;
}

void removeEither(const QString &fileOrFolder)
{
    if (!QFile::remove(fileOrFolder))
        QDir(fileOrFolder).removeRecursively();
}

Error conflict(const QString &what)
{
    return { Error::Code::Conflict, what };
}

/** One run of the command. */
class RestoreRun
{
public:
    explicit RestoreRun(const RestoreOptions &options)
        : m_options(options), m_dataDir(cleanPath(options.dataDir)),
          m_attachments(cleanPath(options.attachments))
    {
    }
    ~RestoreRun();

    Result<Manifest> run();

private:
    bool isFile() const { return m_options.database.isFile(); }
    QString lockFile() const { return m_options.database.file + ".lock"_L1; }
    Store::DatabaseAddress unfinishedDatabase() const;
    QString keyFile() const { return m_dataDir + "/master.key"_L1; }
    /// Inside of the folder, because that may be a separate file system.
    QString unfinishedFiles() const { return m_attachments + "/files"_L1 + unfinished; }
    QString unfinishedKeys() const { return keyFile() + unfinished; }
    QString marker() const { return markerIn(m_dataDir); }

    Result<void> checkVersion();
    Result<void> takePlace();
    Result<void> lock();
    Result<void> findMarker();
    Result<void> checkIsEmpty() const;
    Result<void> checkKeys();
    Result<void> begin();
    Result<void> restoreFiles();
    Result<void> restoreKeys();
    Result<bool> isRestored(const Store::DatabaseAddress &database) const;
    Result<void> restoreDatabase();
    Result<void> checkIsClosed();
    Result<void> placeDatabase();
    Result<void> extract(const QByteArray &part, const QString &path);
    Result<void> place(const QString &from, const QString &to);
    void removeUnfinished() const;

    const RestoreOptions &m_options;
    const QString m_dataDir;
    const QString m_attachments;
    const SystemClock m_clock;
    std::unique_ptr<ArchiveReader> m_archive;
    std::unique_ptr<Store::FileLock>
        m_lock;                   ///< of the database's final name: no service starts there
    bool m_isGoingOn = false;     ///< continues a restore of this backup that was killed
    bool m_hasBegun = false;      ///< the destructor must clean up
    bool m_hasMadeFolder = false; ///< of attachments
    QStringList m_placed;         ///< folders and files that are under their final names
    bool m_isFinished = false;    ///< the destructor keeps them
};

RestoreRun::~RestoreRun()
{
    if (!m_hasBegun)
        return;
    removeUnfinished();
    for (const QString &path : std::as_const(m_placed)) {
        if (!m_isFinished)
            removeEither(path);
    }
    if (!m_isFinished && m_hasMadeFolder)
        QDir().rmdir(m_attachments);
    QFile::remove(marker());
}

Store::DatabaseAddress RestoreRun::unfinishedDatabase() const
{
    Store::DatabaseAddress address = m_options.database;
    if (isFile())
        address.file += unfinished;
    return address;
}

void RestoreRun::removeUnfinished() const
{
    QDir(unfinishedFiles()).removeRecursively();
    QFile::remove(unfinishedKeys());
    const QStringList files = Store::filesOf(unfinishedDatabase());
    for (const QString &file : files)
        QFile::remove(file);
}

Result<Manifest> RestoreRun::run()
{
    auto archive = ArchiveReader::open(m_options.file, m_options.report);
    RETURN_IF_ERROR(archive);
    m_archive = std::move(*archive);
    using Step = Result<void> (RestoreRun::*)();
    for (const Step step :
         { &RestoreRun::checkVersion, &RestoreRun::takePlace, &RestoreRun::checkKeys,
           &RestoreRun::begin, &RestoreRun::restoreFiles, &RestoreRun::restoreKeys,
           &RestoreRun::restoreDatabase, &RestoreRun::checkIsClosed, &RestoreRun::placeDatabase }) {
        RETURN_IF_ERROR((this->*step)());
    }
    m_isFinished = true;
    return m_archive->manifest();
}

Result<void> RestoreRun::checkVersion()
{
    const Manifest &manifest = m_archive->manifest();
    const int newest = Store::migrations(m_options.database.engine).last().version;
    if (manifest.schema == newest)
        return {};
    return conflict(
        u"The backup %1 has schema %2 and was made by Postrider %3; this program has schema %4. "
        "Restore it with that version%5."_s.arg(
            m_options.file, QString::number(manifest.schema), manifest.version,
            QString::number(newest),
            manifest.schema < newest
                ? u", and then start this version, which updates the database"_s
                : QString()));
}

// A running service has the lock, and no service starts while this process has it. If there is no lock file,
// it is created only after the check that the folder is empty.
Result<void> RestoreRun::takePlace()
{
    const bool mayRun = isFile() && QFileInfo::exists(lockFile());
    RETURN_IF_ERROR(mayRun ? lock() : Result<void>());
    RETURN_IF_ERROR(findMarker());
    RETURN_IF_ERROR(checkIsEmpty());
    RETURN_IF_ERROR(Store::makePrivateFolder(m_dataDir));
    return isFile() && !m_lock ? lock() : Result<void>();
}

Result<void> RestoreRun::lock()
{
    auto taken = Store::FileLock::tryLock(lockFile());
    if (!taken && taken.error().code == Error::Code::Conflict)
        return conflict(
            u"The database %1 is in use. Stop the service that has it open, and restore "
            "into an empty data directory."_s.arg(m_options.database.file));
    RETURN_IF_ERROR(taken);
    m_lock = std::move(*taken);
    return {};
}

Result<void> RestoreRun::findMarker()
{
    QFile file(marker());
    if (!file.exists())
        return {};
    if (!file.open(QIODevice::ReadOnly))
        return diskError(u"Cannot read %1"_s.arg(marker()), file);
    const QByteArray sum = file.readAll();
    if (sum.isEmpty()) // killed before anything else was made
        return {};
    m_isGoingOn = sum == m_archive->sum();
    if (m_isGoingOn && isFile() && QFileInfo::exists(m_options.database.file)) {
        const Result<bool> isThere = isRestored(m_options.database);
        if (!isThere || !*isThere)
            return conflict(
                u"The database %1 was made while the restore was not finished. Nothing was "
                "changed. Move the data directory %2 away, and restore again."_s.arg(
                    m_options.database.file, m_dataDir));
        QFile::remove(marker()); // the only missing step
        return conflict(
            u"The backup was restored into %1 already. Nothing was changed."_s.arg(m_dataDir));
    }
    if (m_isGoingOn)
        return {};
    return conflict(
        u"The restore of another backup into %1 was begun and not finished. Restore that "
        "one, or empty the data directory."_s.arg(m_dataDir));
}

// Checks only names; existing files are not read and not changed.
Result<void> RestoreRun::checkIsEmpty() const
{
    const bool hasFiles = !entriesOf(m_attachments).isEmpty();
    QStringList taken = entriesOf(m_dataDir);
    taken.removeIf([&](const QString &name) {
        const QString path = m_dataDir + u'/' + name;
        return name == "master.key"_L1 || name.contains(unfinished)
            || (isFile() && path == cleanPath(lockFile()))
            || (path == m_attachments && (m_isGoingOn || !hasFiles));
    });
    if (!taken.isEmpty())
        return conflict(
            u"The data directory %1 is not empty: it contains %2. Nothing was changed. Name "
            "another one with --data-dir, or move away what is there."_s.arg(
                m_dataDir, taken.mid(0, 3).join(u", "_s)));
    if (isFile() && QFileInfo::exists(m_options.database.file))
        return conflict(
            u"There is a database %1 already. Nothing was changed. Move it away, and restore again."_s
                .arg(m_options.database.file));
    if (!m_isGoingOn && hasFiles)
        return conflict(u"The folder %1 is not empty. Nothing was changed. Move away what is "
                        "there, and restore again."_s.arg(m_attachments));
    return {};
}

// An existing key was put there by a person and may be the right one, so it is never replaced.
Result<void> RestoreRun::checkKeys()
{
    const QString file = keyFile();
    if (!m_archive->manifest().hasKeys || !QFileInfo::exists(file))
        return {};
    const Result<QByteArray> keys = m_archive->bytes(keysName);
    RETURN_IF_ERROR(keys);
    const auto there = Crypto::loadMasterKey({ .dataDirectory = m_dataDir });
    RETURN_IF_ERROR(there);
    if (keyText(there->keys) == *keys)
        return {};
    return conflict(
        u"The backup contains another master key than %1. Nothing was changed. Move that file "
        "away, so that the restore can write the right key there."_s.arg(file));
}

Result<void> RestoreRun::extract(const QByteArray &part, const QString &path)
{
    RETURN_IF_ERROR(Store::makePrivateFolder(QFileInfo(path).absolutePath()));
    QFile file(path);
    const auto mode = QIODevice::WriteOnly | QIODevice::NewOnly | QIODevice::Unbuffered;
    if (!file.open(mode, QFile::ReadOwner | QFile::WriteOwner))
        return diskError(u"Cannot create %1"_s.arg(path), file);
    const Result<void> copied = m_archive->copyTo(part, file);
    return copied ? syncFile(file) : copied;
}

Result<void> RestoreRun::begin()
{
    m_hasBegun = true;
    QFile file(marker());
    if (!file.open(QIODevice::WriteOnly | QIODevice::Unbuffered,
                   QFile::ReadOwner | QFile::WriteOwner))
        return diskError(u"Cannot create %1"_s.arg(marker()), file);
    const Result<void> written =
        writeAll(file, m_archive->sum(), u"Cannot write %1"_s.arg(marker()));
    return written ? syncFile(file) : written;
}

Result<void> RestoreRun::place(const QString &from, const QString &to)
{
    if (!QDir().rename(from, to))
        return Error{ Error::Code::Storage, u"Cannot rename %1 to %2."_s.arg(from, to) };
    m_placed.append(to);
    return syncFolder(QFileInfo(to).absolutePath());
}

Result<void> RestoreRun::restoreFiles()
{
    const QMap<QString, QByteArray> &files = m_archive->manifest().files;
    if (files.isEmpty())
        return {};
    m_hasMadeFolder = !QFileInfo::exists(m_attachments);
    QStringList names;
    for (auto file = files.begin(); file != files.end(); ++file)
        names.append(file.key().section(u'/', 0, 0));
    names.removeDuplicates();
    QDir(unfinishedFiles()).removeRecursively(); // of the restore that was killed
    for (const QString &name : std::as_const(names))
        removeEither(m_attachments + u'/' + name);
    for (auto file = files.begin(); file != files.end(); ++file) {
        RETURN_IF_ERROR(extract(file.value(), unfinishedFiles() + u'/' + file.key()));
    }
    for (const QString &name : std::as_const(names)) {
        RETURN_IF_ERROR(place(unfinishedFiles() + u'/' + name, m_attachments + u'/' + name));
    }
    QDir().rmdir(unfinishedFiles());
    return {};
}

Result<void> RestoreRun::restoreKeys()
{
    const QString file = keyFile();
    if (!m_archive->manifest().hasKeys || QFileInfo::exists(file)) // the same keys: checkKeys()
        return {};
    QFile::remove(unfinishedKeys());
    const Result<void> done = extract(keysName, unfinishedKeys());
    return done ? place(unfinishedKeys(), file) : done;
}

// True if a restore was killed after the last step of the copy: the database is complete then, and no longer
// marked as an unfinished copy.
Result<bool> RestoreRun::isRestored(const Store::DatabaseAddress &database) const
{
    const auto snapshot = Store::DatabaseSnapshot::open(database, m_clock);
    RETURN_IF_ERROR(snapshot);
    Store::DatabaseRows rows((*snapshot)->session());
    for (const TableParts &table : m_archive->manifest().tables) {
        if (isChangedByRestore(table.name))
            continue;
        const auto copied =
            std::ranges::find_if(Store::copyTables(), [&table](const Store::CopyTable &one) {
                return table.name == one.name;
            });
        if (copied == Store::copyTables().end())
            return false;
        const Result<Store::CopyDigest> digest = Store::digestOf(rows, *copied);
        RETURN_IF_ERROR(digest);
        if (*digest != table.digest)
            return false;
    }
    return true;
}

Result<void> RestoreRun::restoreDatabase()
{
    const auto target = Store::openCopyTarget(unfinishedDatabase(), m_clock);
    if (!target && m_isGoingOn && target.error().code == Error::Code::Conflict) {
        const Result<bool> isThere = isRestored(unfinishedDatabase());
        if (isThere && *isThere)
            return {};
    }
    RETURN_IF_ERROR(target);
    BackupRows rows(*m_archive);
    Store::RowCopyOptions copy{ m_options.file, m_options.database.shown, m_options.reader,
                                m_options.report };
    if (!m_options.isMove)
        copy.beforeUse = endOldWork;
    return Store::copyRows(rows, (*target)->session(), copy);
}

// SQLite moves its log into the file when the last connection closes.
Result<void> RestoreRun::checkIsClosed()
{
    const QString log = unfinishedDatabase().file + "-wal"_L1;
    if (!isFile() || QFileInfo(log).size() == 0)
        return {};
    return Error{ Error::Code::Storage,
                  u"SQLite could not write all of its log %1 into the database."_s.arg(log) };
}

// The last step, because without a database no service can use the data directory.
Result<void> RestoreRun::placeDatabase()
{
    return isFile() ? place(unfinishedDatabase().file, m_options.database.file) : Result<void>();
}

} // namespace

Result<Manifest> restoreBackup(const RestoreOptions &options)
{
    return RestoreRun(options).run();
}

Result<void> checkIsRestored(const QString &dataDir)
{
    const QString marker = markerIn(dataDir);
    if (!QFileInfo::exists(marker))
        return {};
    return conflict(u"A restore into the data directory %1 was begun and not finished. Repeat "
                    "`postriderd restore`, or remove %2 to cancel it."_s.arg(dataDir, marker));
}

} // namespace Backup
