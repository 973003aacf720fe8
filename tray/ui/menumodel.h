// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/records.h"
#include "session/link.h"
#include "session/settings.h"

#include <optional>

namespace Ui {

/** One entry of the menu. Its id names the action: `mail/7`, `sync/1`, `pause/30`. */
struct MenuItem {
    QString id; ///< empty: a separator
    QString text;
    bool isEnabled = true;
    std::optional<bool> isChecked;
    QList<MenuItem> children;

    bool operator==(const MenuItem &other) const;
};

/** Everything that the menu shows. */
struct MenuInput {
    Session::Link::State state = Session::Link::State::Searching;
    QString problem;      ///< of the link or the keychain, for people
    bool isKnown = false; ///< accounts and mails have been read
    QList<Client::Account> accounts;
    QList<Client::Mail> recent;
    Session::Preferences preferences;
    QDateTime now;
    bool hasWindowOnly = false; ///< no icon: no entry for the window
};

QList<MenuItem> menuOf(const MenuInput &input);

/// The actions for one mail. `later/7/hour` and similar ones show its notice again later; `read/7` marks it
/// as read, `unread/7` as unread.
QList<MenuItem> mailMenu(const Client::Mail &mail, const MenuInput &input);
/// The actions for one mailbox.
QList<MenuItem> accountMenu(const Client::Account &account, const MenuInput &input);

/// Whether pages of the service may be opened. For a service on this machine only while it is connected and
/// has proved itself: later, another program may answer at its address and request a password.
bool mayOpenPages(Session::Link::State state, const Session::Preferences &preferences);

/// `Anna Berg: Hello`, safe for a menu and limited in length.
QString mailLine(const Client::Mail &mail);
QString accountName(const Client::Account &account);

} // namespace Ui
