// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/nodes/ratecounts.h"

#include "store/sql/columns.h"
#include "store/sql/session.h"

using namespace Qt::StringLiterals;

namespace Store {

namespace {

const Columns<LoginCounts> countColumns{
    { "is_admitted", &LoginCounts::isAdmitted },
    { "tries", &LoginCounts::tries },
    { "name_wait_ms", &LoginCounts::nameWaitMs },
    { "address_wait_ms", &LoginCounts::addressWaitMs },
};

QString arrayOf(const QList<qint64> &numbers)
{
    QStringList texts;
    for (const qint64 number : numbers)
        texts.append(QString::number(number));
    return u'{' + texts.join(u',') + u'}';
}

} // namespace

Result<LoginCounts> countLogin(Session &session, const LoginTry &login)
{
    Query query = session.query("rate_counts_login");
    query.bind(u":name"_s, login.nameKey).bind(u":address"_s, login.addressKey);
    query.bind(u":waits"_s, arrayOf(login.waits)).bind(u":most"_s, login.perAddressSpan);
    query.bind(u":span"_s, qint64(login.addressSpan.count()));
    query.bind(u":memory"_s, qint64(login.memory.count()));
    const auto counts = query.readFirst(countColumns);
    RETURN_IF_ERROR(counts);
    return counts->value_or(LoginCounts());
}

Result<void> forgetLogins(Session &session, const QByteArray &nameKey)
{
    return session.query("rate_counts_forget").bind(u":key"_s, nameKey).run();
}

Result<std::chrono::milliseconds> countCall(Session &session, const QByteArray &key, CallRate rate)
{
    Query query = session.query("rate_counts_take");
    query.bind(u":key"_s, key).bind(u":calls"_s, rate.calls);
    const Result<qint64> waitMs = query.bind(u":seconds"_s, qint64(rate.span.count())).readNumber();
    RETURN_IF_ERROR(waitMs);
    return std::chrono::milliseconds(*waitMs);
}

Result<void> pruneRateCounts(Session &session, qint64 most)
{
    if (!session.dialect().isSharedByProcesses())
        return {};
    return session.query("rate_counts_prune").bind(u":most"_s, most).run();
}

} // namespace Store
