// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "imap/session.h"

#include <QTimer>

namespace Imap {

/** A running IDLE of a Session. */
struct Session::Idling {
    std::shared_ptr<Command> command;
    QTimer longest;
    bool isConfirmed = false; ///< `+` came, so DONE may be said
    bool isDone = false;      ///< DONE was said
    std::optional<IdleEnd> why;
};

} // namespace Imap
