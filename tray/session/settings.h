// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "policy/quiethours.h"

#include <QObject>
#include <QSet>
#include <QSettings>
#include <QUrl>

namespace Session {

/** The settings that a person may choose. */
struct Preferences {
    enum class Content { Full, SenderOnly, CountOnly };
    enum class IconStyle { Colour, Light, Dark, Panel };

    bool isRemote = false; ///< a service elsewhere, with login; else the user's own here
    QUrl server;           ///< of the service elsewhere
    bool startService = true;
    bool showNotices = true;
    Content content = Content::Full;
    bool playSound = false;
    Policy::QuietHours quiet;
    QSet<qint64> muted;     ///< accounts without notices
    qint64 ignoredUpTo = 0; ///< mails up to this id do not count on the icon
    IconStyle iconStyle = IconStyle::Colour;

    bool operator==(const Preferences &) const = default;
};

/** Preferences in a file of their own; it holds no secret. */
class Settings : public QObject
{
    Q_OBJECT

public:
    explicit Settings(const QString &file, QObject *parent = nullptr);

    const Preferences &preferences() const { return m_preferences; }
    void setPreferences(const Preferences &preferences); ///< stored before it returns
    QByteArray windowGeometry() const;                   ///< as Qt saves it; empty: none yet
    void setWindowGeometry(const QByteArray &geometry);
    QStringList snoozes() const; ///< as Policy::Snoozes writes them
    void setSnoozes(const QStringList &lines);
    /// Seconds to wait for a panel before the window is shown instead of the icon.
    int trayPatience() const;

Q_SIGNALS:
    void changed(const Session::Preferences &before);

private:
    QSettings m_file;
    Preferences m_preferences;
};

/// `now` with the differences between `before` and `chosen`, so that other changes since `before` stay.
Preferences withChanges(Preferences now, const Preferences &before, const Preferences &chosen);

/// Why an address cannot be that of a service, for people; empty: it can. Passwords and mail do not cross a
/// network unencrypted, so an address without TLS must be loopback.
QString serverProblem(const QUrl &server);

} // namespace Session
