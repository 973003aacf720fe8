// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/servicestarter.h"

#include "session/childguard.h"
#include "session/servicelog.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QLoggingCategory>
#include <QStandardPaths>

#ifdef Q_OS_UNIX
#include <unistd.h>
#endif

using namespace Qt::StringLiterals;

namespace Session {

namespace {

Q_LOGGING_CATEGORY(log, "postrider.tray.service", QtInfoMsg)

constexpr int endPatienceMs = 6'000; // the service may take 5 s to end

struct Command {
    QString program;
    QStringList arguments;
};

/// The command that starts the service's unit in this session; empty: there is no service manager.
Command manager()
{
#if defined(Q_OS_LINUX)
    const QString runtime = QStandardPaths::writableLocation(QStandardPaths::RuntimeLocation);
    if (!QFileInfo::exists(runtime + u"/systemd/private"_s))
        return {};
    return { QStandardPaths::findExecutable(u"systemctl"_s),
             { u"--user"_s, u"start"_s, u"postriderd.service"_s } };
#elif defined(Q_OS_MACOS)
    return { u"/bin/launchctl"_s,
             { u"kickstart"_s, u"gui/%1/org.postrider.postriderd"_s.arg(getuid()) } };
#else
    return {};
#endif
}

} // namespace

ServiceStarter::ServiceStarter(QObject *parent) : QObject(parent)
{
    endWithUs(m_child);
    connect(&m_manager, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            startChild();
    });
    connect(&m_manager, &QProcess::finished, this, [this](int status) {
        if (status == 0)
            qCInfo(log, "the session's service manager has started the service");
        else
            startChild(); // usually the unit does not exist
    });
    connect(&m_child, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error != QProcess::FailedToStart)
            return;
        m_problem = tr("The mail service could not be started: %1").arg(m_child.errorString());
        qCWarning(log, "%s cannot be started: %s", qPrintable(m_child.program()),
                  qPrintable(m_child.errorString()));
        Q_EMIT ended();
    });
    connect(&m_child, &QProcess::finished, this, [this](int status) {
        qCInfo(log, "the service has ended with status %d", status);
        if (std::exchange(m_isStopping, false)) {
            Q_EMIT stopped();
            return;
        }
        m_problem = withLog(tr("The mail service could not start: %1"));
        Q_EMIT ended();
    });
}

ServiceStarter::~ServiceStarter()
{
    m_manager.disconnect(this);
    m_child.disconnect(this);
    if (!hasChild())
        return;
    askToEnd(m_child); // stop() was not called, for example at the end of the session
    m_child.waitForFinished(endPatienceMs);
}

QString ServiceStarter::program()
{
    const QString name = u"postriderd"_s;
    const QString beside =
        QStandardPaths::findExecutable(name, { QCoreApplication::applicationDirPath() });
    return beside.isEmpty() ? QStandardPaths::findExecutable(name) : beside;
}

void ServiceStarter::start()
{
    if (hasChild() || m_manager.state() != QProcess::NotRunning)
        return;
    m_problem.clear();
    const Command command = manager();
    if (command.program.isEmpty())
        startChild();
    else
        m_manager.start(command.program, command.arguments);
}

void ServiceStarter::startChild()
{
    const QString found = program();
    if (found.isEmpty()) {
        m_problem = tr("The mail service, postriderd, is not installed here.");
        qCWarning(log, "there is no postriderd beside this program nor in PATH");
        return;
    }
    const QString logFile = serviceLogPath();
    m_child.setProgram(found);
    m_child.setArguments({ u"serve"_s, u"--desktop"_s });
    m_child.setStandardInputFile(QProcess::nullDevice());
    m_child.setStandardOutputFile(QProcess::nullDevice());
    m_child.setStandardErrorFile(logFile);
    m_child.start();
    qCInfo(log, "starting %s; its log is %s", qPrintable(found), qPrintable(logFile));
}

QString ServiceStarter::silence() const
{
    if (!hasChild())
        return tr("The mail service was started but does not answer. Its log may show the reason: "
                  "journalctl --user --unit postriderd");
    return withLog(
        tr("The mail service was started but does not answer. Its last log message: %1"));
}

QString ServiceStarter::withLog(const QString &text) const
{
    const QString logFile = serviceLogPath();
    const QString line = lastLineOf(logFile);
    return text.arg(line.isEmpty() ? tr("none") : line) + u'\n'
        + tr("Please correct that, then choose “Start the mail service”. The log file is %1.")
              .arg(logFile);
}

void ServiceStarter::stop()
{
    if (!hasChild()) {
        Q_EMIT stopped();
        return;
    }
    m_isStopping = true;
    askToEnd(m_child);
}

} // namespace Session
