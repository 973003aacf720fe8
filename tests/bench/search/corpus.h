// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

/** A mail as the generator (tests/support/corpus) left it in a Maildir. */
struct CorpusMail {
    qint64 createdAt = 0;
    bool isRead = false;
    bool isStarred = false;
    QByteArray raw;
};

/** Reads a Maildir newest first, as a first sync does. */
class CorpusReader
{
public:
    explicit CorpusReader(const QString &maildir);

    qsizetype size() const { return m_files.size(); }
    /// At most `max` mails, fewer at the end.
    QList<CorpusMail> next(qsizetype max);

private:
    QString m_folder;
    QStringList m_files;
    qsizetype m_at = 0;
};
