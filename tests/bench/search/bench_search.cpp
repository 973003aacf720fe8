// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/clock.h"
#include "corpus.h"
#include "store/connection.h"
#include "store/migrate.h"
#include "store/searchbatch.h"
#include "store/searchmails.h"
#include "store/searchtext.h"
#include "store/searchversion.h"
#include "store/session.h"
#include "store/transaction.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QSqlError>
#include <QSqlQuery>
#include <QVariant>

#include <algorithm>
#include <cstdio>
#include <functional>

/**
 * How long indexing and searching take: bench_search CORPUS DATABASE [COPIES]. CORPUS is what the
 * mailbox generator writes with PARSED=CORPUS; COPIES > 1 indexes it that many times, shifted in
 * time. An existing DATABASE is searched only.
 */

using namespace Qt::StringLiterals;
using namespace Store;

namespace {

constexpr int runs = 11;

double milliseconds(const QElapsedTimer &timer)
{
    return double(timer.nsecsElapsed()) / 1e6;
}

template<typename T>
T must(Result<T> result)
{
    if (!result)
        qFatal("%s", qPrintable(result.error().message));
    if constexpr (!std::is_void_v<T>)
        return std::move(result).value();
}

void run(QSqlQuery &query)
{
    if (!query.exec())
        qFatal("%s", qPrintable(query.lastError().text()));
}

/** What the whole benchmark works on. */
struct Bench {
    SystemClock clock;
    std::unique_ptr<Connection> connection;
    std::unique_ptr<Session> session;

    double normaliseMs = 0;
    double writeMs = 0;
    qint64 mails = 0;
    qint64 textBytes = 0;
};

void insertRow(QSqlQuery &insert, qint64 id, const CorpusMail &mail)
{
    const qint64 key = (mail.createdAt << 30) | id;
    const QList<QVariant> values{ id,
                                  id,
                                  mail.createdAt,
                                  mail.size,
                                  int(mail.isRead),
                                  int(mail.isStarred),
                                  int(mail.hasAttachment),
                                  key,
                                  key,
                                  normalizedKey(mail.fromName),
                                  normalizedKey(mail.subject),
                                  mail.from,
                                  mail.fromName,
                                  mail.toJson,
                                  mail.subject };
    for (int i = 0; i < values.size(); ++i)
        insert.bindValue(i, values[i]);
    run(insert);
}

// List rows first, without being timed; then the full text as the service does it.
void addBatch(Bench &bench, const QList<CorpusMail> &batch, qint64 firstId)
{
    QSqlQuery insert(bench.connection->handle());
    insert.prepare(
        u"INSERT INTO mails (account_id, folder_id, listing, stored_at, is_html, server_flags, "
        "body_state, search_state, message_id, cc_json, summary, id, uid, created_at, size, "
        "is_read, "
        "is_starred, has_attachment, sort_key, sent_key, from_key, subject_key, from_addr, "
        "from_name, to_json, subject) VALUES (1, 1, 2, 0, 0, 0, 1, 1, '', '[]', '', ?, ?, ?, ?, ?, "
        "?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"_s);
    {
        Transaction tx(*bench.session);
        for (qsizetype i = 0; i < batch.size(); ++i)
            insertRow(insert, firstId + i, batch[i]);
        must(tx.commit());
    }

    QElapsedTimer timer;
    timer.start();
    QList<PreparedSearchWork> prepared;
    for (qsizetype i = 0; i < batch.size(); ++i) {
        const CorpusMail &mail = batch[i];
        bench.textBytes += mail.body.size();
        prepared.append(prepareSearchWork(
            firstId + i, 1, { mail.fromName + u' ' + mail.from, mail.subject, mail.body }));
    }
    bench.normaliseMs += milliseconds(timer);
    timer.restart();
    Transaction tx(*bench.session);
    must(storeSearchWork(*bench.session, prepared));
    must(tx.commit());
    bench.writeMs += milliseconds(timer);
    bench.mails += batch.size();
}

void fill(Bench &bench, const QString &corpus, int copies)
{
    for (int copy = 0; copy < copies; ++copy) {
        CorpusReader reader(corpus);
        QList<CorpusMail> batch;
        while (std::optional<CorpusMail> mail = reader.next()) {
            mail->createdAt += qint64(copy) * 3 * 366 * 86400;
            batch.append(*mail);
            if (batch.size() == searchBatchSize) {
                addBatch(bench, batch, bench.mails + 1);
                batch.clear();
            }
        }
        addBatch(bench, batch, bench.mails + 1);
    }
    std::printf("%lld mails, %.0f million characters: normalising %.2f s, writing %.2f s\n",
                static_cast<long long>(bench.mails), double(bench.textBytes) / 1e6,
                bench.normaliseMs / 1000, bench.writeMs / 1000);
}

void search(Bench &bench, const char *name, const MailQuery &query)
{
    QList<double> times;
    SearchHits hits;
    for (int i = 0; i < runs; ++i) {
        QElapsedTimer timer;
        timer.start();
        hits = must(searchMails(*bench.session, query));
        times.append(milliseconds(timer));
    }
    std::ranges::sort(times);
    std::printf("%-34s %8.2f ms  %8lld hits\n", name, times[runs / 2],
                static_cast<long long>(hits.total));
}

void searchAll(Bench &bench)
{
    const auto with = [](const QString &keyword, const std::function<void(MailQuery &)> &change) {
        MailQuery query;
        query.keyword = keyword;
        if (change)
            change(query);
        return query;
    };
    const auto sortedBy = [](MailSort sort) {
        return [sort](MailQuery &q) {
            q.sort = sort;
        };
    };
    search(bench, "meeting", with(u"meeting"_s, {}));
    search(bench, "zyxquark", with(u"zyxquark"_s, {}));
    search(bench, "invoice quarterly", with(u"invoice quarterly"_s, {}));
    search(bench, "会议", with(u"会议"_s, {}));
    search(bench, "会议纪要", with(u"会议纪要"_s, {}));
    search(bench, "议", with(u"议"_s, {}));
    search(bench, "the", with(u"the"_s, {}));
    search(bench, "re (two letters)", with(u"re"_s, {}));
    search(bench, "con (beginning)", with(u"con"_s, {}));
    search(bench, "ann@example.com", with(u"ann@example.com"_s, {}));
    search(bench, "meeting, page 100", with(u"meeting"_s, [](MailQuery &q) { q.page = 100; }));
    search(bench, "meeting, oldest first",
           with(u"meeting"_s, [](MailQuery &q) { q.descending = false; }));
    search(bench, "meeting, account", with(u"meeting"_s, [](MailQuery &q) { q.accountId = 1; }));
    search(bench, "meeting, unread", with(u"meeting"_s, [](MailQuery &q) { q.isRead = false; }));
    search(bench, "meeting, starred", with(u"meeting"_s, [](MailQuery &q) { q.isStarred = true; }));
    search(bench, "meeting, by subject", with(u"meeting"_s, sortedBy(MailSort::Subject)));
    search(bench, "meeting, by size", with(u"meeting"_s, sortedBy(MailSort::Size)));
    search(bench, "zyxquark, by subject", with(u"zyxquark"_s, sortedBy(MailSort::Subject)));
}

void openDatabase(Bench &bench, const QString &file)
{
    bench.connection = must(Connection::open(file, Connection::Kind::Writer));
    bench.session = std::make_unique<Session>(bench.connection->handle(), bench.clock);
    must(migrate(*bench.session, migrations()));
    must(prepareSearch(*bench.session));
    must(bench.session->execute(u"PRAGMA foreign_keys=OFF"_s));
}

void addAccount(Bench &bench)
{
    must(bench.session->execute(
        u"INSERT INTO accounts SELECT 1, 'u', 1, '', '', 'h', 993, '', '', '', '', '', 0, '', '', "
        "'', '', '', 0, '[]', 0, '', '', 0, '', '', 0, 'active', '', '', NULL, 0, 0, 0, 0, 0, 0, "
        "0, "
        "NULL"_s));
    must(bench.session->execute(
        u"INSERT INTO folders (id, account_id, path, role) VALUES (1, 1, 'INBOX', '')"_s));
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    const QStringList arguments = application.arguments();
    if (arguments.size() < 3)
        qFatal("usage: bench_search CORPUS DATABASE [COPIES]");
    const bool isNew = !QFileInfo::exists(arguments[2]);
    Bench bench;
    openDatabase(bench, arguments[2]);
    if (isNew) {
        addAccount(bench);
        fill(bench, arguments[1], arguments.size() > 3 ? arguments[3].toInt() : 1);
        std::printf("database %.0f MB\n", double(QFileInfo(arguments[2]).size()) / 1e6);
    }
    bench.session.reset();
    bench.connection = must(Connection::open(arguments[2], Connection::Kind::Reader));
    bench.session = std::make_unique<Session>(bench.connection->handle(), bench.clock);
    searchAll(bench);
    return 0;
}
