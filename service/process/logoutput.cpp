// SPDX-License-Identifier: GPL-3.0-or-later
#include "process/logoutput.h"

#include "metrics/logcounts.h"

#include <QFile>
#include <QLoggingCategory>

#include <cstdio>
#include <memory>
#include <mutex>

#ifdef Q_OS_UNIX
#include <sys/stat.h>
#include <unistd.h>
#endif

using namespace Qt::StringLiterals;

namespace {

Q_LOGGING_CATEGORY(logService, "postrider.service", QtInfoMsg)

/** The open output. Lines are written completely, one after the other. */
struct Output {
    std::mutex mutex;            ///< protects `file`
    std::unique_ptr<QFile> file; ///< null: standard error
    QString path;
    LogFormat format = LogFormat::Text;
};

/// Never destroyed: threads may log until the process ends.
Output &output()
{
    static auto *const the = new Output;
    return *the;
}

/// Whether standard error is the journal: $JOURNAL_STREAM, systemd.exec(5).
bool isJournal()
{
#ifdef Q_OS_UNIX
    struct stat status = {};
    if (::fstat(STDERR_FILENO, &status) != 0)
        return false;
    const QByteArray here = QByteArray::number(quint64(status.st_dev)) + ':'
        + QByteArray::number(quint64(status.st_ino));
    return qgetenv("JOURNAL_STREAM") == here;
#else
    return false;
#endif
}

Result<std::unique_ptr<QFile>> opened(const QString &path)
{
    auto file = std::make_unique<QFile>(path);
    if (!file->open(QIODevice::WriteOnly | QIODevice::Append | QIODevice::Unbuffered))
        return Error{ Error::Code::BadRequest,
                      u"cannot write the log %1: %2"_s.arg(path, file->errorString()) };
    return Result<std::unique_ptr<QFile>>(std::move(file));
}

bool write(const QByteArray &line)
{
    Output &out = output();
    const std::lock_guard lock(out.mutex);
    if (out.file)
        return out.file->write(line) == line.size();
    return std::fwrite(line.constData(), 1, size_t(line.size()), stderr) == size_t(line.size());
}

void count(QtMsgType type)
{
    Metrics::LogCounts &counts = Metrics::logCounts();
    if (type == QtWarningMsg)
        counts.warnings.add();
    else if (type == QtCriticalMsg || type == QtFatalMsg)
        counts.errors.add();
}

void handle(QtMsgType type, const QMessageLogContext &context, const QString &message)
{
    count(type);
    const LogEntry entry{ type, QString::fromLatin1(context.category), message,
                          QDateTime::currentDateTimeUtc() };
    if (!write(logLine(entry, output().format)))
        Metrics::logCounts().lost.add();
}

} // namespace

namespace LogOutput {

Result<void> start(LogFormat format, const QString &file)
{
    Output &out = output();
    out.path = file;
    out.format = format;
    if (!file.isEmpty()) {
        auto made = opened(file);
        RETURN_IF_ERROR(made);
        out.file = *std::move(made);
    } else if (format == LogFormat::Text && isJournal()) {
        out.format = LogFormat::Journal;
    }
    qInstallMessageHandler(&handle);
    return {};
}

void reopen()
{
    Output &out = output();
    if (out.path.isEmpty())
        return;
    auto made = opened(out.path);
    if (!made) {
        qCWarning(logService).noquote() << made.error().message;
        return;
    }
    const std::lock_guard lock(out.mutex);
    out.file = *std::move(made);
}

} // namespace LogOutput
