// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/folderpreview.h"

#include "mailbox/folderroles.h"
#include "mailbox/opening.h"

#include <QTimer>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Api {

namespace {

constexpr qsizetype mostFolders = 1000;
constexpr qsizetype askedAtOnce = 50;
constexpr std::chrono::milliseconds countsWithin = 20s; ///< counted from LIST

QString nameOf(const Imap::ListedFolder &folder)
{
    if (folder.delimiter.isEmpty())
        return folder.path;
    return folder.path.sliced(folder.path.lastIndexOf(folder.delimiter) + 1);
}

bool isBefore(const PreviewedFolder &one, const PreviewedFolder &other)
{
    const bool isInbox = one.path == u"INBOX";
    return isInbox != (other.path == u"INBOX") ? isInbox : one.path < other.path;
}

QList<PreviewedFolder> previewOf(const QList<Imap::ListedFolder> &listed,
                                 const Store::FolderRoles &setting)
{
    const QHash<QString, QByteArray> roles = Mailbox::rolesOf(listed, setting);
    QHash<QString, PreviewedFolder> byPath; // a server may list a folder twice
    for (const Imap::ListedFolder &folder : listed) {
        if (!Mailbox::canBeKept(folder.path))
            continue;
        PreviewedFolder &one = byPath[folder.path];
        one.path = folder.path;
        one.name = nameOf(folder);
        one.role = roles.value(folder.path);
        one.isSelectable = one.isSelectable || folder.isSelectable();
    }
    QList<PreviewedFolder> folders = byPath.values();
    std::ranges::sort(folders, isBefore);
    return folders;
}

void take(PreviewedFolder &folder, const Imap::FolderStatus &status)
{
    folder.total = status.messages;
    folder.unread = status.unseen;
    folder.size = status.size;
}

/// Requests the counts that LIST did not return; counts that arrive too late stay unknown.
QCoro::Task<> fillIn(Imap::Session *session, FolderPreview *preview)
{
    const bool withSize = session->offersSize();
    QStringList paths;
    for (const PreviewedFolder &folder : std::as_const(preview->folders)) {
        if (folder.isSelectable && (withSize || !folder.total))
            paths.append(folder.path);
    }
    QHash<QString, Imap::FolderStatus> statuses;
    for (qsizetype at = 0; at < paths.size(); at += askedAtOnce) {
        const QStringList some = paths.mid(at, askedAtOnce);
        const auto told = co_await session->status(some, withSize);
        if (!told)
            break;
        for (auto it = told->cbegin(); it != told->cend(); ++it) {
            if (it.value())
                statuses.insert(it.key(), *it.value());
        }
    }
    for (PreviewedFolder &folder : preview->folders) {
        if (const auto status = statuses.constFind(folder.path); status != statuses.cend())
            take(folder, *status);
    }
}

void writeFolder(Json::Writer &json, const PreviewedFolder &folder)
{
    json.beginObject().key("path").value(folder.path).key("name").value(folder.name);
    json.key("role");
    folder.role.isEmpty() ? json.null() : json.value(folder.role);
    json.key("selectable").value(folder.isSelectable);
    json.key("serverTotal").value(folder.total).key("serverUnread").value(folder.unread);
    json.key("serverSize").value(folder.size).endObject();
}

} // namespace

QCoro::Task<Result<FolderPreview>> previewFolders(Net::TlsPolicy tls, Imap::SessionOptions options,
                                                  Store::Account account, QByteArray password,
                                                  QByteArray proxyLogin)
{
    options.openTimeout = 15s;
    options.silenceTimeout = 15s;
    Imap::Session session(std::move(tls), options);
    account.provenMechanism.clear();
    Mailbox::Opening opening(account);
    opening.setSecret(password);
    opening.setProxyLogin(proxyLogin);
    const Result<void> opened = co_await opening.open(&session);
    CO_RETURN_IF_ERROR(opened);
    QTimer deadline;
    deadline.setSingleShot(true);
    QObject::connect(&deadline, &QTimer::timeout, &session, [&session] {
        session.abort({ Error::Code::Timeout, u"The mail server did not answer in time."_s });
    });
    deadline.start(countsWithin);
    const Result<Imap::FolderList> listed = co_await session.listWithStatus();
    CO_RETURN_IF_ERROR(listed);
    FolderPreview preview;
    preview.folders = previewOf(listed->folders, account.folderRoles);
    preview.count = preview.folders.size();
    preview.folders.resize(std::min(preview.count, mostFolders));
    for (PreviewedFolder &folder : preview.folders)
        take(folder, listed->statuses.value(folder.path));
    co_await fillIn(&session, &preview);
    if (session.isOpen())
        co_await session.logout();
    co_return preview;
}

Json::Bytes folderPreviewJson(const FolderPreview &preview)
{
    Json::Writer json;
    json.beginObject().key("count").value(preview.count).key("folders").beginArray();
    for (const PreviewedFolder &folder : preview.folders)
        writeFolder(json, folder);
    return json.endArray().endObject().take();
}

} // namespace Api
