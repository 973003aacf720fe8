// SPDX-License-Identifier: GPL-3.0-or-later
#include "setup/folders.h"

#include "policy/cleantext.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonObject>
#include <QLocale>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Setup {

namespace {

struct Amount {
    Q_DECLARE_TR_FUNCTIONS(Setup::Amount)
};

constexpr qsizetype nameLength = 80;

std::optional<qint64> countOf(const QJsonValue &value)
{
    return value.isDouble() ? std::optional(value.toInteger()) : std::nullopt;
}

} // namespace

QList<Folder> foldersOf(const QJsonValue &data)
{
    QList<Folder> folders;
    for (const QJsonValue &value : data.toObject().value("folders"_L1).toArray()) {
        const QJsonObject json = value.toObject();
        folders.append({ json.value("path"_L1).toString(), json.value("name"_L1).toString(),
                         json.value("role"_L1).toString(), json.value("selectable"_L1).toBool(),
                         countOf(json.value("serverTotal"_L1)),
                         countOf(json.value("serverSize"_L1)) });
    }
    return folders;
}

// A path is the path of the parent, a delimiter of one character, and the name.
qsizetype parentOf(const QList<Folder> &folders, qsizetype index)
{
    const Folder &folder = folders.at(index);
    const qsizetype length = folder.path.size() - folder.name.size() - 1;
    if (length <= 0)
        return -1;
    const QString path = folder.path.first(length);
    const auto found = std::ranges::find(folders, path, &Folder::path);
    return found == folders.end() ? -1 : found - folders.begin();
}

QStringList usualChoice(const QList<Folder> &folders)
{
    QStringList chosen;
    for (const Folder &folder : folders) {
        if (folder.isSelectable && (folder.role == u"inbox" || folder.role == u"sent"))
            chosen.append(folder.path);
    }
    return chosen.isEmpty() ? QStringList{ u"INBOX"_s } : chosen;
}

// Servers name these folders in English, or in the language of the program that created them.
QString folderText(const Folder &folder)
{
    if (folder.path == u"INBOX")
        return Amount::tr("Inbox");
    if (folder.role == u"archive")
        return Amount::tr("Archive");
    if (folder.role == u"drafts")
        return Amount::tr("Drafts");
    if (folder.role == u"junk")
        return Amount::tr("Junk");
    if (folder.role == u"sent")
        return Amount::tr("Sent");
    if (folder.role == u"trash")
        return Amount::tr("Trash");
    return Policy::cleanLine(folder.name, nameLength);
}

QString amountText(const Folder &folder)
{
    if (!folder.total)
        return {};
    const int count = int(std::min<qint64>(*folder.total, 1 << 30));
    const QString mails = Amount::tr("%Ln mails", nullptr, count);
    if (!folder.sizeBytes || *folder.total == 0)
        return mails;
    return Amount::tr("%1, %2", "number of mails and their size")
        .arg(mails, QLocale().formattedDataSize(*folder.sizeBytes, 0));
}

} // namespace Setup
