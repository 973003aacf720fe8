// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QtGlobal>

namespace Store {

/** One event, stored together with a change and sent to the clients of the event stream. */
struct Event {
    qint64 id = 0;        ///< rising in commit order; 0 for a transient event, which has no row
    QByteArray name;      ///< `mail.received`
    qint64 accountId = 0; ///< users who see this account see the event; 0 = not about an account
    qint64 userId = 0;    ///< only this user; 0 = every user who may see the account
    QByteArray data;      ///< JSON object, UTF-8
    qint64 at = 0;        ///< seconds; set at commit
    bool durable = true;  ///< kept for Last-Event-ID, gets an id at commit
    qint64 ownerId = 0;   ///< owner of the account; looked up at commit if it is 0

    friend bool operator==(const Event &, const Event &) = default;
};

} // namespace Store
