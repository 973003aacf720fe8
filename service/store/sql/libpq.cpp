// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/sql/libpq.h"

#include <QLibrary>
#include <QSqlDriver>
#include <QVariant>

using namespace Qt::StringLiterals;

namespace Store::Libpq {

namespace {

// int PQsocket(const PGconn *), int PQbackendPID(const PGconn *)
using Asked = int (*)(const void *);
// PQnoticeProcessor PQsetNoticeProcessor(PGconn *, PQnoticeProcessor, void *)
using NoticeProcessor = void (*)(void *, const char *);
using NoticesSet = NoticeProcessor (*)(void *, NoticeProcessor, void *);

template<typename Function>
Function resolve(const char *name)
{
    QLibrary library(u"pq"_s, 5);
    return reinterpret_cast<Function>(library.resolve(name));
}

// https://doc.qt.io/qt-6/qsqldriver.html#handle: a PGconn * for the driver QPSQL. PGconn is a typedef; which
// of the two names the type has depends on Qt's version.
void *connectionOf(const QSqlDatabase &database)
{
    const QVariant handle = database.driver()->handle();
    const QByteArrayView type = handle.typeName();
    if (type != "pg_conn*" && type != "PGconn*")
        return nullptr;
    return *static_cast<void *const *>(handle.constData());
}

int ask(Asked function, const QSqlDatabase &database)
{
    const void *const connection = function ? connectionOf(database) : nullptr;
    return connection ? function(connection) : -1;
}

} // namespace

int socketOf(const QSqlDatabase &database)
{
    static const Asked function = resolve<Asked>("PQsocket");
    return ask(function, database);
}

std::optional<int> processOf(const QSqlDatabase &database)
{
    static const Asked function = resolve<Asked>("PQbackendPID");
    const int process = ask(function, database);
    return process > 0 ? std::optional(process) : std::nullopt;
}

void silence(const QSqlDatabase &database)
{
    static const auto function = resolve<NoticesSet>("PQsetNoticeProcessor");
    if (void *const connection = function ? connectionOf(database) : nullptr)
        function(
            connection, [](void *, const char *) {}, nullptr);
}

} // namespace Store::Libpq
