// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/process.h"

#ifdef Q_OS_UNIX
#include <sys/resource.h>
#endif

#ifdef Q_OS_LINUX
#include <QByteArray>
#include <QFile>

#include <dirent.h>
#include <memory>
#include <unistd.h>
#endif

namespace Metrics {

namespace {

#ifdef Q_OS_UNIX
double secondsOf(const timeval &time)
{
    return double(time.tv_sec) + double(time.tv_usec) / 1e6;
}

void addUsage(ProcessFigures &figures)
{
    rusage usage = {};
    if (::getrusage(RUSAGE_SELF, &usage) == 0)
        figures.cpuSeconds = secondsOf(usage.ru_utime) + secondsOf(usage.ru_stime);
    rlimit limit = {};
    if (::getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
        figures.maxDescriptors = qint64(limit.rlim_cur);
}
#endif

#ifdef Q_OS_LINUX
QByteArray contentOf(const char *path)
{
    QFile file(QString::fromLatin1(path));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

// proc(5), /proc/pid/stat: the second field is the name in brackets, which may contain spaces and `)`.
void addStat(ProcessFigures &figures)
{
    const QByteArray text = contentOf("/proc/self/stat");
    const QList<QByteArray> fields = text.mid(text.lastIndexOf(')') + 2).split(' ');
    constexpr qsizetype virtualSize = 20; // field 23 of the file: `fields` begins with field 3
    constexpr qsizetype residentPages = 21;
    if (fields.size() <= residentPages)
        return;
    figures.virtualBytes = fields[virtualSize].toLongLong();
    figures.residentBytes = fields[residentPages].toLongLong() * ::sysconf(_SC_PAGESIZE);
}

struct FolderCloser {
    void operator()(DIR *folder) const { ::closedir(folder); }
};

void addDescriptors(ProcessFigures &figures)
{
    const std::unique_ptr<DIR, FolderCloser> folder(::opendir("/proc/self/fd"));
    if (!folder)
        return;
    qint64 count = 0;
    while (const dirent *entry = ::readdir(folder.get()))
        count += entry->d_name[0] != '.' ? 1 : 0;
    figures.openDescriptors = count - 1; // without the descriptor of opendir()
}
#endif

} // namespace

ProcessFigures processFigures()
{
    ProcessFigures figures;
#ifdef Q_OS_UNIX
    addUsage(figures);
#endif
#ifdef Q_OS_LINUX
    addStat(figures);
    addDescriptors(figures);
#endif
    return figures;
}

} // namespace Metrics
