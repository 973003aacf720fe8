// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/settings.h"

#include <QCoreApplication>
#include <QHostAddress>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Session {

namespace {

template<typename E>
E choice(const QSettings &file, const QString &key, std::initializer_list<const char *> names)
{
    const QString value = file.value(key).toString();
    int index = 0;
    for (const char *name : names) {
        if (value == QLatin1StringView(name))
            return E(index);
        ++index;
    }
    return E(0);
}

constexpr std::initializer_list<const char *> contents{ "full", "sender", "count" };
constexpr std::initializer_list<const char *> iconStyles{ "colour", "light", "dark", "panel" };

QString nameOf(std::initializer_list<const char *> names, int index)
{
    return QString::fromLatin1(*(names.begin() + index));
}

QTime time(const QSettings &file, const QString &key, QTime otherwise)
{
    const QTime read = QTime::fromString(file.value(key).toString(), u"HH:mm"_s);
    return read.isValid() ? read : otherwise;
}

Preferences read(const QSettings &file)
{
    Preferences all;
    all.isRemote = file.value(u"service/remote"_s, false).toBool();
    all.server = QUrl(file.value(u"service/url"_s).toString());
    all.startService = file.value(u"service/start"_s, true).toBool();
    all.showNotices = file.value(u"notices/show"_s, true).toBool();
    all.content = choice<Preferences::Content>(file, u"notices/content"_s, contents);
    all.playSound = file.value(u"notices/sound"_s, false).toBool();
    all.quiet.isDaily = file.value(u"quiet/daily"_s, false).toBool();
    all.quiet.from = time(file, u"quiet/from"_s, all.quiet.from);
    all.quiet.to = time(file, u"quiet/to"_s, all.quiet.to);
    all.quiet.pausedAt = file.value(u"quiet/paused_at"_s).toLongLong();
    all.quiet.pausedUntil = file.value(u"quiet/paused_until"_s).toLongLong();
    for (const QString &id : file.value(u"notices/muted"_s).toStringList())
        all.muted.insert(id.toLongLong());
    all.muted.remove(0);
    all.ignoredUpTo = file.value(u"icon/ignored_up_to"_s).toLongLong();
    all.iconStyle = choice<Preferences::IconStyle>(file, u"icon/style"_s, iconStyles);
    return all;
}

void write(QSettings &file, const Preferences &all)
{
    file.setValue(u"service/remote"_s, all.isRemote);
    file.setValue(u"service/url"_s, all.server.toString());
    file.setValue(u"service/start"_s, all.startService);
    file.setValue(u"notices/show"_s, all.showNotices);
    file.setValue(u"notices/content"_s, nameOf(contents, int(all.content)));
    file.setValue(u"notices/sound"_s, all.playSound);
    file.setValue(u"quiet/daily"_s, all.quiet.isDaily);
    file.setValue(u"quiet/from"_s, all.quiet.from.toString(u"HH:mm"_s));
    file.setValue(u"quiet/to"_s, all.quiet.to.toString(u"HH:mm"_s));
    file.setValue(u"quiet/paused_at"_s, all.quiet.pausedAt);
    file.setValue(u"quiet/paused_until"_s, all.quiet.pausedUntil);
    QStringList muted;
    for (const qint64 id : all.muted)
        muted.append(QString::number(id));
    muted.sort();
    file.setValue(u"notices/muted"_s, muted);
    file.setValue(u"icon/ignored_up_to"_s, all.ignoredUpTo);
    file.setValue(u"icon/style"_s, nameOf(iconStyles, int(all.iconStyle)));
    file.sync();
}

} // namespace

Settings::Settings(const QString &file, QObject *parent)
    : QObject(parent), m_file(file, QSettings::IniFormat), m_preferences(read(m_file))
{
}

void Settings::setPreferences(const Preferences &preferences)
{
    if (preferences == m_preferences)
        return;
    const Preferences before = std::exchange(m_preferences, preferences);
    write(m_file, m_preferences);
    Q_EMIT changed(before);
}

QByteArray Settings::windowGeometry() const
{
    return QByteArray::fromBase64(m_file.value(u"window/geometry"_s).toByteArray());
}

void Settings::setWindowGeometry(const QByteArray &geometry)
{
    m_file.setValue(u"window/geometry"_s, QString::fromLatin1(geometry.toBase64()));
    m_file.sync();
}

QStringList Settings::snoozes() const
{
    return m_file.value(u"notices/snoozed"_s).toStringList();
}

void Settings::setSnoozes(const QStringList &lines)
{
    m_file.setValue(u"notices/snoozed"_s, lines);
    m_file.sync();
}

int Settings::trayPatience() const
{
    return std::clamp(m_file.value(u"icon/patience"_s, 20).toInt(), 0, 600);
}

Preferences withChanges(Preferences now, const Preferences &before, const Preferences &chosen)
{
    const auto take = [](auto &to, const auto &old, const auto &fresh) {
        if (fresh != old)
            to = fresh;
    };
    take(now.isRemote, before.isRemote, chosen.isRemote);
    take(now.server, before.server, chosen.server);
    take(now.startService, before.startService, chosen.startService);
    take(now.showNotices, before.showNotices, chosen.showNotices);
    take(now.content, before.content, chosen.content);
    take(now.playSound, before.playSound, chosen.playSound);
    take(now.quiet.isDaily, before.quiet.isDaily, chosen.quiet.isDaily);
    take(now.quiet.from, before.quiet.from, chosen.quiet.from);
    take(now.quiet.to, before.quiet.to, chosen.quiet.to);
    take(now.quiet.pausedAt, before.quiet.pausedAt, chosen.quiet.pausedAt);
    take(now.quiet.pausedUntil, before.quiet.pausedUntil, chosen.quiet.pausedUntil);
    take(now.ignoredUpTo, before.ignoredUpTo, chosen.ignoredUpTo);
    take(now.iconStyle, before.iconStyle, chosen.iconStyle);
    now.muted += chosen.muted - before.muted;
    now.muted -= before.muted - chosen.muted;
    return now;
}

QString serverProblem(const QUrl &server)
{
    const auto text = [](const char *source) {
        return QCoreApplication::translate("Session::Settings", source);
    };
    if (!server.isValid() || server.host().isEmpty())
        return text(QT_TRANSLATE_NOOP("Session::Settings",
                                      "Please enter an address like https://mail.example.org."));
    const bool isHere = server.host() == u"localhost" || QHostAddress(server.host()).isLoopback();
    if (server.scheme() == u"https" || (server.scheme() == u"http" && isHere))
        return {};
    return text(QT_TRANSLATE_NOOP("Session::Settings",
                                  "The address must begin with https://, because your password and "
                                  "your mail are sent over this connection."));
}

} // namespace Session
