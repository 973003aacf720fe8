// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringView>

namespace Store {

/// The path prefix of folders with imported mails. Mail servers use no paths that begin with `$`.
constexpr QStringView importedPrefix = u"$imported/";

/// Whether the folder holds mails imported from files. They exist only here: the synchronisation
/// never compares, recognises, moves or removes them.
inline bool isImportedFolder(QStringView path)
{
    return path.startsWith(importedPrefix);
}

/// Whether the folder exists only here: imported mails, or local copies of sent mails.
inline bool isLocalFolder(QStringView path)
{
    return path == u"$sent" || isImportedFolder(path);
}

} // namespace Store
