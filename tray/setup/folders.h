// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonValue>
#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace Setup {

/** A folder at the mail server. */
struct Folder {
    QString path;
    QString name; ///< its last level
    QString role; ///< inbox, sent, drafts, trash, junk, archive; empty: none
    bool isSelectable = true;
    std::optional<qint64> total; ///< mails; nothing: unknown
    std::optional<qint64> sizeBytes;

    bool operator==(const Folder &) const = default;
};

/// The answer of POST /accounts/folders; INBOX first, then by path.
QList<Folder> foldersOf(const QJsonValue &data);

/// The index of the parent folder in `folders`; -1: there is none.
qsizetype parentOf(const QList<Folder> &folders, qsizetype index);

/// The default choice: the inbox and the folder of sent mails.
QStringList usualChoice(const QList<Folder> &folders);

QString folderText(const Folder &folder); ///< in the person's language if the role is known
QString amountText(const Folder &folder); ///< `1,250 mails, 70 MB`; empty: unknown

} // namespace Setup
