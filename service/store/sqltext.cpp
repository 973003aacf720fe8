// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/sqltext.h"

#include <QDir>
#include <QFile>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

const QString sharedFolder = u":/sql/shared/"_s;

QString folderOf(Engine engine)
{
    return engine == Engine::Sqlite ? u":/sql/sqlite/"_s : u":/sql/postgresql/"_s;
}

QByteArray contents(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QByteArray withoutComments(const QByteArray &text)
{
    QByteArrayList lines = text.split('\n');
    lines.removeIf([](const QByteArray &line) { return line.startsWith("--"); });
    return lines.join('\n');
}

bool isComment(const QString &piece)
{
    const QStringList lines = piece.split(u'\n');
    return std::ranges::all_of(lines, [](const QString &line) {
        return line.trimmed().isEmpty() || line.trimmed().startsWith(u"--");
    });
}

Migration readMigration(const QString &folder, const QString &file)
{
    Migration step;
    step.version = file.section(u'_', 0, 0).toInt();
    step.name = file.section(u'_', 1).chopped(4);
    step.statements = statementsOf(QString::fromUtf8(contents(folder + file)));
    return step;
}

} // namespace

QByteArray sqlText(Engine engine, QByteArrayView name)
{
    const QString file = QString::fromLatin1(name) + u".sql"_s;
    const QByteArray own = contents(folderOf(engine) + file);
    return withoutComments(own.isEmpty() ? contents(sharedFolder + file) : own);
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
    const QString folder = folderOf(engine) + u"migrations/"_s;
    QList<Migration> steps;
    for (const QString &file : QDir(folder).entryList({ u"*.sql"_s }, QDir::Files, QDir::Name))
        steps.append(readMigration(folder, file));
    return steps;
}

} // namespace Store
