// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/clock.h"
#include "filler.h"
#include "store/lists/mailpage.h"
#include "store/sql/connection.h"
#include "store/sql/session.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <cstdio>
#include <functional>

/**
 * What storing, indexing and searching cost: bench_search MAILDIR DATABASE [COPIES]. MAILDIR is one
 * that the generator (tests/support/corpus) made; COPIES > 1 takes it that many times, shifted in
 * time. DATABASE is a file (if it exists, it is only searched) or the URL of an empty database. With COPIES 0 a
 * filled database is only searched.
 * Prints JSON; ./dev bench search makes a table of it.
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

/** The database that is searched, and the results. */
struct Bench {
    SystemClock clock;
    std::unique_ptr<Connection> connection;
    std::unique_ptr<Session> session;
    QJsonArray searches; ///< results
};

// Only the first copy has bodies, because searches do not read them.
QJsonObject fill(const QString &maildir, const DatabaseAddress &address, int copies)
{
    constexpr qint64 threeYears = qint64(3) * 366 * 86400;
    Filler filler(address);
    for (int copy = 0; copy < copies; ++copy)
        filler.add(maildir, copy * threeYears, copy == 0);
    filler.merge();
    const WriterCosts &costs = filler.costs();
    return { { u"mails"_s, costs.mails },     { u"rawBytes"_s, costs.rawBytes },
             { u"pool"_s, costs.preparing },  { u"rows"_s, costs.rows },
             { u"bodies"_s, costs.bodies },   { u"texts"_s, costs.texts },
             { u"merging"_s, costs.merging }, { u"fileBytes"_s, QFileInfo(address.file).size() } };
}

void search(Bench &bench, const QString &name, const MailQuery &query)
{
    QList<double> times;
    MailPage page;
    for (int i = 0; i < runs; ++i) {
        QElapsedTimer timer;
        timer.start();
        page = must(listMails(*bench.session, query));
        times.append(milliseconds(timer));
    }
    const double first = times.first();
    std::ranges::sort(times);
    bench.searches.append(QJsonObject{ { u"name"_s, name },
                                       { u"ms"_s, times[runs / 2] },
                                       { u"first"_s, first },
                                       { u"hits"_s, page.total } });
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
    const auto sortedBy = [](MailSort sort, bool descending) {
        return [=](MailQuery &q) {
            q.sort = sort;
            q.descending = descending;
        };
    };
    const auto keyword = [&](const QString &text) {
        search(bench, text, with(text, {}));
    };
    const auto common = [&](const QString &name, const std::function<void(MailQuery &)> &change) {
        search(bench, u"meeting, "_s + name, with(u"meeting"_s, change));
    };
    for (const QString &text :
         { u"meeting"_s, u"harbourmaster"_s, u"quincunx"_s, u"nobodyhasit"_s,
           u"invoice quarterly"_s, u"会议"_s, u"会议纪要"_s, u"议"_s, u"会"_s, u"the"_s, u"re"_s,
           u"con"_s, u"th"_s, u"me"_s, u"ann@example.com"_s })
        keyword(text);
    const auto typed = [&](const QString &text) {
        MailQuery query;
        query.search = text;
        search(bench, text, query);
    };
    for (const QString &text :
         { u"\"please find\""_s, u"\"of the\""_s, u"from:anna"_s, u"meeting -invoice"_s,
           u"meeting OR invoice"_s, u"meeting (is:unread OR is:starred)"_s, u"larger:1M"_s,
           u"is:starred"_s, u"filename:report"_s, u"to:anna has:attachment"_s })
        typed(text);
    common(u"page 100"_s, [](MailQuery &q) { q.page = 100; });
    common(u"oldest first"_s, [](MailQuery &q) { q.descending = false; });
    common(u"one account"_s, [](MailQuery &q) { q.accountId = 1; });
    common(u"unread"_s, [](MailQuery &q) { q.isRead = false; });
    common(u"starred"_s, [](MailQuery &q) { q.isStarred = true; });
    common(u"with attachment"_s, [](MailQuery &q) { q.hasAttachment = true; });
    common(u"by subject, Z first"_s, sortedBy(MailSort::Subject, true));
    common(u"by subject, A first"_s, sortedBy(MailSort::Subject, false));
    common(u"by size"_s, sortedBy(MailSort::Size, true));
    search(bench, u"harbourmaster, by subject"_s,
           with(u"harbourmaster"_s, sortedBy(MailSort::Subject, true)));
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    const QStringList arguments = application.arguments();
    if (arguments.size() < 3)
        qFatal("usage: bench_search MAILDIR DATABASE [COPIES]");
    const bool isUrl = arguments[2].contains(u"://"_s);
    const DatabaseAddress address =
        must(databaseAddress(isUrl ? arguments[2] : u"sqlite:"_s + arguments[2]));
    QJsonObject result;
    const int copies = arguments.size() > 3 ? arguments[3].toInt() : 1;
    if (copies > 0 && (isUrl || !QFileInfo::exists(arguments[2]))) {
        result[u"filling"_s] = fill(arguments[1], address, copies);
    }
    Bench bench;
    bench.connection = must(Connection::open(address, Connection::Kind::Reader));
    bench.session = std::make_unique<Session>(bench.connection->handle(), bench.clock);
    // As the service's readers do.
    bench.session->rememberUntilCommit();
    if (bench.session->dialect().costsRoundTrips())
        bench.session->rememberSegmentRows();
    searchAll(bench);
    result[u"searches"_s] = bench.searches;
    std::puts(QJsonDocument(result).toJson(QJsonDocument::Compact).constData());
    return 0;
}
