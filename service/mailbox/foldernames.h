// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <optional>

namespace Mailbox {

/** The role of a folder, found from its name. */
struct NamedRole {
    QByteArray role; ///< sent, drafts, trash, junk or archive
    int rank = 0;    ///< place in the list of names: of two folders the lower one is used first

    friend bool operator==(const NamedRole &, const NamedRole &) = default;
};

/**
 * The role of a folder for which the server gives no role. Compares the name with the names that mail
 * programs and servers use, in about 30 languages. `name` is the last level of the path, decoded. The
 * comparison uses Unicode normalisation (NFC) and ignores case.
 */
std::optional<NamedRole> roleByName(QStringView name);

} // namespace Mailbox
