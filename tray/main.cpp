// SPDX-License-Identifier: GPL-3.0-or-later
#include "application.h"
#include "commandline.h"
#include "common/patterns.h"
#include "desktop/logbook.h"
#include "desktop/singleinstance.h"
#include "language/translations.h"
#include "spoken/names.h"

#include <QApplication>
#include <QStandardPaths>

using namespace Qt::StringLiterals;

namespace {

/// The command line needs no display: an installer or a remote shell has none.
std::optional<int> runWithoutScreen(int &argc, char **argv, CommandLine &line)
{
    const QCoreApplication app(argc, argv);
    const Language::Translations words;
    line = readCommandLine();
    return handOver(line);
}

} // namespace

int main(int argc, char **argv)
{
    keepPatternsUncompiled();
    QCoreApplication::setApplicationName(u"postrider-tray"_s);
    QCoreApplication::setApplicationVersion(u"" POSTRIDER_VERSION ""_s);
    CommandLine line;
    if (const auto status = runWithoutScreen(argc, argv, line))
        return *status;

    const QApplication app(argc, argv);
    QGuiApplication::setDesktopFileName(u"postrider-tray"_s);
    QApplication::setQuitOnLastWindowClosed(false);
    const Language::Translations words;
    Spoken::Names names;
    qApp->installEventFilter(&names);

    Desktop::Logbook log;
    Desktop::SingleInstance instance;
    if (instance.enter("show") != Desktop::SingleInstance::Role::First)
        return 0; // another tray has started in the meantime
    const QString config = QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation);
    Application postrider(log,
                          { .settingsFile = config + u"/postrider/postrider-tray.conf"_s,
                            .isAutostart = line.isAutostart,
                            .mailto = line.mailto });
    QObject::connect(&instance, &Desktop::SingleInstance::commanded, &postrider,
                     &Application::command);
    postrider.start();
    return QApplication::exec();
}
