// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "notify/notifier.h"
#include "policy/noticepolicy.h"
#include "session/settings.h"

#include <functional>

namespace Ui {

using NameOfAccount = std::function<QString(qint64 accountId)>;

/// The text of a notice. Texts of strangers are cleaned and limited to one line each. With `areSeveral`
/// mailboxes, the notice of a mail names its mailbox.
Notify::Notice noticeOf(const Policy::Show &show, const Session::Preferences &preferences,
                        const NameOfAccount &nameOf, bool areSeveral);

/// The code that may be copied from the notice of this mail; empty: none, or the settings hide it.
QString copyableCode(const Client::Mail &mail, const Session::Preferences &preferences);

/// Asks when the notice of a mail is to appear again; takes its place. The actions are `hour`, `tonight`,
/// `monday`.
Notify::Notice laterNotice(const Client::Mail &mail, const Session::Preferences &preferences,
                           const QDateTime &now);

/// Reports a deleted mail, with the action `undo` for a while; takes the place of its notice.
Notify::Notice deletedNotice(const Client::Mail &mail, const Session::Preferences &preferences);
QString deletedKey(qint64 mailId);

/// Reports a failed action; takes the place of the notice that it came from.
Notify::Notice failureNotice(const QString &key, const QString &action, const QString &reason);

/// Reports a mail of the person's own: sent, or waiting in the service until the mail server takes it.
Notify::Notice sentNotice(const QString &subject, bool isWaiting);

/// The key of the notice about a mailbox that needs a person; 0: about several.
QString problemKey(qint64 accountId = 0);

/// Reports several mailboxes that need a person.
Notify::Notice accountsNotice(const QList<Client::Account> &accounts);

/// Reports a mailbox that needs a person.
Notify::Notice accountNotice(qint64 accountId, const QString &name, const QString &note);

} // namespace Ui
