// SPDX-License-Identifier: GPL-3.0-or-later
#include "backup/makebackup.h"

#include "backup/archivereader.h"
#include "backup/archivewriter.h"
#include "backup/diskerror.h"
#include "common/clock.h"
#include "store/copy/copyreader.h"
#include "store/copy/databaserows.h"
#include "store/copy/databasesnapshot.h"
#include "store/copy/rowcodec.h"
#include "store/db/progresslines.h"
#include "store/mail/bodies.h"
#include "store/sql/dialect.h"
#include "store/sql/sqltext.h"

#include <QDir>
#include <QDirIterator>

#include <utility>

using namespace Qt::StringLiterals;

namespace Backup {

namespace {

constexpr qsizetype partSize = qsizetype(8) << 20; // bytes of rows, before they are compressed

/** One run of the command. */
class BackupRun
{
public:
    explicit BackupRun(const BackupOptions &options)
        : m_options(options), m_lines(options.report), m_out(options.file)
    {
    }

    Result<BackupDone> run();

private:
    Result<void> addAll();
    Result<void> addKeys();
    Result<void> checkFolders() const;
    Result<void> addFiles();
    Result<void> addFile(const QString &path, const QString &name);
    Result<void> addTable(Store::RowSource &rows, const Store::CopyTable &table);
    Result<void> addRows(TableParts &table, const QByteArray &rows);
    Result<void> verify();

    const BackupOptions &m_options;
    const SystemClock m_clock;
    Store::ProgressLines m_lines;
    ArchiveWriter m_out;
    Manifest m_manifest;
};

Result<BackupDone> BackupRun::run()
{
    RETURN_IF_ERROR(m_out.open());
    RETURN_IF_ERROR(addAll());
    m_manifest.parts = m_out.parts();
    RETURN_IF_ERROR(m_out.finish(m_manifest));
    RETURN_IF_ERROR(verify());
    const BackupDone done{ m_manifest, m_out.size() };
    const Result<void> published = m_out.publish();
    return published ? Result<BackupDone>(done) : published.error();
}

// The files are read after the snapshot is taken, because each upload in it had its file then. They are read
// before the rows, which take longer, because the service may remove files meanwhile.
Result<void> BackupRun::addAll()
{
    const auto snapshot = Store::DatabaseSnapshot::open(m_options.database, m_clock);
    RETURN_IF_ERROR(snapshot);
    const Store::Engine engine = m_options.database.engine;
    m_manifest.version = m_options.version;
    m_manifest.schema = Store::newestVersion(engine);
    m_manifest.engine = Store::dialectOf(engine).name();
    m_manifest.madeAt = m_clock.now();
    for (const auto add : { &BackupRun::addKeys, &BackupRun::addFiles }) {
        RETURN_IF_ERROR((this->*add)());
    }
    Store::DatabaseRows rows((*snapshot)->session());
    for (const Store::CopyTable &table : Store::copyTables()) {
        RETURN_IF_ERROR(addTable(rows, table));
    }
    const auto lastIds = rows.lastIds();
    RETURN_IF_ERROR(lastIds);
    m_manifest.lastIds = *lastIds;
    return {};
}

Result<void> BackupRun::addKeys()
{
    m_manifest.hasKeys = !m_options.keys.isEmpty();
    return m_manifest.hasKeys ? m_out.add(keysName, m_options.keys) : Result<void>();
}

// QDirIterator skips folders that it cannot read, and a backup without them would look complete.
Result<void> BackupRun::checkFolders() const
{
    QStringList folders;
    if (QFileInfo::exists(m_options.attachments))
        folders.append(m_options.attachments);
    QDirIterator below(m_options.attachments,
                       QDir::Dirs | QDir::Hidden | QDir::NoDotAndDotDot | QDir::NoSymLinks,
                       QDirIterator::Subdirectories);
    while (below.hasNext())
        folders.append(below.next());
    for (const QString &path : std::as_const(folders)) {
        const QFileInfo folder(path);
        if (!folder.isReadable() || !folder.isExecutable())
            return Error{ Error::Code::Storage,
                          u"The folder %1 cannot be read. Run the backup as the user of the "
                          "service."_s.arg(path) };
    }
    return {};
}

Result<void> BackupRun::addFiles()
{
    RETURN_IF_ERROR(checkFolders());
    const QDir folder(m_options.attachments);
    QDirIterator files(m_options.attachments, QDir::Files | QDir::Hidden | QDir::NoSymLinks,
                       QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const QString path = files.next();
        RETURN_IF_ERROR(addFile(path, folder.relativeFilePath(path)));
    }
    if (!m_manifest.files.isEmpty())
        m_lines.say(u"outgoing attachments: %1"_s.arg(Store::shownNumber(m_manifest.files.size())));
    return {};
}

// A file that was removed since its name was read is left out.
Result<void> BackupRun::addFile(const QString &path, const QString &name)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return file.exists() ? diskError(u"Cannot read %1"_s.arg(path), file) : Result<void>();
    const QByteArray part =
        "files/" + QByteArray::number(m_manifest.files.size() + 1).rightJustified(6, '0');
    const Result<void> added = m_out.add(part, file);
    if (added)
        m_manifest.files.insert(name, part);
    return added;
}

Result<void> BackupRun::addTable(Store::RowSource &rows, const Store::CopyTable &table)
{
    const auto plan = rows.plan(table);
    RETURN_IF_ERROR(plan);
    const Result<qint64> all = rows.count(table);
    RETURN_IF_ERROR(all);
    TableParts parts{ table.name, plan->columns, {}, {} };
    QByteArray pending;
    for (bool isMore = true; isMore;) {
        const auto some = rows.next(table, Store::CopyReader::rowsAtOnce);
        RETURN_IF_ERROR(some);
        isMore = !some->isEmpty();
        for (const Store::CopyRow &row : *some) {
            parts.digest.add(row);
            Store::appendRow(pending, row);
            if (pending.size() < partSize)
                continue;
            const Result<void> added = addRows(parts, std::exchange(pending, {}));
            RETURN_IF_ERROR(added);
        }
        m_lines.progress(QString::fromLatin1(table.name), parts.digest.rows(), *all);
    }
    RETURN_IF_ERROR(pending.isEmpty() ? Result<void>() : addRows(parts, pending));
    if (*all > 0)
        m_lines.say(u"%1: %2"_s.arg(QLatin1StringView(table.name),
                                    Store::shownNumber(parts.digest.rows())));
    m_manifest.tables.append(parts);
    return {};
}

Result<void> BackupRun::addRows(TableParts &table, const QByteArray &rows)
{
    const QByteArray number = QByteArray::number(table.parts.size() + 1).rightJustified(6, '0');
    table.parts.append("tables/" + table.name + '/' + number + ".zst");
    return m_out.add(table.parts.last(), Store::compressBody(rows));
}

Result<void> BackupRun::verify()
{
    const auto reader = ArchiveReader::open(m_out.partFile(), m_options.report);
    RETURN_IF_ERROR(reader);
    if ((*reader)->manifest() != m_manifest)
        return Error{ Error::Code::Storage,
                      u"The backup %1 was read again, and its content differs from what was "
                      "written. It was removed."_s.arg(m_options.file) };
    qint64 rows = 0;
    for (const TableParts &table : std::as_const(m_manifest.tables))
        rows += table.digest.rows();
    m_lines.say(u"Read back and compared: %1 rows of %2 tables, %3 files."_s.arg(
        Store::shownNumber(rows), Store::shownNumber(m_manifest.tables.size()),
        Store::shownNumber(m_manifest.files.size())));
    return {};
}

} // namespace

Result<BackupDone> makeBackup(const BackupOptions &options)
{
    return BackupRun(options).run();
}

} // namespace Backup
