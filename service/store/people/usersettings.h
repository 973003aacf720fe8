// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QByteArray>
#include <QStringList>

namespace Store {

class Session;

/** The daily time when clients show no notices, from one local time to another. */
struct QuietHours {
    bool enabled = false;
    QByteArray from = "22:00"; ///< HH:MM
    QByteArray to = "07:00";   ///< earlier than `from`: of the next day

    friend bool operator==(const QuietHours &, const QuietHours &) = default;
};

/**
 * The settings of the clients of one user. The service only stores these values; the clients use them.
 */
struct UserSettings {
    QByteArray language = "";           ///< `en`, `de`, `zh`; empty: the language of the browser
    QByteArray theme = "system";        ///< or `light`, `dark`
    QByteArray density = "comfortable"; ///< or `compact`
    bool conversations = true;          ///< lists show conversations instead of mails
    bool notifications = true;
    QStringList imageSenders; ///< addresses whose remote images are shown; lower case, each once
    QuietHours quietHours;

    friend bool operator==(const UserSettings &, const UserSettings &) = default;
};

/// The defaults where the user has stored nothing.
Result<UserSettings> userSettings(Session &session, qint64 userId);

Result<void> setUserSettings(Session &session, qint64 userId, const UserSettings &settings);

} // namespace Store
