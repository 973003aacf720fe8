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
#include <cstdlib>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto noticePatience = 1500ms;

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(CommandLine)
};

void tellOfOneThatHangs(qint64 processId)
{
    const QString text = Texts::tr("Postrider is already running but does not answer. End process "
                                   "%1, then start Postrider again.")
                             .arg(processId);
    std::fprintf(stderr, "postrider-tray: %s\n", qPrintable(text));
#ifdef Q_OS_LINUX // after a start from a menu, nobody reads stderr
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
    const QCommandLineOption autostart(u"autostart"_s,
                                       Texts::tr("Start without a window (used at login)."));
    const QCommandLineOption quit(u"quit"_s, Texts::tr("Quit the program that is running."));
    parser.addOptions({ autostart, quit });
    parser.addPositionalArgument(
        u"mailto:…"_s, Texts::tr("Write a new mail with the values of this mailto: link."),
        u"[mailto:…]"_s);
    parser.process(*qApp);
    const QUrl mailto(parser.positionalArguments().value(0));
    const bool isMail = mailto.scheme() == u"mailto";
    if (parser.positionalArguments().size() > (isMail ? 1 : 0)) {
        std::fprintf(
            stderr, "postrider-tray: %s\n",
            qPrintable(Texts::tr("Only one argument is allowed, and it must begin with mailto:.")));
        std::exit(1);
    }
    return { .isAutostart = parser.isSet(autostart),
             .isQuit = parser.isSet(quit),
             .mailto = isMail ? mailto : QUrl() };
}

std::optional<int> handOver(const CommandLine &line)
{
    Desktop::SingleInstance instance;
    using Role = Desktop::SingleInstance::Role;
    const QByteArray show = "show " + qgetenv("XDG_ACTIVATION_TOKEN"); // set by the launcher
    const QByteArray command = line.isQuit ? QByteArray("quit")
        : line.mailto.isEmpty()            ? show
                                           : line.mailto.toEncoded();
    switch (instance.enter(command)) {
    case Role::Second:
        return 0;
    case Role::Alone:
        tellOfOneThatHangs(instance.firstProcess());
        return 1;
    case Role::First:
        break;
    }
    return line.isQuit ? std::optional(0) : std::nullopt; // no other tray runs
}
