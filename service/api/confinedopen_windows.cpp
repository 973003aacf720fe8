// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/confinedopen.h"

#ifdef Q_OS_WIN

#include <QDir>

#include <windows.h>

namespace Api {

// Opens the file again by its name, because QFile does not give access to its handle.
bool hasOneName(const QFile &opened)
{
    const QString path = QDir::toNativeSeparators(opened.fileName());
    const HANDLE file =
        ::CreateFileW(reinterpret_cast<const wchar_t *>(path.utf16()), FILE_READ_ATTRIBUTES,
                      FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr,
                      OPEN_EXISTING, FILE_FLAG_OPEN_REPARSE_POINT, nullptr);
    if (file == INVALID_HANDLE_VALUE)
        return false;
    BY_HANDLE_FILE_INFORMATION what{};
    const bool isKnown = ::GetFileInformationByHandle(file, &what);
    ::CloseHandle(file);
    return isKnown && what.nNumberOfLinks == 1;
}

} // namespace Api

#endif
