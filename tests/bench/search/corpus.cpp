// SPDX-License-Identifier: GPL-3.0-or-later
#include "corpus.h"

#include <QDir>
#include <QFile>

#include <algorithm>

using namespace Qt::StringLiterals;

CorpusReader::CorpusReader(const QString &maildir) : m_folder(maildir + u"/cur/"_s)
{
    // Names begin with the time in seconds, ten digits.
    m_files = QDir(m_folder).entryList(QDir::Files, QDir::Name | QDir::Reversed);
    if (m_files.isEmpty())
        qFatal("no mails in %s", qPrintable(m_folder));
}

QList<CorpusMail> CorpusReader::next(qsizetype max)
{
    QList<CorpusMail> mails;
    const qsizetype end = std::min(m_files.size(), m_at + max);
    for (; m_at < end; ++m_at) {
        const QString &name = m_files[m_at];
        QFile file(m_folder + name);
        if (!file.open(QIODevice::ReadOnly))
            qFatal("cannot read %s", qPrintable(name));
        const QString flags = name.section(u',', -1);
        mails.append({ name.section(u'.', 0, 0).toLongLong(), flags.contains(u'S'),
                       flags.contains(u'F'), file.readAll() });
    }
    return mails;
}
