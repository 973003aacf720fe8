// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <optional>

namespace MailFiles {

/** The data in the name of a Maildir file, https://cr.yp.to/proto/maildir.html */
struct MaildirName {
    bool isRead = false;
    bool isStarred = false;
    bool isDeleted = false;     ///< trashed; its program removes it later
    std::optional<qint64> time; ///< of delivery, seconds since 1970

    friend bool operator==(const MaildirName &, const MaildirName &) = default;
};

/// Reads the name of a file, without its folder. `;2,` and `!2,` stand for `:2,` where a system allows no colon.
MaildirName maildirName(const QString &name);

} // namespace MailFiles
