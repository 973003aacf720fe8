// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QIODevice>
#include <QString>

#include <optional>

namespace MailFiles {

/** How lines of a mail that begin with `From ` were written. */
enum class MboxQuoting {
    Rd, ///< a line of any number of `>` and `From ` has one more `>`
    O,  ///< `From ` became `>From `; a line with `>From ` was not changed
};

/** A mail of an mbox file, or what could not be read as one. */
struct MboxMail {
    qint64 offset = 0; ///< of its `From ` line in the file
    QByteArray raw;
    std::optional<qint64> time; ///< of the `From ` line, seconds since 1970
    QString problem;            ///< why it cannot be taken; empty: it can

    friend bool operator==(const MboxMail &, const MboxMail &) = default;
};

/**
 * Reads an mbox file (RFC 4155 and its relatives) from its beginning to its end, one mail in memory at a
 * time. A line ends a mail where it begins with `From ` and
 *   - names a date, behind an empty line or before a header line, or
 *   - names none (as Thunderbird writes it), behind an empty line and before a header line.
 * Other such lines are text that was not quoted. The empty line in front of it belongs to the file, all
 * other bytes to the mail, CRLF too.
 */
class MboxReader
{
public:
    /// `device` is open for reading, is seekable, and lives as long as this.
    MboxReader(QIODevice &device, MboxQuoting quoting, qint64 maxSize)
        : m_device(device), m_quoting(quoting), m_maxSize(maxSize)
    {
    }

    /// Nothing: the end. A read error is the `problem` of the mail in which it occurred; no mail follows it.
    std::optional<MboxMail> next();
    qint64 position() const { return m_position; } ///< bytes read

private:
    MboxMail readMail(const QByteArray &separator, qint64 offset);
    QByteArray readLine();
    bool isSeparator(const QByteArray &line, bool isBehindEmpty);
    bool isBeforeHeader();
    QByteArray unquoted(QByteArray line) const;

    QIODevice &m_device;
    const MboxQuoting m_quoting;
    const qint64 m_maxSize;
    qint64 m_position = 0;
    QByteArray m_separator; ///< of the next mail
    qint64 m_separatorAt = 0;
    bool m_hasBegun = false;
    bool m_hasFailed = false; ///< a read failed: no mail follows
};

/// The time of `From sender date`; nothing: it is no such line, or names no date.
std::optional<qint64> fromLineTime(const QByteArray &line);

/// Whether a mail may begin with this line: it is a header field (RFC 5322 2.2).
bool isHeaderLine(QByteArrayView line);

} // namespace MailFiles
