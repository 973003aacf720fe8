// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/sql/sqlitestatement.h"

#include <utility>

namespace Store {

namespace {

// Macros of the library's header.
constexpr int resultRow = 100;
constexpr int resultDone = 101;
constexpr int primaryCode = 0xff; // https://www.sqlite.org/rescode.html: the low byte
constexpr unsigned preparePersistent = 1;
enum ColumnType { Integer = 1, Float = 2, Text = 3, Blob = 4, Null = 5 };
// SQLITE_STATIC: the bytes stay where they are until another value is bound.
constexpr auto keptByCaller = nullptr;

} // namespace

SqliteStatement::SqliteStatement(const SqliteLibrary::Functions &functions, void *connection)
    : m_sqlite(functions), m_connection(connection)
{
}

SqliteStatement::~SqliteStatement()
{
    m_sqlite.finalize(m_statement);
}

bool SqliteStatement::prepare(const QString &sql)
{
    const QByteArray utf8 = sql.toUtf8();
    const char *rest = nullptr;
    if (const int code = m_sqlite.prepare(m_connection, utf8.constData(), int(utf8.size()),
                                          preparePersistent, &m_statement, &rest)) {
        note(code);
        return false;
    }
    Q_ASSERT_X(QByteArrayView(rest).trimmed().isEmpty(), "Store::SqliteStatement",
               "only the first statement of several would be executed");
    const int count = m_sqlite.parameterCount(m_statement);
    for (int number = 1; number <= count; ++number)
        m_names.append(QString::fromUtf8(m_sqlite.parameterName(m_statement, number)));
    m_bound.resize(std::size_t(count));
    return true;
}

void SqliteStatement::bind(const QString &placeholder, const QVariant &value)
{
    if (const qsizetype place = m_names.indexOf(placeholder); place >= 0)
        bind(int(place), value);
}

void SqliteStatement::bind(int place, const QVariant &value)
{
    if (place >= m_names.size())
        return;
    reset();
    const int number = place + 1;
    QByteArray &bytes = m_bound[std::size_t(place)];
    switch (value.typeId()) {
    case QMetaType::UnknownType:
        m_sqlite.bindNull(m_statement, number);
        break;
    case QMetaType::QByteArray:
        bytes = value.toByteArray();
        if (bytes.isNull())
            m_sqlite.bindNull(m_statement, number);
        else
            m_sqlite.bindBlob(m_statement, number, bytes.constData(), int(bytes.size()),
                              keptByCaller);
        break;
    case QMetaType::Bool:
    case QMetaType::Int:
    case QMetaType::UInt:
    case QMetaType::LongLong:
        m_sqlite.bindInt64(m_statement, number, value.toLongLong());
        break;
    case QMetaType::Double:
        m_sqlite.bindDouble(m_statement, number, value.toDouble());
        break;
    default:
        const QString text = value.toString();
        bytes = text.toUtf8();
        if (text.isNull())
            m_sqlite.bindNull(m_statement, number);
        else
            m_sqlite.bindText(m_statement, number, bytes.constData(), int(bytes.size()),
                              keptByCaller);
    }
}

bool SqliteStatement::exec()
{
    reset();
    m_error = {};
    m_isFirst = step();
    return !m_error.isValid();
}

bool SqliteStatement::next(bool)
{
    if (std::exchange(m_isFirst, false))
        return true;
    return m_isRow && step();
}

// Resets the statement at the end of its rows: an unfinished one keeps its snapshot.
bool SqliteStatement::step()
{
    const int code = m_sqlite.step(m_statement);
    m_isRow = code == resultRow;
    if (m_isRow)
        return true;
    if (code != resultDone)
        note(code);
    m_sqlite.reset(m_statement);
    return false;
}

void SqliteStatement::note(int code)
{
    // The connection has the code of its last error; a misuse of the library does not change it.
    const int extended = m_sqlite.extendedErrorCode(m_connection);
    const bool isSame = (extended & primaryCode) == (code & primaryCode);
    m_error = QSqlError(QString(), QString::fromUtf8(m_sqlite.errorMessage(m_connection)),
                        QSqlError::StatementError, QString::number(isSame ? extended : code));
}

bool SqliteStatement::isNull(int column) const
{
    return m_sqlite.columnType(m_statement, column) == Null;
}

qint64 SqliteStatement::number(int column) const
{
    return m_sqlite.columnType(m_statement, column) == Integer
        ? m_sqlite.columnInt64(m_statement, column)
        : value(column).toLongLong();
}

QByteArrayView SqliteStatement::view(int column) const
{
    const bool isBlob = m_sqlite.columnType(m_statement, column) == Blob;
    const void *const data = isBlob ? m_sqlite.columnBlob(m_statement, column)
                                    : m_sqlite.columnText(m_statement, column);
    return { static_cast<const char *>(data), m_sqlite.columnBytes(m_statement, column) };
}

QString SqliteStatement::text(int column) const
{
    return QString::fromUtf8(view(column));
}

QByteArray SqliteStatement::bytes(int column) const
{
    return view(column).toByteArray();
}

QByteArray SqliteStatement::borrowedBytes(int column) const
{
    const QByteArrayView bytes = view(column);
    return QByteArray::fromRawData(bytes.data(), bytes.size());
}

QVariant SqliteStatement::value(int column) const
{
    switch (m_sqlite.columnType(m_statement, column)) {
    case Integer:
        return QVariant::fromValue(m_sqlite.columnInt64(m_statement, column));
    case Float:
        return m_sqlite.columnDouble(m_statement, column);
    case Text:
        return text(column);
    case Blob:
        return bytes(column);
    default:
        return {};
    }
}

QList<QByteArray> SqliteStatement::columns()
{
    QList<QByteArray> names;
    for (int column = 0; column < m_sqlite.columnCount(m_statement); ++column)
        names.append(m_sqlite.columnName(m_statement, column));
    return names;
}

qint64 SqliteStatement::affected() const
{
    return m_sqlite.changes(m_connection);
}

void SqliteStatement::finish(bool)
{
    reset();
}

void SqliteStatement::reset()
{
    if (!m_isRow)
        return;
    m_sqlite.reset(m_statement);
    m_isRow = m_isFirst = false;
}

void SqliteStatement::forgetValues()
{
    if (!m_statement) // it could not be prepared
        return;
    m_sqlite.clearBindings(m_statement);
    for (QByteArray &bytes : m_bound)
        bytes.clear();
}

} // namespace Store
