// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "discover/settings.h"

namespace Discover {

/// The usual server names of a domain, the most likely first; `username` is the address.
QList<Server> imapGuesses(const EmailAddress &address);
QList<Server> smtpGuesses(const EmailAddress &address);

} // namespace Discover
