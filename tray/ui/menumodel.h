// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/records.h"
#include "session/link.h"
#include "session/settings.h"

#include <optional>

namespace Ui {

/** One entry of the menu; ids say what it does: `mail/7`, `sync/1`, `pause/30`. */
struct MenuItem {
    QString id; ///< empty: a line between groups
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
    bool hasWindowOnly = false; ///< no entry for the window: it is there
};

QList<MenuItem> menuOf(const MenuInput &input);

/// What may be done with one mail; `later/7/hour` and the like show its notice again. The mark of one
/// that is read is `read/7`, else `unread/7`.
QList<MenuItem> mailMenu(const Client::Mail &mail, const MenuInput &input);
/// What may be done with one mailbox.
QList<MenuItem> accountMenu(const Client::Account &account, const MenuInput &input);

/// Whether pages of the service may be opened. On this machine only while it has proved itself: once
/// it is gone, anybody may answer at its address and ask for a password.
bool mayOpenPages(Session::Link::State state, const Session::Preferences &preferences);

/// `Anna Berg: Hello`, fit for a menu and bounded.
QString mailLine(const Client::Mail &mail);
QString accountName(const Client::Account &account);

} // namespace Ui
