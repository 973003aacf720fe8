// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sync/context.h"
#include "sync/surveystore.h"

#include <QSet>

namespace Sync {

/** Which of an account's folders the server has, and what it counts there. */
struct FoldersNow {
    QHash<QString, QByteArray> roles; ///< of the followed folders that can be opened, by path
    QHash<QString, Imap::FolderStatus> statuses; ///< by path; none where the server tells none
    KnownFolders known;             ///< as the database has them, after all that was done
    QStringList folders;            ///< the account's setting, which follows renamed folders
    Store::FolderRoles folderRoles; ///< likewise
    bool hasOpened = false;         ///< another folder is open than before
    bool isSteady = true; ///< false: folders were renamed all the time; who is missing is not gone
};

/**
 * Looks which folders the server has: recognises followed ones that were renamed, takes note of those
 * that are gone, and stores the list and what is wrong with the account's settings. One for each
 * connection; lives on a sync thread; whoever runs it awaits it to its end.
 *
 * A renamed folder is one that the server lists no more, or with another UIDVALIDITY, while a folder
 * that we do not follow has its UIDVALIDITY and its mails: the same uids with the same size and
 * Message-ID. A folder counts as gone when LIST does not name it and STATUS says that there is none, or
 * refuses it in two passes: a server that fails for a moment must not make mails disappear here. While
 * the server refuses to open a folder that may be the missing one, nothing is gone, but for one that it
 * refuses in more than ten passes in a row. While a folder is missing the survey is repeated until no
 * folder vanishes between LIST and a look at it: one that is renamed twice in that time is found under
 * none of its names.
 */
class FolderSurvey
{
public:
    FolderSurvey(Context &context, Imap::Session &session) : m_context(context), m_session(session)
    {
    }

    /// `open`: path of the folder that the session has open, which is not asked for its counts.
    QCoro::Task<Result<FoldersNow>> look(Store::Account account, QString open);

    /// These are listed, and the server did not open them. Written when it is new.
    QCoro::Task<Result<void>> noteRefused(QStringList refused);
    /// Whether it was among those that were noted last.
    bool wasRefused(const QString &path) const { return m_refused.contains(path); }

private:
    using Statuses = QHash<QString, Imap::FolderStatus>;
    enum class Sameness { Same, Other, Unclear };

    QCoro::Task<Result<void>> load();
    QCoro::Task<Result<void>> list();
    QCoro::Task<Result<void>> askStatuses(QStringList paths);
    QCoro::Task<Result<void>> find();
    QCoro::Task<Result<void>> findRenamed();
    QCoro::Task<Result<Sameness>> compare(Store::Folder folder, QString path);
    QCoro::Task<Result<void>> rename(QList<Renamed> renamed);
    QCoro::Task<Result<void>> findGone();
    QCoro::Task<Result<bool>> isGone(QString path);
    QCoro::Task<Result<void>> takeGone(Store::Folder folder);
    QCoro::Task<Result<void>> save();

    void setFollowed();
    bool isListed(const QString &path) const;
    bool isLost(const Store::Folder &folder) const;
    bool mayBe(const QString &path, const Store::Folder &folder) const;
    bool hasLost() const;
    QStringList newcomers() const;

    Context &m_context;
    Imap::Session &m_session;
    Store::Account m_account;
    QStringList m_followed;     ///< the account's paths, each once
    QSet<QString> m_isFollowed; ///< the same
    QString m_open;
    QStringList m_refused;
    QList<Imap::ListedFolder> m_folders; ///< as listed in this pass
    QHash<QString, bool> m_selectable;   ///< of these, by path
    Statuses m_statuses;
    QSet<QString> m_absent;     ///< paths that the server lists and does not have
    QSet<QString> m_unlisted;   ///< paths that the server does not list and has all the same
    QSet<QString> m_doubted;    ///< paths that were missing in the last pass too
    QSet<QString> m_unanswered; ///< paths whose STATUS was refused
    int m_unclearPasses = 0; ///< in a row: a folder is missing, and one that may be it is refused
    KnownFolders m_known;
    bool m_isLoaded = false;
    bool m_hasOpened = false;
    bool m_hasVanished = false; ///< a folder that was there a moment ago
    bool m_isUnclear = false;   ///< a folder that may be a missing one is refused
    bool m_isSteady = true;
};

} // namespace Sync
