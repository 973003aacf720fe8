// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "notify/notifier.h"
#include "policy/desk.h"
#include "session/settings.h"

#include <functional>

namespace Ui {

using NameOfAccount = std::function<QString(qint64 accountId)>;

/// The words of a notice. What strangers wrote is one line each, cleaned and bounded. With
/// `areSeveral` mailboxes one of a mail says whose it is.
Notify::Notice noticeOf(const Policy::Show &show, const Session::Preferences &preferences,
                        const NameOfAccount &nameOf, bool areSeveral);

/// An action that failed, in the place of the notice that it came from.
Notify::Notice failureNotice(const QString &key, const QString &action, const QString &reason);

/// Of the notice about a mailbox that a person must look after; 0: about several.
QString problemKey(qint64 accountId = 0);

/// Several of them.
Notify::Notice accountsNotice(const QList<Client::Account> &accounts);

/// A mailbox that a person must look after.
Notify::Notice accountNotice(qint64 accountId, const QString &name, const QString &note);

} // namespace Ui
