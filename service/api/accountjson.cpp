// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/accountjson.h"

#include "common/shortened.h"
#include "common/timestamp.h"

using namespace Qt::StringLiterals;

namespace Api {

namespace {

void writeTextOrNull(Json::Writer &json, QByteArrayView name, const QString &text)
{
    json.key(name);
    text.isEmpty() ? json.null() : json.value(text);
}

void writeServers(Json::Writer &json, const AccountView &view)
{
    const Store::Account &account = view.account;
    const bool hasPassword = !account.secretRef.isEmpty();
    json.key("host").value(account.host).key("port").value(account.port);
    json.key("username").value(account.username);
    json.key("password").value(QStringView(hasPassword ? passwordMask : u""));
    json.key("hasPassword").value(hasPassword).key("secretStore");
    hasPassword ? json.value(view.isInKeychain ? "keychain"_ba : "sealed"_ba) : json.null();
    json.key("security").value(account.security);
    json.key("authMechanism").value(account.authMechanism);
    writeTextOrNull(json, "smtp_host", account.smtpHost);
    json.key("smtp_port");
    account.smtpPort == 0 ? json.null() : json.value(account.smtpPort);
    json.key("smtpSecurity").value(account.smtpSecurity);
    json.key("smtpAuthMechanism").value(account.smtpAuthMechanism);
    writeTextOrNull(json, "smtpUsername", account.smtpUsername);
    const bool hasSmtpPassword = !account.smtpSecretRef.isEmpty();
    json.key("smtpPassword").value(QStringView(hasSmtpPassword ? passwordMask : u""));
    json.key("authType").value(account.authType);
    writeTextOrNull(json, "oauthProvider", QString::fromLatin1(account.oauthProvider));
    json.key("tlsPin");
    account.tlsPin.isEmpty() ? json.null() : json.value(account.tlsPin.toHex());
    QString proxy = account.proxyUrl;
    if (!account.proxySecretRef.isEmpty())
        proxy.insert(proxy.indexOf(u"//"_s) + 2, QString::fromUtf16(passwordMask) + u'@');
    writeTextOrNull(json, "proxyUrl", proxy);
}

void writeOptions(Json::Writer &json, const Store::Account &account)
{
    json.key("senderName").value(account.senderName).key("folders").beginArray();
    for (const QString &folder : account.folders)
        json.value(folder);
    json.endArray().key("folderRoles").beginObject();
    for (auto it = account.folderRoles.cbegin(); it != account.folderRoles.cend(); ++it)
        writeTextOrNull(json, it.key(), it.value());
    json.endObject().key("syncMode").value(account.syncMode);
    json.key("syncDays").value(account.syncDays).key("flagSync").value(account.flagSync);
    json.key("onExpunge").value(account.onExpunge);
    json.key("deleteOnServer").value(account.deleteOnServer);
    json.key("appendSent").value(account.appendSent).key("notify").value(account.notify);
}

void writeState(Json::Writer &json, const AccountView &view)
{
    const bool isUnstored = view.runtime.trouble && view.account.status == "active";
    const QByteArray code = isUnstored ? view.runtime.trouble->errorCode : view.account.errorCode;
    json.key("status").value(isUnstored ? "error"_ba : view.account.status);
    json.key("mode").value(Sync::modeName(view.runtime.mode)).key("errorCode");
    code.isEmpty() ? json.null() : json.value(code);
    const QString &message = isUnstored ? view.runtime.trouble->message : view.account.errorMessage;
    writeTextOrNull(json, "errorMessage", Text::shortened(message, Text::mostError));
}

void writeProgress(Json::Writer &json, const std::optional<Sync::Progress> &progress)
{
    json.key("syncProgress");
    if (!progress) {
        json.null();
        return;
    }
    json.beginObject().key("phase").value(progress->phase).key("done").value(progress->done);
    json.key("total").value(progress->total);
    json.key("ratePerSecond").value(progress->ratePerSecond).endObject();
}

void writeNode(Json::Writer &json, const std::optional<Store::Holder> &node)
{
    json.key("node");
    if (!node) {
        json.null();
        return;
    }
    json.beginObject().key("id").value(node->nodeId).key("name").value(node->name);
    writeTextOrNull(json, "address", node->address);
    json.endObject();
}

} // namespace

QString problemText(const Store::FolderProblem &problem)
{
    using Kind = Store::FolderProblem::Kind;
    if (problem.path.isEmpty())
        return u"There is no folder for sent mail, so appendSent stores no copies. Set one as "
               "folderRoles.sent."_s;
    switch (problem.kind) {
    case Kind::Missing:
        return u"The mail server has no folder %1."_s.arg(problem.path);
    case Kind::NotSelectable:
        return u"The folder %1 of the mail server cannot contain mails, only other folders."_s.arg(
            problem.path);
    case Kind::Refused:
        return u"The mail server refused to open the folder %1."_s.arg(problem.path);
    }
    Q_UNREACHABLE();
}

void writeFolderProblems(Json::Writer &json, const QList<Store::FolderProblem> &problems)
{
    json.beginArray();
    for (const Store::FolderProblem &problem : problems) {
        json.beginObject();
        writeTextOrNull(json, "path", problem.path);
        writeTextOrNull(json, "role", QString::fromLatin1(problem.role));
        json.key("problem").value(Store::problemName(problem.kind));
        json.key("message").value(problemText(problem)).endObject();
    }
    json.endArray();
}

void writeAccount(Json::Writer &json, const AccountView &view)
{
    const Store::Account &account = view.account;
    json.beginObject().key("id").value(account.id).key("name").value(account.name);
    json.key("email").value(account.email);
    writeServers(json, view);
    writeOptions(json, account);
    writeState(json, view);
    json.key("folderProblems");
    writeFolderProblems(json, view.problems);
    writeProgress(json, view.runtime.progress);
    writeNode(json, view.node);
    json.key("mailCount").value(view.stats.mailCount());
    json.key("unreadCount").value(view.stats.unread).key("lastSyncAt");
    account.lastSyncAt ? json.value(Timestamp::toIso(*account.lastSyncAt)) : json.null();
    json.key("createdAt").value(Timestamp::toIso(account.createdAt));
    json.key("updatedAt").value(Timestamp::toIso(account.updatedAt)).endObject();
}

} // namespace Api
