// SPDX-License-Identifier: GPL-3.0-or-later
#include "smtp/extensions.h"

#include <algorithm>

namespace Smtp {

Extensions::Extensions(const Reply &reply)
{
    for (qsizetype i = 1; i < reply.lines.size(); ++i) {
        QByteArray line = reply.lines.at(i).simplified();
        // Quirk: some servers send `AUTH=LOGIN PLAIN`, the form for Outlook Express.
        if (line.left(5).toUpper() == "AUTH=")
            line[4] = ' ';
        QList<QByteArray> words = line.split(' ');
        const QByteArray keyword = words.takeFirst().toUpper();
        if (!keyword.isEmpty())
            m_parameters[keyword] += words;
    }
}

QList<QByteArray> Extensions::keywords() const
{
    QList<QByteArray> all = m_parameters.keys();
    std::ranges::sort(all);
    return all;
}

QList<QByteArray> Extensions::mechanisms() const
{
    QList<QByteArray> names;
    for (const QByteArray &name : m_parameters.value("AUTH"))
        names.append(name.toUpper());
    return names;
}

qint64 Extensions::maxSize() const
{
    const QList<QByteArray> parameters = m_parameters.value("SIZE");
    return parameters.isEmpty() ? 0 : std::max<qint64>(0, parameters.first().toLongLong());
}

} // namespace Smtp
