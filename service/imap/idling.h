// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "imap/session.h"

#include <QTimer>

namespace Imap {

/** A running IDLE of a Session. */
struct Session::Idling {
    std::shared_ptr<Command> command;
    QTimer longest;
    bool isConfirmed = false; ///< `+` was received, so DONE may be sent
    bool isDone = false;      ///< DONE was sent
    std::optional<IdleEnd> why;
};

} // namespace Imap
