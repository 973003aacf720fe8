// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "notify/notifier.h"
#include "policy/noticepolicy.h"
#include "session/settings.h"

#include <functional>

namespace Ui {

using NameOfAccount = std::function<QString(qint64 accountId)>;

/// The words of a notice. What strangers wrote is one line each, cleaned and bounded. With
/// `areSeveral` mailboxes one of a mail says whose it is.
Notify::Notice noticeOf(const Policy::Show &show, const Session::Preferences &preferences,
                        const NameOfAccount &nameOf, bool areSeveral);

/// The code that may be copied from the notice of this mail; empty: none, or people are not to see it.
QString copyableCode(const Client::Mail &mail, const Session::Preferences &preferences);

/// Asks when the notice of a mail is to come again, in its place; the actions are `hour`, `tonight`,
/// `monday`.
Notify::Notice laterNotice(const Client::Mail &mail, const Session::Preferences &preferences,
                           const QDateTime &now);

/// A mail that was deleted and may be had back (`undo`) for a while, in the place of its notice.
Notify::Notice deletedNotice(const Client::Mail &mail, const Session::Preferences &preferences);
QString deletedKey(qint64 mailId);

/// An action that failed, in the place of the notice that it came from.
Notify::Notice failureNotice(const QString &key, const QString &action, const QString &reason);

/// A mail of the person's own: sent, or kept by the service until the mail server takes it.
Notify::Notice sentNotice(const QString &subject, bool isWaiting);

/// Of the notice about a mailbox that a person must look after; 0: about several.
QString problemKey(qint64 accountId = 0);

/// Several of them.
Notify::Notice accountsNotice(const QList<Client::Account> &accounts);

/// A mailbox that a person must look after.
Notify::Notice accountNotice(qint64 accountId, const QString &name, const QString &note);

} // namespace Ui
