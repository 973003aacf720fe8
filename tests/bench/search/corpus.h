// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFile>
#include <QString>

#include <optional>

/** A mail as the mailbox generator describes it. */
struct CorpusMail {
    qint64 createdAt = 0;
    qint64 size = 0;
    bool isRead = false;
    bool isStarred = false;
    bool hasAttachment = false;
    QString from;
    QString fromName;
    QString toJson;
    QString subject;
    QString body;
};

/** Reads the generator's parsed records one by one. */
class CorpusReader
{
public:
    explicit CorpusReader(const QString &file);

    /// Nothing at the end.
    std::optional<CorpusMail> next();

private:
    QFile m_file;
};
