// SPDX-License-Identifier: GPL-3.0-or-later
#include "allocator.h"
#include "cli/commandline.h"
#include "cli/run.h"
#include "store/privatefile.h"

#include <QCoreApplication>

#include <cstdio>

int main(int argc, char **argv)
{
    keepHeapSmall();
    Store::keepNewFilesPrivate();
    QCoreApplication app(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("postriderd"));
    QCoreApplication::setApplicationVersion(QStringLiteral(POSTRIDER_VERSION));
    const auto line = Cli::parseCommandLine(QCoreApplication::arguments().sliced(1));
    if (!line) {
        std::fprintf(stderr, "postriderd: %s\n", qPrintable(line.error().message));
        return 2;
    }
    return Cli::run(*line);
}
