// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/childguard.h"

#include <QProcess>

#include <csignal>
#include <sys/prctl.h>
#include <unistd.h>

namespace Session {

// prctl(2): the signal is sent when the thread ends that started the child: it must be the main thread.
void endWithUs(QProcess &child)
{
    child.setChildProcessModifier([ours = getpid()] {
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        if (getppid() != ours) // this program has ended already
            _exit(0);
    });
}

void askToEnd(QProcess &child)
{
    child.terminate();
}

} // namespace Session
