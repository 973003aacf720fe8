// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QtGlobal>

namespace Store {

/** One event as it is written with a change and sent to those who listen of the stream. */
struct Event {
    qint64 id = 0;        ///< rising in commit order; 0 for a transient event, which has no row
    QByteArray name;      ///< `mail.received`
    qint64 accountId = 0; ///< who may see this account may see the event; 0 = not about an account
    qint64 userId = 0;    ///< only this user; 0 = everybody who may see the account
    QByteArray data;      ///< JSON object, UTF-8
    qint64 at = 0;        ///< seconds; set at commit
    bool durable = true;  ///< kept for Last-Event-ID, gets an id at commit
    qint64 ownerId = 0;   ///< whose the account is; looked up at commit where it is 0

    friend bool operator==(const Event &, const Event &) = default;
};

} // namespace Store
