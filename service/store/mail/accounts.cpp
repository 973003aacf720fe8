// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/mail/accounts.h"

#include "common/jsonwriter.h"
#include "store/mail/pendingflagchanges.h"
#include "store/mail/tombstones.h"
#include "store/sql/columns.h"
#include "store/sql/newid.h"
#include "store/sql/session.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

Error noSuchAccount()
{
    return { Error::Code::NotFound, u"There is no such account."_s };
}

QByteArray toJson(const QStringList &paths)
{
    Json::Writer json;
    json.beginArray();
    for (const QString &path : paths)
        json.value(path);
    return json.endArray().take();
}

QStringList fromJson(const QByteArray &json)
{
    QStringList paths;
    for (const QJsonValue &path : QJsonDocument::fromJson(json).array())
        paths.append(path.toString());
    return paths;
}

QByteArray toJson(const FolderRoles &roles)
{
    Json::Writer json;
    json.beginObject();
    for (auto it = roles.cbegin(); it != roles.cend(); ++it) {
        json.key(it.key());
        it.value().isEmpty() ? json.null() : json.value(it.value());
    }
    return json.endObject().take();
}

FolderRoles rolesFromJson(const QByteArray &json)
{
    FolderRoles roles;
    const QJsonObject object = QJsonDocument::fromJson(json).object();
    for (auto it = object.begin(); it != object.end(); ++it)
        roles.insert(it.key().toLatin1(), it.value().toString());
    return roles;
}

QByteArray fromHex(const QByteArray &hex)
{
    return QByteArray::fromHex(hex);
}

const Columns<Account> accountColumns{
    { "id", &Account::id },
    { "uuid", &Account::uuid },
    { "owner_id", &Account::ownerId },
    { "name", &Account::name },
    { "email", &Account::email },
    { "host", &Account::host },
    { "port", &Account::port },
    { "username", &Account::username },
    { "security", &Account::security },
    { "auth_type", &Account::authType },
    { "secret_ref", &Account::secretRef },
    { "smtp_host", &Account::smtpHost },
    { "smtp_port", &Account::smtpPort },
    { "smtp_security", &Account::smtpSecurity },
    { "smtp_username", &Account::smtpUsername },
    { "smtp_secret_ref", &Account::smtpSecretRef },
    { "sender_name", &Account::senderName },
    { "sync_mode", &Account::syncMode },
    { "sync_days", &Account::syncDays },
    { "folders", &Account::folders, fromJson },
    { "delete_on_server", &Account::deleteOnServer },
    { "on_expunge", &Account::onExpunge },
    { "flag_sync", &Account::flagSync },
    { "append_sent", &Account::appendSent },
    { "tls_pin", &Account::tlsPin, fromHex },
    { "proxy_url", &Account::proxyUrl },
    { "notify", &Account::notify },
    { "status", &Account::status },
    { "error_code", &Account::errorCode },
    { "error_message", &Account::errorMessage },
    { "last_sync_at", &Account::lastSyncAt },
    { "failures", &Account::failures },
    { "failing_since_ms", &Account::failingSinceMs },
    { "auth_failures", &Account::authFailures },
    { "auth_failing_since_ms", &Account::authFailingSinceMs },
    { "next_attempt_at_ms", &Account::nextAttemptAtMs },
    { "created_at", &Account::createdAt },
    { "updated_at", &Account::updatedAt },
    { "proxy_secret_ref", &Account::proxySecretRef },
    { "auth_mechanism", &Account::authMechanism },
    { "smtp_auth_mechanism", &Account::smtpAuthMechanism },
    { "proven_mechanism", &Account::provenMechanism },
    { "smtp_proven_mechanism", &Account::smtpProvenMechanism },
    { "folder_roles", &Account::folderRoles, rolesFromJson },
    { "oauth_provider", &Account::oauthProvider },
};

/// Binds all fields that a user can change.
void bindAccount(Query &query, const Account &account, qint64 now)
{
    query.bind(u":name"_s, account.name).bind(u":email"_s, account.email);
    query.bind(u":host"_s, account.host).bind(u":port"_s, account.port);
    query.bind(u":username"_s, account.username);
    query.bindName(u":security"_s, account.security).bindName(u":auth_type"_s, account.authType);
    query.bindName(u":oauth_provider"_s, account.oauthProvider);
    query.bindName(u":secret_ref"_s, account.secretRef);
    query.bind(u":smtp_host"_s, account.smtpHost).bind(u":smtp_port"_s, account.smtpPort);
    query.bindName(u":smtp_security"_s, account.smtpSecurity);
    query.bind(u":smtp_username"_s, account.smtpUsername);
    query.bindName(u":smtp_secret_ref"_s, account.smtpSecretRef);
    query.bind(u":sender_name"_s, account.senderName);
    query.bindName(u":sync_mode"_s, account.syncMode).bind(u":sync_days"_s, account.syncDays);
    query.bindName(u":folders"_s, toJson(account.folders));
    query.bindName(u":folder_roles"_s, toJson(account.folderRoles));
    query.bind(u":delete_on_server"_s, account.deleteOnServer);
    query.bindName(u":on_expunge"_s, account.onExpunge);
    query.bindName(u":flag_sync"_s, account.flagSync).bind(u":append_sent"_s, account.appendSent);
    query.bindName(u":tls_pin"_s, account.tlsPin.toHex()).bind(u":proxy_url"_s, account.proxyUrl);
    query.bindName(u":proxy_secret_ref"_s, account.proxySecretRef);
    query.bindName(u":auth_mechanism"_s, account.authMechanism);
    query.bindName(u":smtp_auth_mechanism"_s, account.smtpAuthMechanism);
    query.bind(u":notify"_s, account.notify).bind(u":now"_s, now);
}

Result<void> changeOne(Query query)
{
    query.exec();
    if (query.failed())
        return query.error();
    return query.affected() > 0 ? Result<void>() : Result<void>(noSuchAccount());
}

Result<void> writeHealth(Query query, qint64 id, const AccountHealth &health)
{
    query.bindName(u":status"_s, health.status).bindName(u":error_code"_s, health.errorCode);
    query.bind(u":error_message"_s, health.errorMessage).bind(u":failures"_s, health.failures);
    query.bind(u":failing_since_ms"_s, health.failingSinceMs);
    query.bind(u":auth_failures"_s, health.authFailures);
    query.bind(u":auth_failing_since_ms"_s, health.authFailingSinceMs);
    query.bind(u":next_attempt_at_ms"_s, health.nextAttemptAtMs).bind(u":id"_s, id);
    return changeOne(std::move(query));
}

} // namespace

AccountHealth healthOf(const Account &account)
{
    return { account.status,
             account.errorCode,
             account.errorMessage,
             account.failures,
             account.failingSinceMs,
             account.authFailures,
             account.authFailingSinceMs,
             account.nextAttemptAtMs };
}

Result<qint64> insertAccount(Session &session, Account account)
{
    if (account.uuid.isEmpty())
        account.uuid = newUuid();
    Query query = session.query("accounts_insert");
    bindAccount(query, account, session.now());
    query.bindName(u":uuid"_s, account.uuid).bind(u":owner_id"_s, account.ownerId);
    query.bindName(u":status"_s, account.status);
    const Result<qint64> id = insertedId(query);
    if (!id || !session.dialect().isSharedByProcesses())
        return id;
    RETURN_IF_ERROR(session.query("leases_insert").bind(u":account"_s, *id).run());
    return id;
}

Result<Account> accountById(Session &session, qint64 id, const Viewer &viewer)
{
    Query query = session.query("accounts_by_id");
    query.bind(u":id"_s, id).bind(u":owner"_s, viewer.ownerFilter());
    const Result<std::optional<Account>> account = query.readFirst(accountColumns);
    RETURN_IF_ERROR(account);
    if (!*account)
        return noSuchAccount();
    return **account;
}

Result<QList<Account>> accounts(Session &session, const Viewer &viewer)
{
    Query query = session.query("accounts_all");
    return query.bind(u":owner"_s, viewer.ownerFilter()).readAll(accountColumns);
}

Result<void> updateAccount(Session &session, const Account &account)
{
    Query query = session.query("accounts_update");
    bindAccount(query, account, session.now());
    query.bind(u":id"_s, account.id);
    RETURN_IF_ERROR(changeOne(std::move(query)));
    RETURN_IF_ERROR(session.query("folders_compare_anew").bind(u":account_id"_s, account.id).run());
    if (account.flagSync != "both") {
        RETURN_IF_ERROR(forgetPendingFlagChanges(session, account.id));
    }
    return account.deleteOnServer ? Result<void>() : keepBuriedAtServer(session, account.id);
}

Result<void> replaceAccountSecret(Session &session, qint64 id, const QByteArray &oldRef,
                                  const QByteArray &newRef)
{
    Query query = session.query("accounts_replace_secret");
    query.bind(u":id"_s, id).bindName(u":old_ref"_s, oldRef).bindName(u":new_ref"_s, newRef);
    query.exec();
    if (query.failed())
        return query.error();
    if (query.affected() == 0)
        return Error{ Error::Code::Conflict,
                      u"The secret of the account was changed in the meantime."_s };
    return {};
}

Result<void> setAccountFolders(Session &session, qint64 id, const QStringList &folders,
                               const FolderRoles &roles)
{
    Query query = session.query("accounts_set_folders");
    query.bindName(u":folders"_s, toJson(folders)).bindName(u":folder_roles"_s, toJson(roles));
    query.bind(u":now"_s, session.now()).bind(u":id"_s, id);
    return changeOne(std::move(query));
}

Result<void> setAccountHealth(Session &session, qint64 id, const AccountHealth &health)
{
    return writeHealth(session.query("accounts_set_health"), id, health);
}

Result<void> noteAccountHealth(Session &session, qint64 id, const AccountHealth &health)
{
    return writeHealth(session.query("accounts_note_health"), id, health);
}

Result<void> noteMechanism(Session &session, const Account &account, const QByteArray &mechanism)
{
    Query query = session.query("accounts_note_mechanism");
    query.bindName(u":mechanism"_s, mechanism).bind(u":id"_s, account.id);
    query.bind(u":host"_s, account.host).bind(u":port"_s, account.port);
    query.bindName(u":secret_ref"_s, account.secretRef);
    return query.run();
}

Result<void> noteSmtpMechanism(Session &session, const Account &account,
                               const QByteArray &mechanism)
{
    Query query = session.query("accounts_note_smtp_mechanism");
    query.bindName(u":mechanism"_s, mechanism).bind(u":id"_s, account.id);
    query.bind(u":smtp_host"_s, account.smtpHost).bind(u":smtp_port"_s, account.smtpPort);
    query.bindName(u":secret_ref"_s, account.secretRef);
    query.bindName(u":smtp_secret_ref"_s, account.smtpSecretRef);
    return query.run();
}

Result<void> setAccountSynced(Session &session, qint64 id, qint64 lastSyncAt)
{
    Query query = session.query("accounts_set_synced");
    query.bind(u":last_sync_at"_s, lastSyncAt).bind(u":id"_s, id);
    return changeOne(std::move(query));
}

Result<void> markAccountDeleted(Session &session, qint64 id)
{
    // Drop its pending webhook calls now; its rows are purged in batches later.
    RETURN_IF_ERROR(session.query("purge_webhook_calls").bind(u":account_id"_s, id).run());
    Query query = session.query("accounts_mark_deleted");
    query.bind(u":now"_s, session.now()).bind(u":id"_s, id);
    return changeOne(std::move(query));
}

} // namespace Store
