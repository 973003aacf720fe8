// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDBusConnection>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTextStream>

/**
 * A message bus for one test. It starts no services, and ends with this object.
 *
 *     PrivateBus bus;
 *     if (!bus.isRunning()) QSKIP("no dbus-daemon");
 *     QDBusConnection mine = bus.connection(u"mine"_s);
 */
class PrivateBus
{
public:
    PrivateBus()
    {
        const QString program = QStandardPaths::findExecutable(QStringLiteral("dbus-daemon"));
        if (program.isEmpty() || !m_directory.isValid())
            return;
        QFile config(m_directory.filePath(QStringLiteral("bus.conf")));
        [[maybe_unused]] const bool isOpen = config.open(QIODevice::WriteOnly);
        QTextStream(&config)
            << "<!DOCTYPE busconfig PUBLIC \"-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN\" "
               "\"http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd\">\n"
               "<busconfig><type>session</type><listen>unix:dir="
            << m_directory.path()
            << "</listen><policy context=\"default\"><allow send_destination=\"*\" "
               "eavesdrop=\"true\"/>"
               "<allow eavesdrop=\"true\"/><allow own=\"*\"/></policy></busconfig>\n";
        config.close();
        m_daemon.start(program,
                       { QStringLiteral("--config-file=") + config.fileName(),
                         QStringLiteral("--nofork"), QStringLiteral("--print-address") });
        while (m_daemon.state() != QProcess::NotRunning && !m_daemon.canReadLine()) {
            if (!m_daemon.waitForReadyRead(10'000))
                return;
        }
        m_address = QString::fromUtf8(m_daemon.readLine()).trimmed();
    }
    ~PrivateBus()
    {
        for (const QString &name : std::as_const(m_names))
            QDBusConnection::disconnectFromBus(name);
        m_daemon.kill();
        m_daemon.waitForFinished();
    }

    bool isRunning() const { return !m_address.isEmpty(); }
    QString address() const { return m_address; }
    QDBusConnection connection(const QString &name)
    {
        m_names.append(name);
        return QDBusConnection::connectToBus(m_address, name);
    }

private:
    QTemporaryDir m_directory;
    QProcess m_daemon;
    QString m_address;
    QStringList m_names;
};
