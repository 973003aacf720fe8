// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringView>

namespace Store {

/// What the path of a folder with imported mails begins with. `$` is no beginning that mail servers use.
constexpr QStringView importedPrefix = u"$imported/";

/// Whether the folder holds mails that came from files. They are only here: no synchronisation
/// compares, recognises, moves or removes them.
inline bool isImportedFolder(QStringView path)
{
    return path.startsWith(importedPrefix);
}

/// Whether the folder is only here: imported mails, or copies of sent ones.
inline bool isLocalFolder(QStringView path)
{
    return path == u"$sent" || isImportedFolder(path);
}

} // namespace Store
