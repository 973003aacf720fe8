// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/copy/copytables.h"

namespace Store {

const QList<CopyTable> &copyTables()
{
    static const QList<CopyTable> tables = {
        { "users", "id" },
        { "revoked_tokens", "jti" },
        { "settings", "user_id, name" },
        { "user_settings", "user_id", true },
        { "secrets", "ref" },
        { "keychain_items", "ref" },
        { "accounts", "id" },
        { "server_folders", "account_id, path" },
        { "folder_problems", "account_id, path, role" },
        { "folders", "id" },
        { "mails", "id" },
        { "thread_nodes", "hash" },
        { "bodies", "mail_id", true },
        { "body_pieces", "mail_id, position", true },
        { "attachments", "id" },
        { "counters", "account_id, folder_id, listing, is_read, is_starred, has_attachment" },
        { "tombstones", "folder_id, uid_validity, uid" },
        { "pending_flag_changes", "mail_id" },
        { "body_tries", "mail_id" },
        { "events", "id" },
        { "event_counter", "last" },
        { "outbox", "id" },
        { "outbox_pieces", "outbox_id, position", true },
        { "outbox_outlines", "outbox_id", true },
        { "idempotency_keys", "user_id, name", true },
        { "drafts", "id", true },
        { "uploads", "token" },
        { "upload_pieces", "token, position", true },
        { "stream_tickets", "hash" },
        { "webhooks", "id" },
        { "webhook_notices", "id" },
        { "webhook_calls", "id" },
        { "webhook_logs", "id" },
        { "push_subscriptions", "id" },
        { "push_notices", "id" },
        { "push_jobs", "id" },
        { "push_pauses", "origin" },
    };
    return tables;
}

bool isMadeAnew(QByteArrayView table)
{
    return table == "schema_versions" || table == "copied_tables" || table == "commit_marks"
        || table == "nodes" || table == "account_leases" || table == "account_requests"
        || table == "rate_counts" || table == "sign_ins" || table.startsWith("search_")
        || table.startsWith("sqlite_");
}

QByteArray initialValue(QByteArrayView table, QByteArrayView column)
{
    if (table == "mails" && column == "search_state")
        return "1"; // to be indexed
    if (table == "mails" && column == "in_index")
        return "NULL";
    return {};
}

} // namespace Store
