// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <optional>

namespace Sync {

/** What a folder is for, by its name. */
struct NamedRole {
    QByteArray role; ///< sent, drafts, trash, junk or archive
    int rank = 0;    ///< place in the list of names: of two folders the lower one is used first

    friend bool operator==(const NamedRole &, const NamedRole &) = default;
};

/**
 * The role of a folder whose server tells none: names that mail programs and servers use, in some 30
 * languages. `name` is the last level of the path, decoded; compared after Unicode normalisation
 * (NFC) and without case.
 */
std::optional<NamedRole> roleByName(QStringView name);

} // namespace Sync
