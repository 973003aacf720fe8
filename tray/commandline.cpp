// SPDX-License-Identifier: GPL-3.0-or-later
#include "commandline.h"

#include "desktop/singleinstance.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QTimer>

#ifdef Q_OS_LINUX
#include "notify/dbusnotifier.h"
#endif

#include <cstdio>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto noticePatience = 1500ms;

void tellOfOneThatHangs(qint64 processId)
{
    const QString text =
        QCoreApplication::translate(
            "CommandLine", "It runs already and does not answer. End process %1 and start again.")
            .arg(processId);
    std::fprintf(stderr, "postrider-tray: %s\n", qPrintable(text));
#ifdef Q_OS_LINUX // for who started it from a menu; without a bus nobody could be told
    Notify::DBusNotifier notifier(QDBusConnection::sessionBus());
    notifier.show({ .key = u"hangs"_s, .title = u"Postrider"_s, .body = text, .isProblem = true });
    QTimer::singleShot(noticePatience, qApp, &QCoreApplication::quit);
    QCoreApplication::exec();
#endif
}

} // namespace

CommandLine readCommandLine()
{
    QCommandLineParser parser;
    parser.addHelpOption();
    parser.addVersionOption();
    const QCommandLineOption autostart(u"autostart"_s, u"Started with the session: stay small."_s);
    const QCommandLineOption quit(u"quit"_s, u"Ask the one that runs to quit."_s);
    parser.addOptions({ autostart, quit });
    parser.process(*qApp);
    return { .isAutostart = parser.isSet(autostart), .isQuit = parser.isSet(quit) };
}

std::optional<int> handOver(const CommandLine &line)
{
    Desktop::SingleInstance instance;
    using Role = Desktop::SingleInstance::Role;
    const QByteArray show =
        "show " + qgetenv("XDG_ACTIVATION_TOKEN"); // of who clicked in a launcher
    switch (instance.enter(line.isQuit ? "quit" : show)) {
    case Role::Second:
        return 0;
    case Role::Alone:
        tellOfOneThatHangs(instance.firstProcess());
        return 1;
    case Role::First:
        break;
    }
    return line.isQuit ? std::optional(0) : std::nullopt; // nobody runs
}
