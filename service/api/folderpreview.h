// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/jsonwriter.h"
#include "common/result.h"
#include "imap/session.h"
#include "store/mail/accounts.h"

#include <QCoroTask>

namespace Api {

/** A folder at a server, before the account is stored. */
struct PreviewedFolder {
    QString path;
    QString name; ///< its last level
    QByteArray role;
    bool isSelectable = false;
    std::optional<quint32> total;
    std::optional<quint32> unread;
    std::optional<quint64> size; ///< bytes of its mails; nothing: the server does not say
};

/** The folders of an account at its server. */
struct FolderPreview {
    QList<PreviewedFolder> folders; ///< INBOX first, then by path; at most 1,000
    qsizetype count = 0;            ///< of all that the server lists
};

/**
 * Logs in as the account would and reads its folders with LIST and STATUS. No folder is opened, so
 * nothing changes at the server. Counts that have not arrived after 20 s are left out. Errors as of
 * Imap::Session.
 */
QCoro::Task<Result<FolderPreview>> previewFolders(Net::TlsPolicy tls, Imap::SessionOptions options,
                                                  Store::Account account, QByteArray password,
                                                  QByteArray proxyLogin);

/// `data` of POST /accounts/folders.
Json::Bytes folderPreviewJson(const FolderPreview &preview);

} // namespace Api
