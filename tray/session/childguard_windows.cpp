// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/stopevent.h"
#include "session/childguard.h"

#include <QObject>
#include <QProcess>

#include <windows.h>

namespace Session {

namespace {

/// A job object. Its processes end when its last handle is closed, also by the system for a killed program.
HANDLE jobOfOurs()
{
    static const HANDLE job = [] {
        const HANDLE made = CreateJobObjectW(nullptr, nullptr);
        JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = {};
        limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
        if (made)
            SetInformationJobObject(made, JobObjectExtendedLimitInformation, &limits,
                                    sizeof(limits));
        return made;
    }();
    return job;
}

void addToJob(qint64 processId)
{
    const HANDLE process =
        OpenProcess(PROCESS_SET_QUOTA | PROCESS_TERMINATE, FALSE, DWORD(processId));
    if (!process)
        return;
    if (const HANDLE job = jobOfOurs())
        AssignProcessToJobObject(job, process);
    CloseHandle(process);
}

} // namespace

void endWithUs(QProcess &child)
{
    child.setCreateProcessArgumentsModifier([](QProcess::CreateProcessArguments *arguments) {
        arguments->flags |= CREATE_NO_WINDOW | CREATE_NEW_PROCESS_GROUP;
    });
    QObject::connect(&child, &QProcess::started, &child, [&child] { addToJob(child.processId()); });
}

void askToEnd(QProcess &child)
{
    const std::wstring name = stopEventName(child.processId()).toStdWString();
    const HANDLE event = OpenEventW(EVENT_MODIFY_STATE, FALSE, name.c_str());
    if (!event) { // the service has not created the event yet
        child.kill();
        return;
    }
    SetEvent(event);
    CloseHandle(event);
}

} // namespace Session
