// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace Crypto {

/// `count` bytes from the operating system's generator by way of OpenSSL. Ends the program where
/// there is no randomness: going on would mean guessable keys.
QByteArray randomBytes(qsizetype count);

} // namespace Crypto
