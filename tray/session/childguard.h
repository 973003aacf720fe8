// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QProcess;

/** What Qt leaves to each system between a program and one that it has started. */
namespace Session {

/// To be called before it starts: it is asked to end when this program is gone, also where this one
/// was killed. On macOS it is not.
void endWithUs(QProcess &child);

/// Asks it to end in good order. Qt's terminate() does not reach programs of a Windows console.
void askToEnd(QProcess &child);

} // namespace Session
