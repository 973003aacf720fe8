// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/sql/sqltext.h"

#include "store/sql/dialect.h"

#include <QDir>
#include <QFile>
#include <QHash>
#include <QRegularExpression>

#include <algorithm>
#include <optional>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

const QString folder = u":/sql/"_s;
const QByteArray statementStart = "-- name: "_ba;
const QByteArray columnsStart = "-- columns: "_ba;
const QByteArray columnsMark = "/*columns:"_ba;

QByteArray contents(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/** The sections of one engine: name -> text. */
struct Sections {
    QHash<QByteArray, QByteArray> statements;
    QHash<QByteArray, QByteArray> columns; ///< lists of columns that several statements have
};

// The line `-- name: mails_page [postgresql]`. Without an engine the section is for both.
struct SectionHead {
    QByteArray name;
    std::optional<Engine> engine;
};

SectionHead readHead(const QByteArray &line)
{
    const QByteArrayList words = line.mid(line.indexOf(':') + 1).simplified().split(' ');
    SectionHead head{ .name = words.first(), .engine = std::nullopt };
    if (words.size() > 1)
        head.engine = words[1] == "[sqlite]" ? Engine::Sqlite : Engine::Postgresql;
    return head;
}

void readSections(const QByteArray &file, Engine engine, Sections &sections)
{
    QByteArray *section = nullptr;
    for (const QByteArray &line : file.split('\n')) {
        if (line.startsWith(statementStart) || line.startsWith(columnsStart)) {
            const SectionHead head = readHead(line);
            const bool isOurs = !head.engine || *head.engine == engine;
            auto &kind = line.startsWith(columnsStart) ? sections.columns : sections.statements;
            section = isOurs ? &kind[head.name] : nullptr;
            Q_ASSERT_X(!section || section->isEmpty(), "Store::sqlText", head.name.constData());
        } else if (section && !line.isEmpty() && !line.startsWith("--")) {
            section->append(line).append('\n');
        }
    }
}

// Replaces `/*columns:mail_row*/ m.id` by that list. What follows the mark in its line is an example,
// except for a comma or semicolon at the end.
QByteArray withColumns(QByteArray statement, const QHash<QByteArray, QByteArray> &columns)
{
    for (qsizetype at; (at = statement.indexOf(columnsMark)) >= 0;) {
        const qsizetype begin = at + columnsMark.size();
        const QByteArray name = statement.mid(begin, statement.indexOf("*/", begin) - begin);
        Q_ASSERT_X(columns.contains(name), "Store::sqlText", name.constData());
        qsizetype end = statement.indexOf('\n', begin);
        if (statement[end - 1] == ',' || statement[end - 1] == ';')
            --end;
        statement.replace(at, end - at, columns.value(name).trimmed());
    }
    return statement;
}

QHash<QByteArray, QByteArray> readAll(Engine engine)
{
    Sections sections;
    for (const QString &file : QDir(folder).entryList({ u"*.sql"_s }, QDir::Files))
        readSections(contents(folder + file), engine, sections);
    for (QByteArray &statement : sections.statements)
        statement = withColumns(statement, sections.columns);
    return sections.statements;
}

QString migrationFolder(Engine engine)
{
    return folder + dialectOf(engine).name() + u"/migrations/"_s;
}

bool isComment(const QString &piece)
{
    const QStringList lines = piece.split(u'\n');
    return std::ranges::all_of(lines, [](const QString &line) {
        return line.trimmed().isEmpty() || line.trimmed().startsWith(u"--");
    });
}

Migration readMigration(const QString &path, const QString &file)
{
    Migration step;
    step.version = file.section(u'_', 0, 0).toInt();
    step.name = file.section(u'_', 1).chopped(4);
    const QString script = QString::fromUtf8(contents(path + file));
    step.statements = statementsOf(script);
    step.compatibleFrom = compatibleFromOf(script);
    return step;
}

int lastVersion(Engine engine)
{
    return migrations(engine).last().version;
}

} // namespace

QByteArray sqlText(Engine engine, QByteArrayView name)
{
    if (engine == Engine::Sqlite) {
        static const QHash<QByteArray, QByteArray> sqlite = readAll(Engine::Sqlite);
        return sqlite.value(name.toByteArray());
    }
    static const QHash<QByteArray, QByteArray> postgresql = readAll(Engine::Postgresql);
    return postgresql.value(name.toByteArray());
}

QList<QString> statementsOf(const QString &script)
{
    QList<QString> statements;
    for (const QString &piece : script.split(u"\n\n"_s)) {
        if (!isComment(piece))
            statements.append(piece.trimmed());
    }
    return statements;
}

std::optional<int> compatibleFromOf(const QString &script)
{
    static const QRegularExpression line(u"^-- kind: (expand|contract after (\\d+))$"_s,
                                         QRegularExpression::MultilineOption);
    const QRegularExpressionMatch found = line.match(script);
    if (!found.hasMatch())
        return std::nullopt;
    return found.captured(2).toInt(); // 0 for `expand`
}

QList<Migration> migrations(Engine engine)
{
    const QString path = migrationFolder(engine);
    QList<Migration> steps;
    for (const QString &file : QDir(path).entryList({ u"*.sql"_s }, QDir::Files, QDir::Name))
        steps.append(readMigration(path, file));
    return steps;
}

int newestVersion(Engine engine)
{
    static const int sqlite = lastVersion(Engine::Sqlite);
    static const int postgresql = lastVersion(Engine::Postgresql);
    return engine == Engine::Sqlite ? sqlite : postgresql;
}

} // namespace Store
