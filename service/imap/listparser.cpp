// SPDX-License-Identifier: GPL-3.0-or-later
#include "imap/listparser.h"

#include "imap/mailboxname.h"

#include <array>

namespace Imap {

namespace {

/// RFC 6154 and RFC 5258 define about 20.
constexpr qsizetype mostAttributes = 50;

struct RoleName {
    const char *attribute;
    FolderRole role;
};
// RFC 6154 2; the last four are Gmail's older XLIST.
constexpr std::array<RoleName, 11> roleNames = { { { "\\all", FolderRole::All },
                                                   { "\\archive", FolderRole::Archive },
                                                   { "\\drafts", FolderRole::Drafts },
                                                   { "\\flagged", FolderRole::Flagged },
                                                   { "\\junk", FolderRole::Junk },
                                                   { "\\sent", FolderRole::Sent },
                                                   { "\\trash", FolderRole::Trash },
                                                   { "\\inbox", FolderRole::Inbox },
                                                   { "\\allmail", FolderRole::All },
                                                   { "\\spam", FolderRole::Junk },
                                                   { "\\starred", FolderRole::Flagged } } };

FolderRole roleOf(const ListedFolder &folder)
{
    if (folder.path == QLatin1String("INBOX"))
        return FolderRole::Inbox;
    for (const RoleName &known : roleNames) {
        if (folder.attributes.contains(QByteArray(known.attribute)))
            return known.role;
    }
    return FolderRole::None;
}

/// A name that is not valid modified UTF-7 is read as UTF-8: some servers send such names.
QString pathOf(const QByteArray &wireName)
{
    if (wireName.compare("INBOX", Qt::CaseInsensitive) == 0)
        return QStringLiteral("INBOX");
    const std::optional<QString> path = decodeMailboxName(wireName);
    return path ? *path : QString::fromUtf8(wireName);
}

} // namespace

bool parseList(Lexer &lexer, ListedFolder *folder)
{
    QByteArray delimiter;
    if (!lexer.stringList(&folder->attributes) || !lexer.space() || !lexer.nstring(&delimiter)
        || !lexer.space() || !lexer.astring(&folder->wireName))
        return false;
    if (folder->attributes.size() > mostAttributes)
        folder->attributes.resize(mostAttributes);
    folder->attributes.squeeze();
    for (QByteArray &attribute : folder->attributes)
        attribute = attribute.toLower();
    folder->delimiter = QString::fromUtf8(delimiter.left(1));
    folder->path = pathOf(folder->wireName);
    folder->role = roleOf(*folder);
    return true;
}

bool parseFolderStatus(Lexer &lexer, FolderStatus *status)
{
    QByteArray name;
    if (!lexer.astring(&name) || !lexer.space() || !lexer.expect('('))
        return false;
    status->path = pathOf(name);
    lexer.skipSpaces();
    while (!lexer.accept(')')) {
        QByteArrayView item;
        quint64 value = 0;
        if (!lexer.atom(&item) || !lexer.space() || !lexer.number(&value))
            return false;
        const QByteArray upper = item.toByteArray().toUpper();
        if (upper == "HIGHESTMODSEQ")
            status->highestModSeq = value;
        else if (upper == "SIZE")
            status->size = value;
        else if (value > 0xFFFFFFFF)
            return lexer.fail("a number of 32 bits");
        else if (upper == "MESSAGES")
            status->messages = quint32(value);
        else if (upper == "UNSEEN")
            status->unseen = quint32(value);
        else if (upper == "UIDNEXT")
            status->uidNext = quint32(value);
        else if (upper == "UIDVALIDITY")
            status->uidValidity = quint32(value);
        lexer.skipSpaces();
    }
    return !lexer.failed();
}

bool ListedFolder::isSelectable() const
{
    return !attributes.contains("\\noselect") && !attributes.contains("\\nonexistent");
}

} // namespace Imap
