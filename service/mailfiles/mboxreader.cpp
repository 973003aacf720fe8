// SPDX-License-Identifier: GPL-3.0-or-later
#include "mailfiles/mboxreader.h"

#include <QDateTime>
#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace MailFiles {

namespace {

constexpr qint64 lineBytes = 64 * 1024; ///< longer lines are read in pieces
constexpr qsizetype fromLineBytes = 1000;
constexpr qsizetype headerBytes = 200; ///< of the next line, to recognise a header field

bool isEmptyLine(QByteArrayView line)
{
    return line == "\n" || line == "\r\n";
}

int monthOf(const QString &name)
{
    static const QStringList months =
        u"Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec"_s.split(u' ');
    return int(months.indexOf(name)) + 1;
}

/// `+0100` as seconds; 0 for names of zones.
qint64 zoneOf(const QString &text)
{
    const int number = text.mid(1).toInt();
    const qint64 seconds = (number / 100) * 3600 + (number % 100) * 60;
    return text.startsWith(u'-') ? -seconds : seconds;
}

/// Removes the empty line that ends a mail in the file. It has the same line end as the `From ` line.
void chopEnd(QByteArray &raw, const QByteArray &separator)
{
    if (separator.isEmpty())
        return;
    const QByteArray lineEnd = separator.endsWith("\r\n") ? "\r\n" : "\n";
    if (raw == lineEnd
        || (raw.endsWith(lineEnd) && QByteArrayView(raw).chopped(lineEnd.size()).endsWith('\n')))
        raw.chop(lineEnd.size());
}

} // namespace

std::optional<qint64> fromLineTime(const QByteArray &line)
{
    static const QRegularExpression pattern(
        uR"(^From .*\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) +(\d{1,2}) +)"
        uR"((\d{1,2}):(\d\d)(?::(\d\d))?(?: +([A-Z]{1,5}|[+-]\d{4}))? +(\d{4})(?: +([+-]\d{4}))?\s*$)"_s);
    if (!line.startsWith("From ") || line.size() > fromLineBytes)
        return {};
    const auto match = pattern.match(QString::fromLatin1(line));
    if (!match.hasMatch())
        return {};
    const QDate date(match.captured(7).toInt(), monthOf(match.captured(1)),
                     match.captured(2).toInt());
    const QTime time(match.captured(3).toInt(), match.captured(4).toInt(),
                     match.captured(5).toInt());
    if (!date.isValid() || !time.isValid())
        return {};
    const QString zone = match.captured(6) + match.captured(8);
    const bool isNumber = zone.startsWith(u'+') || zone.startsWith(u'-');
    return QDateTime(date, time, Qt::UTC).toSecsSinceEpoch() - (isNumber ? zoneOf(zone) : 0);
}

bool isHeaderLine(QByteArrayView line)
{
    const auto isNameByte = [](char c) {
        return c > ' ' && c < 0x7f && c != ':';
    };
    const auto end = std::ranges::find_if_not(line, isNameByte);
    return end != line.begin() && end != line.end() && *end == ':';
}

QByteArray MboxReader::readLine()
{
    const QByteArray line = m_device.readLine(lineBytes);
    m_position += line.size();
    return line;
}

bool MboxReader::isBeforeHeader()
{
    const QByteArray ahead = m_device.peek(headerBytes);
    return isHeaderLine(ahead);
}

bool MboxReader::isSeparator(const QByteArray &line, bool isBehindEmpty)
{
    if (!line.startsWith("From "))
        return false;
    if (fromLineTime(line))
        return isBehindEmpty || isBeforeHeader();
    return isBehindEmpty && isBeforeHeader();
}

QByteArray MboxReader::unquoted(QByteArray line) const
{
    if (!line.startsWith('>'))
        return line;
    const auto first = std::ranges::find_if(line, [](char c) { return c != '>'; });
    const qsizetype marks = first - line.begin();
    const bool isQuoted = QByteArrayView(line).sliced(marks).startsWith("From ")
        && (m_quoting == MboxQuoting::Rd || marks == 1);
    return isQuoted ? line.sliced(1) : line;
}

MboxMail MboxReader::readMail(const QByteArray &separator, qint64 offset)
{
    MboxMail mail{ offset, {}, fromLineTime(separator), {} };
    bool isBehindEmpty = true;
    bool isLineStart = true;
    for (;;) {
        const qint64 at = m_position;
        const QByteArray line = readLine();
        if (line.isEmpty()) {
            // Half of a mail must not be stored as a whole one.
            m_hasFailed = !m_device.atEnd();
            if (m_hasFailed)
                mail.problem = u"the file cannot be read: "_s + m_device.errorString();
            break;
        }
        if (isLineStart && isSeparator(line, isBehindEmpty)) {
            m_separator = line;
            m_separatorAt = at;
            break;
        }
        isBehindEmpty = isLineStart && isEmptyLine(line);
        if (mail.raw.size() + line.size() > m_maxSize)
            mail.problem = u"it is larger than %1 MiB"_s.arg(m_maxSize >> 20);
        else if (mail.problem.isEmpty())
            mail.raw += isLineStart ? unquoted(line) : line;
        isLineStart = line.endsWith('\n');
    }
    chopEnd(mail.raw, separator);
    return mail;
}

std::optional<MboxMail> MboxReader::next()
{
    if (!std::exchange(m_hasBegun, true)) {
        MboxMail before = readMail({}, 0);
        if (before.problem.isEmpty() && !before.raw.trimmed().isEmpty()
            && !isHeaderLine(before.raw))
            before.problem = u"it has no `From ` line before it, and it is not a mail"_s;
        if (!before.problem.isEmpty() || !before.raw.trimmed().isEmpty())
            return before;
    }
    if (m_hasFailed || m_separator.isEmpty())
        return {};
    const QByteArray separator = std::exchange(m_separator, {});
    MboxMail mail = readMail(separator, m_separatorAt);
    if (mail.problem.isEmpty() && mail.raw.trimmed().isEmpty())
        mail.problem = u"it is empty"_s;
    return mail;
}

} // namespace MailFiles
