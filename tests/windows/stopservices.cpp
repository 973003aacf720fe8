// SPDX-License-Identifier: GPL-3.0-or-later
// Asks every service that runs under this wine to end, as the tray does. Exit status 1: there was none.
#include "common/stopevent.h"

#include <qt_windows.h>

#include <tlhelp32.h>

namespace {

bool askToEnd(DWORD processId)
{
    const std::wstring name = stopEventName(processId).toStdWString();
    const HANDLE event = OpenEventW(EVENT_MODIFY_STATE, FALSE, name.c_str());
    if (!event)
        return false;
    SetEvent(event);
    CloseHandle(event);
    return true;
}

} // namespace

int main()
{
    const HANDLE processes = CreateToolhelp32Snapshot(TH32CS_SNAPPROCESS, 0);
    PROCESSENTRY32W process = {};
    process.dwSize = sizeof(process);
    bool any = false;
    for (BOOL more = Process32FirstW(processes, &process); more;
         more = Process32NextW(processes, &process))
        any = askToEnd(process.th32ProcessID) || any;
    CloseHandle(processes);
    return any ? 0 : 1;
}
