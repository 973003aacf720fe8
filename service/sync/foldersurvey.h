// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sync/context.h"
#include "sync/surveystore.h"

#include <QSet>

namespace Sync {

/** The account's folders at the server, with the server's counts. */
struct FoldersNow {
    QHash<QString, QByteArray> roles; ///< of the followed folders that can be opened, by path
    QHash<QString, Imap::FolderStatus> statuses; ///< by path; absent if the server gives no STATUS
    KnownFolders known;                          ///< the folders in the database after the survey
    QStringList folders;            ///< the account's setting, which follows renamed folders
    Store::FolderRoles folderRoles; ///< likewise
    bool hasOpened = false;         ///< the session has a different folder open now
    bool isSteady =
        true; ///< false: folders were renamed during the survey; missing ones are not gone
};

/**
 * Lists the folders of the server: recognises followed folders that were renamed, records folders that
 * are gone, and stores the list and the problems of the account's settings. One object per connection.
 * Lives on a sync thread. The caller must await it to its end.
 *
 * A folder was renamed if both are true: the server no longer lists its path, or lists it with another
 * UIDVALIDITY; and a folder that we do not follow has the old UIDVALIDITY and the same mails (the same
 * uids with the same size and Message-ID). A folder is gone if LIST does not name it and STATUS says that
 * it does not exist, or refuses it in two passes: a short server failure must not remove mails here.
 * While the server refuses to open a folder that may be the missing one, no folder counts as gone, unless
 * the server refuses it in more than ten passes in a row. While a folder is missing, the survey is
 * repeated until no folder disappears between LIST and its check: a folder that is renamed twice in that
 * time is found under none of its names.
 */
class FolderSurvey
{
public:
    FolderSurvey(Context &context, Imap::Session &session) : m_context(context), m_session(session)
    {
    }

    /// `open`: path of the folder that the session has open. No STATUS is sent for it.
    QCoro::Task<Result<FoldersNow>> run(Store::Account account, QString open);

    /// Stores the paths that the server lists but refused to open. Writes only if they changed.
    QCoro::Task<Result<void>> noteRefused(QStringList refused);
    /// Whether the path was in the last call of noteRefused().
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
    QSet<QString> m_absent;     ///< paths that the server lists but that do not exist there
    QSet<QString> m_unlisted;   ///< paths that the server does not list but that exist there
    QSet<QString> m_doubted;    ///< paths that were missing in the last pass too
    QSet<QString> m_unanswered; ///< paths whose STATUS was refused
    int m_unclearPasses = 0;    ///< passes in a row in which m_isUnclear was set
    KnownFolders m_known;
    bool m_isLoaded = false;
    bool m_hasOpened = false;
    bool m_hasVanished = false; ///< a folder disappeared during this survey
    bool m_isUnclear =
        false; ///< a folder is missing, and the server refuses a folder that may be it
    bool m_isSteady = true;
};

} // namespace Sync
