// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/sql/sqltext.h"

#include <QDir>
#include <QFile>
#include <QHash>

#include <algorithm>
#include <optional>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

const QString folder = u":/sql/"_s;
const QByteArray sectionStart = "-- name: "_ba;

QByteArray contents(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// The sections of one engine: name -> text.
using Sections = QHash<QByteArray, QByteArray>;

// The line `-- name: mails_page [postgresql]`. Without an engine the section is for both.
struct SectionHead {
    QByteArray name;
    std::optional<Engine> engine;
};

SectionHead readHead(const QByteArray &line)
{
    const QByteArrayList words = line.mid(sectionStart.size()).simplified().split(' ');
    SectionHead head{ .name = words.first(), .engine = std::nullopt };
    if (words.size() > 1)
        head.engine = words[1] == "[sqlite]" ? Engine::Sqlite : Engine::Postgresql;
    return head;
}

void readSections(const QByteArray &file, Engine engine, Sections &sections)
{
    QByteArray *section = nullptr;
    for (const QByteArray &line : file.split('\n')) {
        if (line.startsWith(sectionStart)) {
            const SectionHead head = readHead(line);
            const bool isOurs = !head.engine || *head.engine == engine;
            section = isOurs ? &sections[head.name] : nullptr;
            Q_ASSERT_X(!section || section->isEmpty(), "Store::sqlText", head.name.constData());
        } else if (section && !line.isEmpty() && !line.startsWith("--")) {
            section->append(line).append('\n');
        }
    }
}

Sections readAll(Engine engine)
{
    Sections sections;
    for (const QString &file : QDir(folder).entryList({ u"*.sql"_s }, QDir::Files))
        readSections(contents(folder + file), engine, sections);
    return sections;
}

QString migrationFolder(Engine engine)
{
    return folder
        + (engine == Engine::Sqlite ? u"sqlite/migrations/"_s : u"postgresql/migrations/"_s);
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
    step.statements = statementsOf(QString::fromUtf8(contents(path + file)));
    return step;
}

} // namespace

QByteArray sqlText(Engine engine, QByteArrayView name)
{
    if (engine == Engine::Sqlite) {
        static const Sections sqlite = readAll(Engine::Sqlite);
        return sqlite.value(name.toByteArray());
    }
    static const Sections postgresql = readAll(Engine::Postgresql);
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

QList<Migration> migrations(Engine engine)
{
    const QString path = migrationFolder(engine);
    QList<Migration> steps;
    for (const QString &file : QDir(path).entryList({ u"*.sql"_s }, QDir::Files, QDir::Name))
        steps.append(readMigration(path, file));
    return steps;
}

} // namespace Store
