// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/records.h"
#include "session/link.h"

#include <QString>

/** One line for each state, in words that people use. */
namespace Ui {

QString linkText(Session::Link::State state);
/// What is wrong with a mailbox, in the service's words where we have none that are shorter, or how
/// far its first synchronisation is; one line, empty: nothing to say.
QString accountNote(const Client::Account &account);
QString vaultText(Session::TokenVault::State state); ///< empty: all is well
/// `7 unread`, with the state where it is not online.
QString toolTip(Session::Link::State state, bool isKnown, qint64 unread, bool isQuiet);
bool wantsSignIn(const Client::Account &account);    ///< nothing else helps
bool wantsAttention(const Client::Account &account); ///< nothing gets better by waiting

} // namespace Ui
