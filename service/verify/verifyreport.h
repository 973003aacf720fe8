// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "verify/comparemails.h"

#include <QString>

namespace Verify {

/** The comparison of a folder here and at the server. */
struct FolderReport {
    QString path;
    qint64 here = 0;         ///< mails
    qint64 there = 0;        ///< the same at the server
    qint64 pendingTexts = 0; ///< mails here whose text was not fetched yet
    QString problem;         ///< the server's message if it does not open the folder
    QList<Difference> differences;
};

struct AccountReport {
    qint64 accountId = 0;
    QString email;
    QList<FolderReport> folders;

    qsizetype count() const; ///< of differences
};

/// For people: a line for each folder and for each difference.
QString textOf(const AccountReport &report);

/// One object: `accountId`, `email`, `equal`, and of each folder `path`, `here`, `there`,
/// `pendingTexts`, and `differences` with `kind`, `uid`, `messageId`, `here`, `there`.
QByteArray jsonOf(const AccountReport &report);

} // namespace Verify
