// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commandline.h"
#include "cli/run.h"
#include "common/heap.h"
#include "store/opening.h"
#include "store/privatefile.h"

#include <QCoreApplication>

#include <cstdio>
#include <cstdlib>

int main(int argc, char **argv)
{
    Heap::keepSmall();
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
    if (Store::Opening::underWay() == 0)
        return status;
    // A database server that is silent: nothing may be destroyed while threads wait for it.
    std::fflush(nullptr);
    std::_Exit(status);
}
