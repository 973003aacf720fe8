// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mailfiles/mboxreader.h"

#include <QFile>
#include <QStringList>

#include <memory>
#include <optional>

namespace MailFiles {

/** The format of the source files. */
enum class SourceFormat {
    Auto, ///< mbox if it begins with `From ` or is named so, else one mail; also Maildirs
    MboxRd,
    MboxO,
    Eml,
};

/** A mail as it stands in a file. */
struct SourceMail {
    QString file;
    qint64 offset = 0; ///< in the file
    QByteArray raw;
    std::optional<qint64> time; ///< of delivery, where the file says so; seconds since 1970
    qint64 fileTime = 0;        ///< of the last change of the file
    bool isRead = true;
    bool isStarred = false;
    bool isDeleted = false; ///< its program hides it, and has not removed it from the file yet
    QString problem;        ///< why it cannot be taken; empty: it can
};

/**
 * The mails of a file, or of all files in a folder and below it, by name. A folder with `cur` and `new`
 * is a Maildir. Names that begin with a dot are skipped, except Maildirs in a Maildir: these are its
 * folders (Maildir++). One mail is in memory at a time.
 */
class MailSource
{
public:
    MailSource(const QString &path, SourceFormat format);
    ~MailSource();

    std::optional<SourceMail> next(); ///< nothing: the end

    qint64 bytes() const { return m_bytes; } ///< of all files
    qint64 position() const;                 ///< how many of these were read
    QString file() const { return m_at < m_entries.size() ? m_entries[m_at].path : QString(); }

private:
    struct Entry {
        QString path;
        qint64 size = 0;
        bool isMaildir = false;
    };

    void collect(const QString &folder);
    void collectMaildir(const QString &folder);
    void collectSubfolders(const QString &maildir);
    std::optional<SourceMail> open(const Entry &entry);
    SourceMail readWhole(const Entry &entry);
    std::optional<SourceMail> nextOfMbox();
    SourceMail problem(const Entry &entry, const QString &what) const;
    void finishEntry();

    const SourceFormat m_format;
    QList<Entry> m_entries;
    qsizetype m_at = 0;
    qint64 m_bytes = 0;
    qint64 m_done = 0; ///< bytes of entries that are done
    QFile m_file;
    std::unique_ptr<MboxReader> m_mbox; ///< of the entry at `m_at`
};

} // namespace MailFiles
