// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/childguard.h"

#include <QProcess>

#include <csignal>
#include <sys/prctl.h>
#include <unistd.h>

namespace Session {

// prctl(2): the signal comes when the thread ends that has started it, so that must be the main one.
void endWithUs(QProcess &child)
{
    child.setChildProcessModifier([ours = getpid()] {
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        if (getppid() != ours) // we have ended meanwhile
            _exit(0);
    });
}

void askToEnd(QProcess &child)
{
    child.terminate();
}

} // namespace Session
