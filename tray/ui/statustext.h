// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/records.h"
#include "session/link.h"

#include <QString>

/** Texts about states, for people: one line each. */
namespace Ui {

QString linkText(Session::Link::State state);
/// The problem of a mailbox, with the service's text if ours says less, or the progress of its first
/// synchronisation. One line; empty: neither.
QString accountNote(const Client::Account &account);
QString vaultText(Session::TokenVault::State state); ///< empty: all is well
/// `7 unread`, with the state if it is not online or quiet.
QString toolTip(Session::Link::State state, bool isKnown, qint64 unread, bool isQuiet);
bool wantsSignIn(const Client::Account &account);    ///< only a new sign-in helps
bool wantsAttention(const Client::Account &account); ///< waiting does not help

} // namespace Ui
