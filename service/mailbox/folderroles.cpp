// SPDX-License-Identifier: GPL-3.0-or-later
#include "mailbox/folderroles.h"

#include "mailbox/foldernames.h"

#include <QMap>

#include <algorithm>
#include <limits>
#include <tuple>

using namespace Qt::StringLiterals;

namespace Mailbox {

namespace {

const QList<QByteArray> &settableRoles()
{
    static const QList<QByteArray> roles = { "sent", "drafts", "trash", "junk", "archive" };
    return roles;
}

QByteArray roleName(Imap::FolderRole role)
{
    switch (role) {
    case Imap::FolderRole::Inbox:
        return "inbox";
    case Imap::FolderRole::Sent:
        return "sent";
    case Imap::FolderRole::Drafts:
        return "drafts";
    case Imap::FolderRole::Junk:
        return "junk";
    case Imap::FolderRole::Trash:
        return "trash";
    case Imap::FolderRole::Archive:
        return "archive";
    case Imap::FolderRole::None:
    case Imap::FolderRole::All:
    case Imap::FolderRole::Flagged:
        return {};
    }
    Q_UNREACHABLE();
}

QStringList levelsOf(const Imap::ListedFolder &folder)
{
    return folder.delimiter.isEmpty() ? QStringList{ folder.path }
                                      : folder.path.split(folder.delimiter);
}

/// Levels below which servers keep folders that other servers have at the top level.
bool isPersonalLevel(const QString &level)
{
    static const QStringList known = { u"inbox"_s, u"[gmail]"_s, u"[google mail]"_s, u"mail"_s };
    return known.contains(level.toCaseFolded());
}

std::optional<NamedRole> usualRole(const Imap::ListedFolder &folder)
{
    QStringList levels = levelsOf(folder);
    if (levels.size() == 2 && isPersonalLevel(levels.first()))
        levels.removeFirst();
    return levels.size() == 1 ? roleByName(levels.first()) : std::nullopt;
}

/** A folder that may have a role; the lowest one in the order of `<` is used first. */
struct Candidate {
    QString path;
    int rank = 0;
    qsizetype levels = 1;

    bool operator<(const Candidate &other) const
    {
        return std::tie(rank, levels, path) < std::tie(other.rank, other.levels, other.path);
    }
};

/// In the order in which they are used.
QList<Candidate> candidates(const QByteArray &role, const QList<Imap::ListedFolder> &folders,
                            const Store::FolderRoles &setting)
{
    const auto chosen = setting.constFind(role);
    const QStringList taken = setting.values(); // folders that the setting gives to a role
    QList<Candidate> marked;
    QList<Candidate> named;
    for (const Imap::ListedFolder &folder : folders) {
        if (!folder.isSelectable() || folder.path == u"INBOX")
            continue;
        const std::optional<NamedRole> byName = usualRole(folder);
        const bool isNamed = byName && byName->role == role;
        const int rank = isNamed ? byName->rank : std::numeric_limits<int>::max();
        const Candidate candidate{ folder.path, rank, levelsOf(folder).size() };
        if (chosen != setting.cend()) {
            if (!chosen->isEmpty() && folder.path == *chosen)
                return { candidate };
        } else if (taken.contains(folder.path)) {
            continue;
        } else if (roleName(folder.role) == role) {
            marked.append(candidate);
        } else if (isNamed && folder.role == Imap::FolderRole::None) {
            named.append(candidate);
        }
    }
    if (chosen != setting.cend())
        return {};
    QList<Candidate> &found = marked.isEmpty() ? named : marked;
    std::ranges::sort(found, std::less());
    return found;
}

} // namespace

QString normalPath(const QString &path)
{
    return path.compare(u"INBOX", Qt::CaseInsensitive) == 0 ? u"INBOX"_s : path;
}

QHash<QString, QByteArray> rolesOf(const QList<Imap::ListedFolder> &folders,
                                   const Store::FolderRoles &setting)
{
    QHash<QString, QByteArray> roles;
    for (const QByteArray &role : settableRoles()) {
        for (const Candidate &folder : candidates(role, folders, setting))
            roles.insert(folder.path, role);
    }
    roles.insert(u"INBOX"_s, "inbox");
    return roles;
}

QString folderFor(const QByteArray &role, const QList<Imap::ListedFolder> &folders,
                  const Store::FolderRoles &setting)
{
    const QList<Candidate> found = candidates(role, folders, setting);
    return found.isEmpty() ? QString() : found.first().path;
}

bool canBeKept(const QString &path)
{
    constexpr qsizetype longest = 1000;     // as the API accepts
    constexpr qsizetype longestUtf8 = 2500; // an index row of PostgreSQL has 2,704 bytes
    const bool isOdd = std::ranges::any_of(path, [](QChar c) { return c < u' '; });
    return !path.isEmpty() && !isOdd && path.size() <= longest
        && path.toUtf8().size() <= longestUtf8;
}

QList<Store::ServerFolder> serverFolders(const QList<Imap::ListedFolder> &folders,
                                         const Store::FolderRoles &setting)
{
    const QHash<QString, QByteArray> roles = rolesOf(folders, setting);
    QMap<QString, Store::ServerFolder> byPath; // a server may list a folder twice
    for (const Imap::ListedFolder &folder : folders) {
        if (!canBeKept(folder.path))
            continue;
        Store::ServerFolder &one = byPath[folder.path];
        one.path = folder.path;
        one.isSelectable = one.isSelectable || folder.isSelectable();
        one.role = one.isSelectable ? roles.value(folder.path) : QByteArray();
    }
    Store::ServerFolder &inbox = byPath[u"INBOX"_s]; // INBOX always exists, RFC 3501 5.1
    inbox = { .path = u"INBOX"_s, .role = "inbox", .isSelectable = true };
    return byPath.values();
}

QList<Store::FolderProblem> folderProblems(const Store::Account &account,
                                           const QList<Store::ServerFolder> &folders,
                                           const QStringList &refused)
{
    using Kind = Store::FolderProblem::Kind;
    QHash<QString, bool> selectable;
    bool hasSent = false;
    for (const Store::ServerFolder &folder : folders) {
        selectable.insert(folder.path, folder.isSelectable);
        hasSent = hasSent || folder.role == "sent";
    }
    QList<Store::FolderProblem> problems;
    const auto check = [&](const QString &path, const QByteArray &role) {
        const auto there = selectable.constFind(path);
        if (there == selectable.cend())
            problems.append({ path, role, Kind::Missing });
        else if (!*there)
            problems.append({ path, role, Kind::NotSelectable });
        else if (role.isEmpty() && refused.contains(path))
            problems.append({ path, role, Kind::Refused });
    };
    for (const QString &path : account.folders)
        check(normalPath(path), {});
    for (auto it = account.folderRoles.cbegin(); it != account.folderRoles.cend(); ++it) {
        if (!it.value().isEmpty())
            check(it.value(), it.key());
    }
    const bool isNamed = !account.folderRoles.value("sent").isEmpty(); // then it is reported above
    if (account.appendSent && !hasSent && !isNamed)
        problems.append({ {}, "sent", Kind::Missing });
    return problems;
}

} // namespace Mailbox
