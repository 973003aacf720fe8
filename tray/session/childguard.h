// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QProcess;

/** Control of a child process that differs between systems and that Qt does not offer. */
namespace Session {

/// To be called before the child starts. The child then ends with this program, also if this program is
/// killed. Works on Linux and Windows only.
void endWithUs(QProcess &child);

/// Makes the child end in good order. Qt's terminate() does not reach programs of a Windows console.
void askToEnd(QProcess &child);

} // namespace Session
