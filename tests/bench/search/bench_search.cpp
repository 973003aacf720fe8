// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/clock.h"
#include "filler.h"
#include "store/connection.h"
#include "store/searchmails.h"
#include "store/session.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFileInfo>

#include <algorithm>
#include <cstdio>
#include <functional>

/**
 * What storing, indexing and searching cost: bench_search MAILDIR DATABASE [COPIES]. MAILDIR is one
 * that the generator (tests/support/corpus) made; COPIES > 1 takes it that many times, shifted in
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

/** What the questions are asked of. */
struct Bench {
    SystemClock clock;
    std::unique_ptr<Connection> connection;
    std::unique_ptr<Session> session;
};

// Copies but for the first have no bodies: a search does not look at them.
void fill(const QString &maildir, const QString &file, int copies)
{
    constexpr qint64 threeYears = qint64(3) * 366 * 86400;
    Filler filler(file);
    for (int copy = 0; copy < copies; ++copy)
        filler.add(maildir, copy * threeYears, copy == 0);
    filler.merge();
    const WriterCosts &costs = filler.costs();
    const auto line = [&costs](const char *name, double seconds) {
        std::printf("%-34s %8.2f s   %8.0f us a mail\n", name, seconds,
                    seconds * 1e6 / double(costs.mails));
    };
    std::printf("%lld mails, %.0f MB\n", static_cast<long long>(costs.mails),
                double(costs.rawBytes) / 1e6);
    line("pool: parse, compress, normalise", costs.preparing);
    line("writer: list rows", costs.rows);
    line("writer: bodies", costs.bodies);
    line("writer: full text", costs.texts);
    line("writer, afterwards: merging", costs.merging);
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

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    const QStringList arguments = application.arguments();
    if (arguments.size() < 3)
        qFatal("usage: bench_search MAILDIR DATABASE [COPIES]");
    if (!QFileInfo::exists(arguments[2])) {
        fill(arguments[1], arguments[2], arguments.size() > 3 ? arguments[3].toInt() : 1);
        std::printf("database %.0f MB\n", double(QFileInfo(arguments[2]).size()) / 1e6);
    }
    Bench bench;
    bench.connection = must(Connection::open(arguments[2], Connection::Kind::Reader));
    bench.session = std::make_unique<Session>(bench.connection->handle(), bench.clock);
    searchAll(bench);
    return 0;
}
