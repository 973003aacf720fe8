// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/calendar.h"

#include <QList>

#include <array>
#include <utility>

using namespace Qt::StringLiterals;

namespace Mime {

namespace {

constexpr qsizetype longestRead = 64 * 1024;
constexpr qsizetype longestValue = 1000; // of one property; a summary shows less

bool isNamed(QStringView text, QLatin1StringView name)
{
    return text.compare(name, Qt::CaseInsensitive) == 0;
}

/** One content line, RFC 5545 3.1, unfolded. */
struct Property {
    QString line;
    qsizetype nameEnd = 0;
    qsizetype valueBegin = 0;

    QStringView name() const { return QStringView(line).first(nameEnd); }
    QStringView value() const { return QStringView(line).sliced(valueBegin).trimmed(); }

    QStringView parameter(QLatin1StringView wanted) const
    {
        if (valueBegin - 1 <= nameEnd)
            return {};
        const QStringView all = QStringView(line).first(valueBegin - 1).sliced(nameEnd + 1);
        for (const QStringView one : all.split(u';')) {
            const qsizetype equals = one.indexOf(u'=');
            if (equals <= 0 || !isNamed(one.first(equals).trimmed(), wanted))
                continue;
            QStringView found = one.sliced(equals + 1).trimmed();
            if (found.size() > 1 && found.startsWith(u'"') && found.endsWith(u'"'))
                found = found.sliced(1, found.size() - 2);
            return found;
        }
        return {};
    }
};

Property parsed(QString line)
{
    Property property{ .line = std::move(line) };
    const QStringView text(property.line);
    qsizetype at = 0;
    while (at < text.size() && text[at] != u':' && text[at] != u';')
        ++at;
    property.nameEnd = at;
    for (bool isQuoted = false; at < text.size() && (isQuoted || text[at] != u':'); ++at)
        isQuoted = isQuoted != (text[at] == u'"');
    property.valueBegin = std::min(at + 1, text.size());
    return property;
}

/** Unfolds content lines. */
class LineReader
{
public:
    explicit LineReader(QStringView text) : m_text(text) { }

    bool atEnd() const { return m_at >= m_text.size(); }

    QString next()
    {
        QString line;
        append(line);
        while (!atEnd() && (m_text[m_at] == u' ' || m_text[m_at] == u'\t')) {
            ++m_at;
            append(line);
        }
        return line;
    }

private:
    void append(QString &line)
    {
        const qsizetype newline = m_text.indexOf(u'\n', m_at);
        const qsizetype end = newline < 0 ? m_text.size() : newline;
        QStringView piece = m_text.sliced(m_at, end - m_at);
        if (piece.endsWith(u'\r'))
            piece.chop(1);
        line.append(piece.first(
            std::min(piece.size(), longestValue - std::min(line.size(), longestValue))));
        m_at = newline < 0 ? m_text.size() : newline + 1;
    }

    QStringView m_text;
    qsizetype m_at = 0;
};

// RFC 5545 3.3.11
QString unescaped(QStringView value)
{
    QString out;
    for (qsizetype i = 0; i < value.size(); ++i) {
        const bool isEscape = value[i] == u'\\' && i + 1 < value.size();
        if (isEscape)
            ++i;
        const bool isLineEnd = isEscape && (value[i] == u'n' || value[i] == u'N');
        out.append(isLineEnd ? QChar(u' ') : value[i]);
    }
    return out.simplified();
}

int numberAt(QStringView text, qsizetype at, qsizetype digits)
{
    int number = 0;
    for (qsizetype i = at; i < at + digits; ++i) {
        if (i >= text.size() || text[i] < u'0' || text[i] > u'9')
            return -1;
        number = number * 10 + (text[i].unicode() - u'0');
    }
    return number;
}

// RFC 5545 3.3.4, 3.3.5: 20260310, 20260310T100000, 20260310T090000Z
QString shownTime(const Property &start)
{
    constexpr std::array months{ "January"_L1,   "February"_L1, "March"_L1,    "April"_L1,
                                 "May"_L1,       "June"_L1,     "July"_L1,     "August"_L1,
                                 "September"_L1, "October"_L1,  "November"_L1, "December"_L1 };
    const QStringView value = start.value();
    const int year = numberAt(value, 0, 4);
    const int month = numberAt(value, 4, 2);
    const int day = numberAt(value, 6, 2);
    if (year < 1 || month < 1 || month > 12 || day < 1 || day > 31)
        return {};
    QString shown = u"%1 %2 %3"_s.arg(QString::number(day), months.at(size_t(month - 1)),
                                      QString::number(year));
    const int hour = numberAt(value, 9, 2);
    const int minute = numberAt(value, 11, 2);
    if (value.size() < 13 || value[8] != u'T' || hour < 0 || hour > 23 || minute < 0 || minute > 59)
        return shown;
    shown += QLatin1StringView(hour < 10 ? " 0" : " ") + QString::number(hour)
        + QLatin1StringView(minute < 10 ? ":0" : ":") + QString::number(minute);
    const QStringView zone = start.parameter("TZID"_L1);
    if (value.endsWith(u'Z'))
        shown += u" UTC"_s;
    else if (!zone.isEmpty())
        shown += u" ("_s + zone.toString() + u')';
    return shown;
}

/** The properties of the first event that the summary shows. */
struct Event {
    bool isFound = false;
    QString method;
    QString title;
    QString start;
    QString place;
    QString answer; // PARTSTAT of the attendee who replies
    bool isCancelled = false;
};

QString kindOf(const Event &event)
{
    constexpr std::array answers{ std::pair{ "ACCEPTED"_L1, "Accepted"_L1 },
                                  std::pair{ "DECLINED"_L1, "Declined"_L1 },
                                  std::pair{ "TENTATIVE"_L1, "Tentatively accepted"_L1 },
                                  std::pair{ "DELEGATED"_L1, "Delegated"_L1 } };
    constexpr std::array kinds{ std::pair{ "REQUEST"_L1, "Invitation"_L1 },
                                std::pair{ "ADD"_L1, "Invitation"_L1 },
                                std::pair{ "CANCEL"_L1, "Cancelled"_L1 },
                                std::pair{ "REPLY"_L1, "Reply"_L1 },
                                std::pair{ "COUNTER"_L1, "New time proposed"_L1 },
                                std::pair{ "DECLINECOUNTER"_L1, "Proposal declined"_L1 },
                                std::pair{ "REFRESH"_L1, "Update requested"_L1 } };
    if (event.isCancelled)
        return u"Cancelled"_s;
    if (isNamed(event.method, "REPLY"_L1)) {
        for (const auto &[status, shown] : answers) {
            if (isNamed(event.answer, status))
                return shown;
        }
    }
    for (const auto &[method, shown] : kinds) {
        if (isNamed(event.method, method))
            return shown;
    }
    return u"Event"_s;
}

void take(const Property &property, Event &event)
{
    const QStringView name = property.name();
    if (isNamed(name, "SUMMARY"_L1) && event.title.isEmpty())
        event.title = unescaped(property.value());
    else if (isNamed(name, "LOCATION"_L1) && event.place.isEmpty())
        event.place = unescaped(property.value());
    else if ((isNamed(name, "DTSTART"_L1) || isNamed(name, "DUE"_L1)) && event.start.isEmpty())
        event.start = shownTime(property);
    else if (isNamed(name, "ATTENDEE"_L1) && event.answer.isEmpty())
        event.answer = property.parameter("PARTSTAT"_L1).toString();
    else if (isNamed(name, "STATUS"_L1) && isNamed(property.value(), "CANCELLED"_L1))
        event.isCancelled = true;
}

bool isEventComponent(QStringView name)
{
    return isNamed(name, "VEVENT"_L1) || isNamed(name, "VTODO"_L1) || isNamed(name, "VJOURNAL"_L1);
}

// VCALENDAR is at depth 1, its events at 2, their alarms deeper.
Event firstEvent(QStringView calendar)
{
    Event event;
    LineReader lines(calendar.first(std::min(calendar.size(), longestRead)));
    int depth = 0;
    while (!lines.atEnd()) {
        const Property property = parsed(lines.next());
        if (isNamed(property.name(), "BEGIN"_L1)) {
            ++depth;
            event.isFound = event.isFound || (depth == 2 && isEventComponent(property.value()));
        } else if (isNamed(property.name(), "END"_L1)) {
            if (depth == 2 && event.isFound)
                break;
            --depth;
        } else if (depth == 1 && isNamed(property.name(), "METHOD"_L1)) {
            event.method = property.value().toString();
        } else if (depth == 2 && event.isFound) {
            take(property, event);
        }
    }
    return event;
}

} // namespace

QString calendarSummary(QStringView calendar)
{
    const Event event = firstEvent(calendar);
    if (!event.isFound)
        return {};
    QStringList words;
    for (const QString &word : { event.title, event.start, event.place }) {
        if (!word.isEmpty())
            words.append(word);
    }
    return words.isEmpty() ? kindOf(event) : kindOf(event) + u": "_s + words.join(u", "_s);
}

} // namespace Mime
