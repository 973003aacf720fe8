// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

/**
 * Name of the event that asks the service in this process to end in good order. On Windows only, where
 * a program without a console has no signals: the service makes it (StopSignals) and waits for it, and
 * the program that has started the service sets it. Programs of other users cannot open it.
 */
inline QString stopEventName(qint64 processId)
{
    using namespace Qt::StringLiterals;
    return u"Local\\postriderd-stop-%1"_s.arg(processId);
}
