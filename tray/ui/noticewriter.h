// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "notify/notifier.h"
#include "policy/desk.h"
#include "session/settings.h"

#include <functional>

namespace Ui {

using NameOfAccount = std::function<QString(qint64 accountId)>;

/// The words of a notice. What strangers wrote is one line each, cleaned and bounded.
Notify::Notice noticeOf(const Policy::Show &show, const Session::Preferences &preferences,
                        const NameOfAccount &nameOf);

/// An action that failed, in the place of the notice that it came from.
Notify::Notice failureNotice(const QString &key, const QString &action, const QString &reason);

/// A mailbox that a person must look after.
Notify::Notice accountNotice(qint64 accountId, const QString &name, const QString &note);

} // namespace Ui
