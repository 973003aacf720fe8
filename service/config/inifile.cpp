// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/inifile.h"

#include <QFile>
#include <QSet>

using namespace Qt::StringLiterals;

Result<QList<IniEntry>> parseIni(QStringView text, const QString &name)
{
    QList<IniEntry> entries;
    QSet<QString> seen;
    QString section;
    int number = 0;
    for (const QStringView rawLine : text.split(u'\n')) {
        ++number;
        const QStringView line = rawLine.trimmed();
        const auto wrong = [&name, number](const QString &what) {
            return Error{ Error::Code::BadRequest,
                          u"%1, line %2: %3"_s.arg(name).arg(number).arg(what) };
        };
        if (line.isEmpty() || line.startsWith(u'#') || line.startsWith(u';'))
            continue;
        if (line.startsWith(u'[')) {
            if (!line.endsWith(u']'))
                return wrong(u"the section has no closing bracket"_s);
            section = line.sliced(1, line.size() - 2).trimmed().toString();
            continue;
        }
        const qsizetype equals = line.indexOf(u'=');
        if (equals <= 0)
            return wrong(u"expected key = value"_s);
        const QString key = line.first(equals).trimmed().toString();
        QStringView value = line.sliced(equals + 1).trimmed();
        if (value.size() >= 2 && value.startsWith(u'"') && value.endsWith(u'"'))
            value = value.sliced(1, value.size() - 2);
        const QString full = section.isEmpty() ? key : section + u'.' + key;
        if (seen.contains(full))
            return wrong(full + u" is set twice"_s);
        seen.insert(full);
        entries.append({ full, value.toString(), number });
    }
    return entries;
}

Result<QList<IniEntry>> readIniFile(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return Error{ Error::Code::BadRequest,
                      u"cannot read the configuration file %1: %2"_s.arg(path,
                                                                         file.errorString()) };
    return parseIni(QString::fromUtf8(file.readAll()), path);
}
