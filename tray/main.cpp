// SPDX-License-Identifier: GPL-3.0-or-later
#include "application.h"
#include "desktop/logbook.h"
#include "desktop/singleinstance.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QLibraryInfo>
#include <QStandardPaths>
#include <QTranslator>

using namespace Qt::StringLiterals;

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    QCoreApplication::setApplicationName(u"postrider-tray"_s);
    QCoreApplication::setApplicationVersion(u"" POSTRIDER_VERSION ""_s);
    QGuiApplication::setApplicationDisplayName(u"Postrider"_s);
    QGuiApplication::setDesktopFileName(u"postrider-tray"_s);
    QApplication::setQuitOnLastWindowClosed(false);
    QTranslator ours;
    if (ours.load(QLocale(), u"postrider-tray"_s, u"_"_s, u":/i18n"_s))
        QCoreApplication::installTranslator(&ours);
    QTranslator qts;
    if (qts.load(QLocale(), u"qtbase"_s, u"_"_s,
                 QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(&qts);

    QCommandLineParser line;
    line.addHelpOption();
    line.addVersionOption();
    const QCommandLineOption autostart(u"autostart"_s, u"Started with the session: stay small."_s);
    const QCommandLineOption quit(u"quit"_s, u"Ask the one that runs to quit."_s);
    line.addOptions({ autostart, quit });
    line.process(app);

    Desktop::Logbook log;
    Desktop::SingleInstance instance;
    using Role = Desktop::SingleInstance::Role;
    const Role role = instance.enter(line.isSet(quit) ? "quit" : "show");
    if (role != Role::First)
        return role == Role::Second ? 0 : 1;
    if (line.isSet(quit))
        return 0; // nobody runs

    const QString config = QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation);
    Application postrider(log,
                          { .settingsFile = config + u"/postrider/postrider-tray.conf"_s,
                            .isAutostart = line.isSet(autostart) });
    QObject::connect(&instance, &Desktop::SingleInstance::commanded, &postrider,
                     &Application::command);
    postrider.start();
    return QApplication::exec();
}
