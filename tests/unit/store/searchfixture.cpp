// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchfixture.h"

#include "store/db/migrate.h"
#include "store/db/transaction.h"
#include "store/lists/searchmails.h"
#include "store/lists/wordhits.h"
#include "store/mail/bodies.h"
#include "store/mail/mailrow.h"
#include "store/search/fill/searchversion.h"
#include "store/search/index/searchindex.h"
#include "store/search/text/searchtext.h"
#include "support/must.h"
#include "support/testserver.h"

#include <QSqlError>
#include <QVariant>

using namespace Qt::StringLiterals;
using namespace Store;

namespace SearchTest {

namespace {

void must(QSqlQuery &query)
{
    if (!query.exec())
        qFatal("%s", qPrintable(query.lastError().text()));
}

// The messages of these tests: a line for each field, then the text.
SearchFields plainMessage(const QByteArray &raw)
{
    const QStringList lines = QString::fromUtf8(raw).split(u'\n');
    SearchFields fields{ lines.value(0), lines.value(1), {}, lines.value(2), lines.value(3),
                         lines.value(4), lines.value(5) };
    fields.body = lines.mid(6).join(u'\n');
    return fields;
}

qint64 keyOf(qint64 at, qint64 id)
{
    return (at << 30) | id;
}

} // namespace

SearchDatabase::SearchDatabase()
    : m_connection(
        must(Connection::open(TestServer::newAddress(u":memory:"_s), Connection::Kind::Writer))),
      m_session(std::make_unique<Session>(m_connection->handle(), m_clock))
{
    must(migrate(*m_session));
    // Allows accounts without users.
    must(m_session->execute(engine() == Engine::Sqlite
                                ? u"PRAGMA foreign_keys=OFF"_s
                                : u"SET session_replication_role TO replica"_s));
    must(prepareSearch(*m_session));
}

QSqlQuery SearchDatabase::prepared(const QString &sql)
{
    QSqlQuery query(m_connection->handle());
    if (!query.prepare(sql))
        qFatal("%s", qPrintable(query.lastError().text()));
    return query;
}

void SearchDatabase::run(const QString &sql)
{
    QSqlQuery query = prepared(sql);
    must(query);
}

qint64 SearchDatabase::number(const QString &sql)
{
    QSqlQuery query = prepared(sql);
    must(query);
    return query.next() ? query.value(0).toLongLong() : -1;
}

void SearchDatabase::addAccount(qint64 id, qint64 ownerId, bool deleting)
{
    run(u"INSERT INTO accounts (id, uuid, owner_id, name, email, host, port, username, security, "
        "auth_type, secret_ref, smtp_host, smtp_port, smtp_security, smtp_username, "
        "smtp_secret_ref, sender_name, sync_mode, sync_days, folders, delete_on_server, "
        "on_expunge, "
        "flag_sync, append_sent, tls_pin, proxy_url, notify, status, created_at, updated_at, "
        "deleting_at) VALUES (%1, 'u%1', %2, '', '', 'h%1', 993, '', '', '', '', '', 0, '', '', "
        "'', "
        "'', '', 0, '[]', 0, '', '', 0, '', '', 0, 'active', 0, 0, %3)"_s.arg(id)
            .arg(ownerId)
            .arg(deleting ? u"1"_s : u"NULL"_s));
}

void SearchDatabase::addFolder(qint64 id, qint64 accountId, const QString &path)
{
    QSqlQuery query =
        prepared(u"INSERT INTO folders (id, account_id, path, role) VALUES (?, ?, ?, '')"_s);
    query.addBindValue(id);
    query.addBindValue(accountId);
    query.addBindValue(path);
    must(query);
}

void SearchDatabase::addMail(const TestMail &mail)
{
    QSqlQuery query = prepared(
        u"INSERT INTO mails (id, account_id, folder_id, uid, listing, created_at, sent_at, "
        "stored_at, size, is_read, is_starred, has_attachment, is_html, server_flags, body_state, "
        "search_state, sort_key, sent_key, from_key, subject_key, message_id, from_addr, "
        "from_name, "
        "to_json, cc_json, subject, summary) VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, 0, ?, ?, "
        "1, ?, ?, ?, ?, '', ?, ?, ?, ?, ?, '')"_s);
    const QString sender = mail.fromName.isEmpty() ? mail.from : mail.fromName;
    const std::initializer_list<QVariant> values{
        mail.id,
        mail.accountId,
        mail.folderId,
        mail.id,
        int(mail.listing),
        mail.createdAt,
        mail.sentAt ? QVariant(*mail.sentAt) : QVariant(),
        mail.size,
        int(mail.isRead),
        int(mail.isStarred),
        int(mail.hasAttachment),
        mail.isReplied ? int(ServerAnswered) : 0,
        mail.bodyState,
        keyOf(mail.createdAt, mail.id),
        keyOf(mail.sentAt.value_or(mail.createdAt), mail.id),
        normalizedKey(sender),
        normalizedKey(mail.subject),
        mail.from,
        mail.fromName,
        u"[\"%1\"]"_s.arg(mail.to),
        u"[\"%1\"]"_s.arg(mail.cc),
        mail.subject,
    };
    const QChar nul = engine() == Engine::Sqlite ? QChar::Null : QChar::ReplacementCharacter;
    for (const QVariant &value : values)
        query.addBindValue(value.metaType() == QMetaType::fromType<QString>()
                               ? QVariant(value.toString().replace(QChar::Null, nul) + u""_s)
                               : value);
    must(query);
    run(u"INSERT INTO counters VALUES (%1, %2, %3, %4, %5, %6, 1) ON CONFLICT (account_id, "
        u"folder_id, "
        "listing, is_read, is_starred, has_attachment) DO UPDATE SET n = counters.n + 1"_s
            .arg(mail.accountId)
            .arg(mail.folderId)
            .arg(int(mail.listing))
            .arg(int(mail.isRead))
            .arg(int(mail.isStarred))
            .arg(int(mail.hasAttachment)));
    if (mail.bodyState != 1)
        return;
    QSqlQuery body = prepared(
        u"INSERT INTO bodies (mail_id, raw_size, raw) VALUES (?, 0, ?) ON CONFLICT (mail_id) DO UPDATE SET raw = excluded.raw"_s);
    body.addBindValue(mail.id);
    const QStringList lines{ mail.fromName + u' ' + mail.from,
                             mail.subject,
                             mail.to,
                             mail.cc,
                             mail.bcc,
                             mail.filenames,
                             mail.body };
    body.addBindValue(compressBody(lines.join(u'\n').toUtf8()));
    must(body);
}

int SearchDatabase::indexAll(int batch, const SearchWorkWanted &wanted)
{
    int all = 0;
    for (;;) {
        const int done = must(indexPendingMails(*m_session, batch, wanted, plainMessage));
        if (done == 0)
            return all;
        all += done;
    }
}

void SearchDatabase::removeMail(qint64 id)
{
    Transaction tx(*m_session);
    must(removeFromIndex(*m_session, id));
    run(u"DELETE FROM bodies WHERE mail_id = %1"_s.arg(id));
    run(u"DELETE FROM mails WHERE id = %1"_s.arg(id));
    must(tx.commit());
}

qint64 SearchDatabase::entriesWith(const QString &word)
{
    const auto whole = Search::Expression::anyOf({ { word.toUtf8(), { Search::Space::Word } } });
    return must(WordHits::find(*m_session, whole)).total();
}

qint64 SearchDatabase::entries()
{
    return must(WordHits::find(*m_session, Search::Expression())).total();
}

QList<qint64> SearchDatabase::found(const QString &keyword)
{
    MailQuery query;
    query.keyword = keyword;
    query.pageSize = 100;
    const SearchHits hits = must(searchMails(*m_session, query));
    return hits.total == hits.ids.size() ? hits.ids : QList<qint64>{ -1 } + hits.ids;
}

} // namespace SearchTest
