// SPDX-License-Identifier: GPL-3.0-or-later
#include "desktop/autostart.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>
#include <QSettings>
#include <QStandardPaths>

using namespace Qt::StringLiterals;

namespace Desktop {

namespace {

struct Autostart {
    Q_DECLARE_TR_FUNCTIONS(Desktop::Autostart)
};

QString program()
{
    return QCoreApplication::applicationFilePath();
}

#ifdef Q_OS_WIN

const QString runKey = u"HKEY_CURRENT_USER\\Software\\Microsoft\\Windows\\CurrentVersion\\Run"_s;

#else

QString entryPath()
{
#ifdef Q_OS_MACOS
    return QDir::homePath() + u"/Library/LaunchAgents/org.postrider.tray.plist"_s;
#else
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation)
        + u"/autostart/postrider-tray.desktop"_s;
#endif
}

QString entry()
{
#ifdef Q_OS_MACOS
    return uR"(<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>Label</key><string>org.postrider.tray</string>
<key>ProgramArguments</key><array><string>%1</string><string>--autostart</string></array>
<key>LimitLoadToSessionType</key><string>Aqua</string>
<key>RunAtLoad</key><true/>
</dict></plist>
)"_s.arg(program().toHtmlEscaped());
#else
    // Desktop Entry Specification, "The Exec key": quoted, and % doubled.
    QString quoted = program();
    for (const QChar special : u"\\\"`$"_s)
        quoted.replace(special, u'\\' + QString(special));
    quoted.replace(u'%', u"%%"_s).replace(u'\\', u"\\\\"_s);
    return uR"([Desktop Entry]
Type=Application
Name=Postrider
Comment=Tells of new mail
Exec="%1" --autostart
Icon=mail-unread
Terminal=false
X-GNOME-Autostart-enabled=true
)"_s.arg(quoted);
#endif
}

#endif

} // namespace

bool isStartedAtLogin()
{
#ifdef Q_OS_WIN
    return QSettings(runKey, QSettings::NativeFormat).contains(u"Postrider"_s);
#else
    QFile file(entryPath());
    if (!file.open(QIODevice::ReadOnly))
        return false;
    const QByteArray text = file.read(4096);
    return !text.contains("Hidden=true") && !text.contains("X-GNOME-Autostart-enabled=false");
#endif
}

Result<void> setStartedAtLogin(bool started)
{
#ifdef Q_OS_WIN
    QSettings run(runKey, QSettings::NativeFormat);
    if (started)
        run.setValue(u"Postrider"_s,
                     u"\"%1\" --autostart"_s.arg(QDir::toNativeSeparators(program())));
    else
        run.remove(u"Postrider"_s);
    return {};
#else
    const QString path = entryPath();
    if (!started) {
        if (QFile::exists(path) && !QFile::remove(path))
            return Error{ Error::Code::Storage, Autostart::tr("%1 cannot be removed.").arg(path) };
        return {};
    }
    QDir().mkpath(QFileInfo(path).absolutePath());
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(entry().toUtf8()) < 0 || !file.commit())
        return Error{ Error::Code::Storage,
                      Autostart::tr("%1 cannot be written: %2").arg(path, file.errorString()) };
    return {};
#endif
}

} // namespace Desktop
