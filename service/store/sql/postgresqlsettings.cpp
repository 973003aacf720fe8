// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/sql/postgresqlsettings.h"

#include "store/sql/timelimits.h"

#include <chrono>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

QString setTo(const QString &name, std::chrono::milliseconds value)
{
    return u"SET %1 TO %2"_s.arg(name).arg(value.count());
}

// A Holder, a command that has the database for itself, keeps one transaction open at the source while it
// works at the target, and its statements may take hours.
QStringList timeLimits(Connection::Kind kind)
{
    using namespace TimeLimits;
    constexpr milliseconds none(0);
    milliseconds statement = writerStatement;
    milliseconds idle = writerIdle;
    switch (kind) {
    case Connection::Kind::Writer:
        break;
    case Connection::Kind::Reader:
        statement = readerStatement;
        idle = readerIdle;
        break;
    case Connection::Kind::Indexer:
        statement = indexerStatement;
        idle = indexerIdle;
        break;
    case Connection::Kind::Coordinator: // its transactions lock leases that others wait for
        statement = readerStatement;
        break;
    case Connection::Kind::Holder:
        statement = longWork;
        idle = none;
        break;
    }
    return { setTo(u"lock_timeout"_s, lock), setTo(u"statement_timeout"_s, statement),
             setTo(u"idle_in_transaction_session_timeout"_s, idle) };
}

} // namespace

QStringList postgresqlSettings(Connection::Kind kind)
{
    QStringList settings = {
        u"SET client_min_messages TO error"_s, // libpq writes notices to stderr
        u"SET standard_conforming_strings TO on"_s,
        u"SET jit TO off"_s, // compiling takes longer than any of our statements
        // Starting parallel workers takes 5 ms, and other requests need the processors.
        u"SET max_parallel_workers_per_gather TO 0"_s,
        // The best plan of our statements does not depend on their values, and planning takes longer
        // than most of them.
        u"SET plan_cache_mode TO force_generic_plan"_s,
        // Each statement has its index. Without statistics PostgreSQL would treat all tables as small.
        u"SET enable_seqscan TO off"_s,
        u"SET work_mem TO '32MB'"_s,
        // A committed transaction survives a power cut.
        u"SET synchronous_commit TO on"_s,
    };
    settings += timeLimits(kind);
    if (kind == Connection::Kind::Reader)
        settings.append(u"SET default_transaction_read_only TO on"_s);
    if (kind == Connection::Kind::Indexer)
        settings.append(u"SET work_mem TO '128MB'"_s);
    return settings;
}

QStringList postgresqlSettingsOfTransaction()
{
    QStringList settings = postgresqlSettings(Connection::Kind::Reader);
    // Qt's driver quotes backslashes by the value that the session had when it was opened.
    settings.removeIf(
        [](const QString &one) { return one.contains(u"standard_conforming_strings"); });
    // The transaction is read-only already, and each of its statements is planned with its values.
    settings.removeIf(
        [](const QString &one) { return one.contains(u"default_transaction_read_only"); });
    settings.removeIf([](const QString &one) { return one.contains(u"plan_cache_mode"); });
    return settings.replaceInStrings(u"SET "_s, u"SET LOCAL "_s);
}

QStringList optionalPostgresqlSettings()
{
    using namespace TimeLimits;
    const auto seconds = [](auto value) {
        return QString::number(value.count());
    };
    QStringList settings = {
        // These have no effect on a socket file.
        u"SET tcp_keepalives_idle TO "_s + seconds(keepaliveIdle),
        u"SET tcp_keepalives_interval TO "_s + seconds(keepaliveInterval),
        u"SET tcp_keepalives_count TO %1"_s.arg(keepaliveCount),
        setTo(u"tcp_user_timeout"_s, tcpUser),
        setTo(u"client_connection_check_interval"_s, clientCheck), // exists since 14
    };
    return settings;
}

} // namespace Store
