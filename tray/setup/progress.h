// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonValue>
#include <QString>

#include <optional>

namespace Setup {

/** The progress of a first synchronisation. */
struct Progress {
    QString phase; ///< `list`: list of the mails; `bodies`: whole mails
    qint64 done = 0;
    qint64 total = 0;
    double perSecond = 0;

    bool operator==(const Progress &) const = default;
};

/// `syncProgress` of an account; nothing outside of a first sync.
std::optional<Progress> progressOf(const QJsonValue &syncProgress);
/// The data of account.sync_progress.
std::optional<Progress> progressOf(const QByteArray &eventData);

/// `2,140 of 18,302, about 3 minutes`.
QString progressText(const Progress &progress);

} // namespace Setup
