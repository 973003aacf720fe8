// SPDX-License-Identifier: GPL-3.0-or-later
// The statements of resources/sql, on both engines.
#include "store/sql/sqltext.h"
#include "storefixture.h"

#include <QDir>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Store;

namespace {

/// Heads of sections as in the files: the name, and the engine if one is named.
QStringList heads()
{
    static const QRegularExpression head(u"^-- name: (.+)$"_s, QRegularExpression::MultilineOption);
    QStringList found;
    for (const QString &name : QDir(u":/sql"_s).entryList({ u"*.sql"_s }, QDir::Files)) {
        QFile file(u":/sql/"_s + name);
        if (!file.open(QIODevice::ReadOnly))
            qFatal("%s cannot be read", qPrintable(name));
        const QString text = QString::fromUtf8(file.readAll());
        for (const QRegularExpressionMatch &match : head.globalMatch(text))
            found.append(match.captured(1));
    }
    return found;
}

QString nameOf(const QString &head)
{
    return head.section(u' ', 0, 0);
}

} // namespace

class TestSqlText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void engineReadsEachSection_data();
    void engineReadsEachSection();
    void nameStandsOnceForEachEngine();
    void unknownNameHasNoText();
    void commentsAreLeftOut();
    void listsOfColumnsAreIncluded();
    void kindOfAMigrationIsRead_data();
    void kindOfAMigrationIsRead();
    void everyNewMigrationHasTheSameKindOnBothEngines();

private:
    StoreFixture m_fixture;
};

void TestSqlText::engineReadsEachSection_data()
{
    QTest::addColumn<QByteArray>("name");
    QStringList names;
    for (const QString &head : heads())
        names.append(nameOf(head));
    names.removeDuplicates();
    for (const QString &name : names) {
        const QByteArray bytes = name.toLatin1();
        // PostgreSQL prepares no statement that changes the schema.
        const QByteArray text = sqlText(m_fixture.session().engine(), bytes);
        if (!text.isEmpty() && !text.startsWith("CREATE") && !text.startsWith("DROP"))
            QTest::newRow(bytes.constData()) << bytes;
    }
}

void TestSqlText::engineReadsEachSection()
{
    QFETCH(const QByteArray, name);
    const Query query = m_fixture.session().query(name.constData());
    QVERIFY2(!query.failed(), qPrintable(query.failed() ? query.error().message : QString()));
}

void TestSqlText::nameStandsOnceForEachEngine()
{
    QStringList seen;
    for (const QString &head : heads()) {
        const QString name = nameOf(head);
        const QStringList engines = head == name ? QStringList{ u"[sqlite]"_s, u"[postgresql]"_s }
                                                 : QStringList{ head.section(u' ', 1) };
        for (const QString &engine : engines) {
            QVERIFY2(engine == u"[sqlite]"_s || engine == u"[postgresql]"_s, qPrintable(head));
            QVERIFY2(!seen.contains(name + engine), qPrintable(head));
            seen.append(name + engine);
        }
    }
    QVERIFY(!seen.isEmpty());
}

void TestSqlText::unknownNameHasNoText()
{
    QCOMPARE(sqlText(Engine::Sqlite, "nothing"), QByteArray());
    QCOMPARE(sqlText(Engine::Sqlite, "mails_first"), QByteArray()); // only PostgreSQL has it
    QVERIFY(!sqlText(Engine::Postgresql, "mails_first").isEmpty());
}

void TestSqlText::commentsAreLeftOut()
{
    for (const Engine engine : { Engine::Sqlite, Engine::Postgresql }) {
        const QByteArray text = sqlText(engine, "mails_page");
        QVERIFY(text.startsWith("SELECT m.id"));
        QVERIFY(!text.contains("--"));
    }
}

void TestSqlText::listsOfColumnsAreIncluded()
{
    for (const Engine engine : { Engine::Sqlite, Engine::Postgresql }) {
        for (const QString &head : heads())
            QVERIFY2(!sqlText(engine, nameOf(head).toLatin1()).contains("columns:"),
                     qPrintable(head));
        const QByteArray all = sqlText(engine, "accounts_all");
        QVERIFY(all.startsWith("SELECT id, uuid, owner_id,"));
        QVERIFY(all.contains("oauth_provider\nFROM accounts"));
        QVERIFY(sqlText(engine, "webhooks_claim").trimmed().endsWith("updated_at;"));
    }
    QVERIFY(sqlText(Engine::Sqlite, "mails_alike").contains("m.server_flags,\n"));
}

void TestSqlText::kindOfAMigrationIsRead_data()
{
    QTest::addColumn<QString>("script");
    QTest::addColumn<int>("compatibleFrom"); // -1: a contraction
    QTest::newRow("expand") << u"-- SPDX\n-- kind: expand\nCREATE"_s << 0;
    QTest::newRow("contract") << u"-- SPDX\n-- kind: contract\nDROP"_s << -1;
    QTest::newRow("contract after a step") << u"-- kind: contract after 40\nDROP"_s << 40;
    QTest::newRow("nothing") << u"-- SPDX\nDROP"_s << -1;
    QTest::newRow("something else") << u"-- kind: expanding\nDROP"_s << -1;
    QTest::newRow("in a line") << u"DROP -- kind: expand"_s << -1;
}

void TestSqlText::kindOfAMigrationIsRead()
{
    QFETCH(const QString, script);
    QTEST(compatibleFromOf(script).value_or(-1), "compatibleFrom");
}

// A misspelt kind would count as a contraction.
void TestSqlText::everyNewMigrationHasTheSameKindOnBothEngines()
{
    static const QRegularExpression kind(u"^-- kind: (expand|contract( after \\d+)?)$"_s,
                                         QRegularExpression::MultilineOption);
    constexpr int firstWithKind = 40;
    const QList<Migration> sqlite = migrations(Engine::Sqlite);
    const QList<Migration> postgresql = migrations(Engine::Postgresql);
    QCOMPARE(sqlite.size(), postgresql.size());
    for (qsizetype i = 0; i < sqlite.size(); ++i) {
        QCOMPARE(sqlite[i].version, postgresql[i].version);
        QCOMPARE(sqlite[i].compatibleFrom, postgresql[i].compatibleFrom);
        QVERIFY(sqlite[i].oldestProgram() <= sqlite[i].version);
    }
    for (const QString &folder :
         { u":/sql/sqlite/migrations/"_s, u":/sql/postgresql/migrations/"_s }) {
        for (const QString &name : QDir(folder).entryList({ u"*.sql"_s }, QDir::Files)) {
            QFile file(folder + name);
            QVERIFY(file.open(QIODevice::ReadOnly));
            const bool hasKind = kind.match(QString::fromUtf8(file.readAll())).hasMatch();
            QVERIFY2(hasKind || name.left(4).toInt() < firstWithKind, qPrintable(name));
        }
    }
}

QTEST_GUILESS_MAIN(TestSqlText)
#include "tst_sqltext.moc"
