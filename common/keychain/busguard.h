// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/**
 * After this call the process does not end when the session bus closes. libsecret connects by GIO,
 * which otherwise ends every process whose connection closes. Call it once, before the first use of
 * the keychain, on the main thread; it does not block.
 */
void outliveSessionBus();
