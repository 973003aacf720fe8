// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/sql/libpq.h"

#include "store/sql/functionlookup.h"

#include <QLibrary>
#include <QSqlDriver>
#include <QtEndian>

#include <vector>

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

/** The functions of results: https://www.postgresql.org/docs/current/libpq-exec.html */
struct ResultFunctions {
    void *(*prepare)(void *connection, const char *name, const char *sql, int, const void *);
    int (*send)(void *connection, const char *name, int count, const char *const *values,
                const int *lengths, const int *formats, int resultFormat);
    int (*rowByRow)(void *connection);
    void *(*next)(void *connection);
    int (*status)(const void *result);
    char *(*errorField)(const void *result, int field);
    char *(*errorMessage)(const void *connection);
    int (*columns)(const void *result);
    char *(*name)(const void *result, int column);
    unsigned (*type)(const void *result, int column);
    int (*isNull)(const void *result, int row, int column);
    char *(*value)(const void *result, int row, int column);
    int (*length)(const void *result, int row, int column);
    char *(*affected)(void *result);
    void (*clear)(void *result);
    bool isComplete = false;
};

const ResultFunctions &results()
{
    static const ResultFunctions all = [] {
        ResultFunctions found;
        FunctionLookup library([](const char *name) { return resolve<QFunctionPointer>(name); });
        library.find(found.prepare, "PQprepare");
        library.find(found.send, "PQsendQueryPrepared");
        library.find(found.rowByRow, "PQsetSingleRowMode");
        library.find(found.next, "PQgetResult");
        library.find(found.status, "PQresultStatus");
        library.find(found.errorField, "PQresultErrorField");
        library.find(found.errorMessage, "PQerrorMessage");
        library.find(found.columns, "PQnfields");
        library.find(found.name, "PQfname");
        library.find(found.type, "PQftype");
        library.find(found.isNull, "PQgetisnull");
        library.find(found.value, "PQgetvalue");
        library.find(found.length, "PQgetlength");
        library.find(found.affected, "PQcmdTuples");
        library.find(found.clear, "PQclear");
        found.isComplete = library.isComplete();
        return found;
    }();
    return all;
}

// Enumerators and macros of the library's headers.
constexpr int commandOk = 1;
constexpr int tuplesOk = 2;
constexpr int singleTuple = 9;
constexpr int binaryFormat = 1;
constexpr int fieldSqlState = 'C';
constexpr int fieldSeverity = 'V'; // never translated
constexpr int fieldPrimary = 'M';

/** Types of columns: pg_type.dat of the server. */
enum Type : unsigned { Boolean = 16, Bytea = 17, Bigint = 20, Smallint = 21, Integer = 23 };

// https://doc.qt.io/qt-6/qsqldriver.html#handle: a PGconn * for the driver QPSQL. PGconn is a typedef; which
// of the two names the type has depends on Qt's version.
void *connectionOf(const QSqlDriver &driver)
{
    const QVariant handle = driver.handle();
    const QByteArrayView type = handle.typeName();
    if (type != "pg_conn*" && type != "PGconn*")
        return nullptr;
    return *static_cast<void *const *>(handle.constData());
}

int ask(Asked function, const QSqlDatabase &database)
{
    const void *const connection = function ? connectionOf(*database.driver()) : nullptr;
    return connection ? function(connection) : -1;
}

QSqlError errorOf(void *connection, const void *result)
{
    const ResultFunctions &pq = results();
    if (!result)
        return { QString(), QString::fromUtf8(pq.errorMessage(connection)).trimmed(),
                 QSqlError::ConnectionError };
    const auto field = [&](int which) {
        return QString::fromUtf8(pq.errorField(result, which));
    };
    const QString message = field(fieldPrimary);
    // Written as QtSql has it: severity, text.
    return { QString(),
             message.isEmpty() ? QString::fromUtf8(pq.errorMessage(connection)).trimmed()
                               : field(fieldSeverity) + u":  "_s + message,
             QSqlError::StatementError, field(fieldSqlState) };
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
    if (void *const connection = function ? connectionOf(*database.driver()) : nullptr)
        function(
            connection, [](void *, const char *) {}, nullptr);
}

BinaryResult::BinaryResult(void *connection, void *result) : m_result(result, results().clear)
{
    if (!isRow() && !isEnd())
        m_error = errorOf(connection, result);
}

int BinaryResult::status() const
{
    return m_result ? results().status(m_result.get()) : -1;
}

bool BinaryResult::isRow() const
{
    return status() == singleTuple;
}

bool BinaryResult::isEnd() const
{
    return status() == commandOk || status() == tuplesOk;
}

QList<QByteArray> BinaryResult::columns() const
{
    QList<QByteArray> names;
    const int count = m_result ? results().columns(m_result.get()) : 0;
    for (int column = 0; column < count; ++column)
        names.append(results().name(m_result.get(), column));
    return names;
}

QVariant BinaryResult::value(int column) const
{
    const ResultFunctions &pq = results();
    void *const result = m_result.get();
    if (pq.isNull(result, 0, column) != 0)
        return {};
    const char *const data = pq.value(result, 0, column);
    switch (pq.type(result, column)) {
    case Boolean:
        return *data != 0;
    case Smallint:
        return qint64(qFromBigEndian<qint16>(data));
    case Integer:
        return qint64(qFromBigEndian<qint32>(data));
    case Bigint:
        return qFromBigEndian<qint64>(data);
    case Bytea:
        return QByteArray(data, pq.length(result, 0, column));
    default:
        return QString::fromUtf8(data, pq.length(result, 0, column));
    }
}

qint64 BinaryResult::affected() const
{
    return m_result ? QByteArray(results().affected(m_result.get())).toLongLong() : -1;
}

bool hasBinary(const QSqlDriver &driver)
{
    return connectionOf(driver) && results().isComplete;
}

BinaryResult prepare(const QSqlDriver &driver, const QByteArray &name, const QByteArray &sql)
{
    discard(driver);
    void *const connection = connectionOf(driver);
    return { connection,
             results().prepare(connection, name.constData(), sql.constData(), 0, nullptr) };
}

BinaryResult execute(const QSqlDriver &driver, const QByteArray &name,
                     const QList<QVariant> &values)
{
    QList<QByteArray> texts;
    std::vector<int> formats;
    for (const QVariant &value : values) {
        const bool isBytes = value.metaType() == QMetaType::fromType<QByteArray>();
        texts.append(isBytes ? value.toByteArray() : value.toString().toUtf8());
        formats.push_back(isBytes ? binaryFormat : 0);
    }
    std::vector<const char *> data;
    std::vector<int> lengths;
    for (qsizetype i = 0; i < values.size(); ++i) {
        data.push_back(values[i].isValid() ? texts[i].constData() : nullptr);
        lengths.push_back(int(texts[i].size()));
    }
    discard(driver);
    void *const connection = connectionOf(driver);
    const ResultFunctions &pq = results();
    if (pq.send(connection, name.constData(), int(values.size()), data.data(), lengths.data(),
                formats.data(), binaryFormat)
        == 0)
        return { connection, nullptr };
    pq.rowByRow(connection);
    return next(driver);
}

BinaryResult next(const QSqlDriver &driver)
{
    void *const connection = connectionOf(driver);
    BinaryResult result(connection, results().next(connection));
    if (!result.isRow())
        discard(driver);
    return result;
}

void discard(const QSqlDriver &driver)
{
    void *const connection = connectionOf(driver);
    while (void *const result = results().next(connection))
        results().clear(result);
}

} // namespace Store::Libpq
