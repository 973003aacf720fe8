// SPDX-License-Identifier: GPL-3.0-or-later
// Copies from SQLite to the engine under test, and back.
#include "store/copy/copyreader.h"
#include "store/copy/databasecopy.h"
#include "store/db/migrate.h"
#include "store/lists/searchmails.h"
#include "store/mail/bodies.h"
#include "storefixture.h"
#include "support/testserver.h"

#include <QSqlError>
#include <QSqlQuery>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Store;

class TestDatabaseCopy : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void oddValuesArriveAsTheyAre();
    void zeroCharacterBecomesItsReplacement();
    void moreRowsThanABatch();
    void rowsLargerThanABatch();
    void goesOnBehindWhatIsThere();
    void beginsAgainWhereTheSourceHasChanged();
    void tellsACopyThatIsWrong();
    void nextIdsGoOn();
};

namespace {

SearchFields textOf(const QByteArray &raw)
{
    return { {}, {}, QString::fromUtf8(raw) };
}

/** A database that the test reads and changes between two copies. */
class End
{
public:
    explicit End(const DatabaseAddress &address) : m_address(address) { }

    static DatabaseAddress file(const QTemporaryDir &dir, const QString &name)
    {
        DatabaseAddress address;
        address.file = dir.filePath(name);
        address.shown = u"sqlite:"_s + address.file;
        return address;
    }

    const DatabaseAddress &address() const { return m_address; }

    template<typename F>
    auto with(F work) const
    {
        const auto connection = must(Connection::open(m_address, Connection::Kind::Writer));
        const StillClock clock;
        Session session(connection->handle(), clock);
        return work(session);
    }

    void make() const
    {
        with([](Session &session) { must(migrate(session)); });
    }

    void run(const QString &sql, const QVariantList &values = {}) const
    {
        const auto connection = must(Connection::open(m_address, Connection::Kind::Writer));
        QSqlQuery query(connection->handle());
        query.prepare(sql);
        for (const QVariant &value : values)
            query.addBindValue(value);
        if (!query.exec())
            qFatal("%s: %s", qPrintable(sql), qPrintable(query.lastError().text()));
    }

    /// All rows of a table.
    QList<CopyRow> rows(const char *name) const
    {
        return with([name](Session &session) {
            const auto table = std::ranges::find_if(
                copyTables(), [name](const CopyTable &t) { return qstrcmp(t.name, name) == 0; });
            CopyReader reader(session, must(copyPlan(session, *table)));
            QList<CopyRow> all;
            for (QList<CopyRow> some; !(some = must(reader.next())).isEmpty();)
                all += some;
            return all;
        });
    }

private:
    DatabaseAddress m_address;
};

/** A new SQLite file, a new database of the engine under test, and one more file. */
struct Ends {
    QTemporaryDir dir;
    End first{ End::file(dir, u"first.db"_s) };
    End middle{ TestServer::newAddress(dir.filePath(u"middle.db"_s)) };
    End last{ End::file(dir, u"last.db"_s) };
    QStringList said;

    Ends() { first.make(); }

    Result<void> copy(const End &from, const End &to)
    {
        return copyDatabase({ from.address(), to.address(), textOf, [this](const QString &line) {
                                 said.append(line);
                             } });
    }
    void copyAll()
    {
        must(copy(first, middle));
        must(copy(middle, last));
    }
};

const QString insertSetting = u"INSERT INTO settings (user_id, name, value) VALUES (?, ?, ?)"_s;
const QString insertSecret = u"INSERT INTO secrets (ref, sealed) VALUES (?, ?)"_s;

QByteArray allBytes()
{
    QByteArray bytes;
    for (int i = 0; i < 256; ++i)
        bytes.append(char(i));
    return bytes;
}

} // namespace

void TestDatabaseCopy::oddValuesArriveAsTheyAre()
{
    Ends ends;
    const QStringList texts = {
        u""_s,
        u" "_s,
        u"\\x41 \\\\ '' \"\" %1 :a $1 ? NULL"_s,
        u"\t\r\n\x01\x7f"_s,
        u"Grüße"_s,
        u"会议纪要"_s,
        u"\U0001F600\u0301\uFFFD"_s,
        u"{\"a\":[null,1]}"_s,
        u"A"_s,
        u"a"_s,
        u"Z"_s,
        u"ä"_s,
        u"\\.\\N"_s,
        u"'); DROP TABLE users; --"_s,
    };
    qint64 user = std::numeric_limits<qint64>::min();
    for (const QString &text : texts) {
        ends.first.run(insertSetting, { user, text, text });
        user = user < 0 ? 0 : std::numeric_limits<qint64>::max();
        ends.first.run(insertSecret, { u"ref "_s + text, text.toUtf8() + allBytes() });
    }
    ends.first.run(insertSecret, { u"none"_s, QByteArray("") });
    ends.copyAll();
    for (const char *table : { "settings", "secrets" }) {
        QCOMPARE(ends.middle.rows(table), ends.first.rows(table));
        QCOMPARE(ends.last.rows(table), ends.first.rows(table));
    }
    QCOMPARE(ends.last.rows("settings").size(), texts.size());
}

void TestDatabaseCopy::zeroCharacterBecomesItsReplacement()
{
    Ends ends;
    ends.first.run(u"INSERT INTO settings (user_id, name, value) "
                   "VALUES (0, 'old', 'a' || char(0) || 'b')"_s);
    ends.copyAll();
    const QList<CopyRow> wanted = { { u"old"_s, qint64(0), u"a\uFFFDb"_s } };
    QCOMPARE(ends.middle.rows("settings"), wanted);
    QCOMPARE(ends.last.rows("settings"), wanted);
}

void TestDatabaseCopy::moreRowsThanABatch()
{
    Ends ends;
    ends.first.run(u"INSERT INTO settings (user_id, name, value) "
                   "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4001) "
                   "SELECT i % 7, 'name ' || i, 'value' FROM n"_s);
    ends.copyAll();
    QCOMPARE(ends.first.rows("settings").size(), 4001);
    QCOMPARE(ends.last.rows("settings"), ends.first.rows("settings"));
}

void TestDatabaseCopy::rowsLargerThanABatch()
{
    Ends ends;
    ends.first.run(u"INSERT INTO users VALUES (1, 'u', 'a', 'a', 'user', '', 0, 0, 0)"_s);
    for (int i = 0; i < 4; ++i) {
        const QByteArray piece((5 << 20) * (i == 1 ? 3 : 1), char('a' + i));
        ends.first.run(u"INSERT INTO idempotency_keys VALUES (1, ?, x'00', 0, 0, ?, 0)"_s,
                       { u"key %1"_s.arg(i), piece });
    }
    ends.copyAll();
    QCOMPARE(ends.last.rows("idempotency_keys"), ends.first.rows("idempotency_keys"));
}

// The test itself makes what a killed command leaves: some rows, and the note about their table.
void TestDatabaseCopy::goesOnBehindWhatIsThere()
{
    Ends ends;
    for (int i = 0; i < 10; ++i)
        ends.first.run(insertSetting, { i, u"name"_s, u"value"_s });
    ends.middle.make();
    CopyDigest digest;
    for (const CopyRow &row : ends.first.rows("settings").first(4)) {
        ends.middle.run(insertSetting, { row[1], row[0], row[2] });
        digest.add(row);
    }
    ends.middle.run(u"INSERT INTO copied_tables (name, n, digest, is_whole) VALUES (?, ?, ?, 0)"_s,
                    { u"settings"_s, 4, digest.value() });
    ends.middle.run(u"DELETE FROM event_counter"_s);
    ends.copyAll();
    QVERIFY(ends.said.contains(u"Continuing a copy that has 4 rows."_s));
    QCOMPARE(ends.last.rows("settings"), ends.first.rows("settings"));
}

void TestDatabaseCopy::beginsAgainWhereTheSourceHasChanged()
{
    Ends ends;
    ends.first.run(insertSetting, { 1, u"name"_s, u"value"_s });
    ends.middle.make();
    ends.middle.run(insertSetting, { 2, u"of a source"_s, u"as it was"_s });
    ends.middle.run(u"INSERT INTO copied_tables (name, n, digest, is_whole) VALUES (?, 1, ?, 1)"_s,
                    { u"settings"_s, QByteArray(32, 'x') });
    ends.copyAll();
    QVERIFY(ends.said.first().endsWith(
        u"has changed since the copy began: the copy starts from the beginning."));
    QCOMPARE(ends.last.rows("settings"), ends.first.rows("settings"));
}

// The copy was changed while it was made, by a person or by an error of ours.
void TestDatabaseCopy::tellsACopyThatIsWrong()
{
    Ends ends;
    ends.first.run(insertSetting, { 1, u"name"_s, u"value"_s });
    ends.middle.make();
    ends.middle.run(insertSetting, { 1, u"name"_s, u"another"_s });
    CopyDigest digest;
    digest.add(ends.first.rows("settings").first());
    ends.middle.run(u"INSERT INTO copied_tables (name, n, digest, is_whole) VALUES (?, 1, ?, 1)"_s,
                    { u"settings"_s, digest.value() });
    ends.middle.run(u"DELETE FROM event_counter"_s);
    const Result<void> copied = ends.copy(ends.first, ends.middle);
    QVERIFY(!copied);
    QVERIFY(copied.error().message.startsWith(u"The rows of the table settings differ between "));
    QVERIFY(!ends.copy(ends.middle, ends.last)); // a wrong copy must not be used
}

void TestDatabaseCopy::nextIdsGoOn()
{
    Ends ends;
    for (int i = 0; i < 3; ++i)
        ends.first.run(
            u"INSERT INTO users (uuid, username, username_key, role, password_hash,"
            " token_version, created_at, updated_at) VALUES (?, ?, ?, 'user', '', 0, 0, 0)"_s,
            { i, i, i });
    ends.first.run(u"DELETE FROM users WHERE id = 3"_s);
    ends.copyAll();
    for (const End *end : { &ends.middle, &ends.last }) {
        end->run(u"INSERT INTO users (uuid, username, username_key, role, password_hash,"
                 " token_version, created_at, updated_at)"
                 " VALUES ('x', 'x', 'x', 'user', '', 0, 0, 0)"_s);
        QCOMPARE(end->rows("users").last()[1], QVariant(qint64(4))); // columns are sorted by name
    }
}

QTEST_GUILESS_MAIN(TestDatabaseCopy)
#include "tst_databasecopy.moc"
