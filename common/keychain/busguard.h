// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/**
 * From here on this process outlives the session's bus. libsecret connects by GIO, which otherwise
 * ends every process whose connection closes. Before the keychain is asked, once is enough; main
 * thread, waits for nothing.
 */
void outliveSessionBus();
