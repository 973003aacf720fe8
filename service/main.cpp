// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commandline.h"
#include "cli/run.h"
#include "common/heap.h"
#include "common/patterns.h"
#include "store/sql/opening.h"
#include "store/sql/privatefile.h"

#include <QCoreApplication>

#include <cstdio>
#include <cstdlib>

#ifdef Q_OS_WIN
#include <windows.h>
#endif

namespace {

/// Whether the process must end without destructors, because a thread still uses objects that these would
/// destroy. On Windows always: a thread that crashed at its end, where MinGW destroys a thread_local of Qt
/// (GCC bug 83562), holds a lock of the runtime.
bool isToEndAtOnce()
{
#ifdef Q_OS_WIN
    return true;
#else
    return Store::Opening::underWay() != 0; // a thread waits for a silent database server
#endif
}

[[noreturn]] void endAtOnce(int status)
{
    std::fflush(nullptr);
#ifdef Q_OS_WIN
    TerminateProcess(GetCurrentProcess(), UINT(status)); // _Exit() would call the libraries
#endif
    std::_Exit(status);
}

} // namespace

int main(int argc, char **argv)
{
    Heap::keepSmall();
    keepPatternsUncompiled();
    Store::keepNewFilesPrivate();
    QCoreApplication app(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("postriderd"));
    QCoreApplication::setApplicationVersion(QStringLiteral(POSTRIDER_VERSION));
    const auto line = Cli::parseCommandLine(QCoreApplication::arguments().sliced(1));
    if (!line) {
        std::fprintf(stderr, "postriderd: %s\n", qPrintable(line.error().message));
        return 2;
    }
    const int status = Cli::run(*line);
    if (isToEndAtOnce())
        endAtOnce(status);
    return status;
}
