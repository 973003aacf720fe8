// SPDX-License-Identifier: GPL-3.0-or-later
#include "webhooks/template.h"

#include <QJsonArray>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Webhooks {

namespace {

constexpr qsizetype longestName = 64;
constexpr qsizetype longestIndex = 4;
constexpr qsizetype deepest = 8;

bool isDigit(QChar c)
{
    return c >= u'0' && c <= u'9';
}

bool isLetter(QChar c)
{
    return (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z') || c == u'_';
}

bool isName(QStringView part)
{
    return !part.isEmpty() && part.size() <= longestName && isLetter(part.front())
        && std::ranges::all_of(part, [](QChar c) { return isLetter(c) || isDigit(c); });
}

bool isIndex(QStringView part)
{
    return !part.isEmpty() && part.size() <= longestIndex && std::ranges::all_of(part, isDigit)
        && (part.size() == 1 || part.front() != u'0');
}

QStringView withoutBlanks(QStringView text)
{
    const auto isBlank = [](QChar c) {
        return c == u' ' || c == u'\t';
    };
    while (!text.isEmpty() && isBlank(text.front()))
        text = text.sliced(1);
    while (!text.isEmpty() && isBlank(text.back()))
        text.chop(1);
    return text;
}

/// Empty: the text is not a valid path.
QStringList pathOf(QStringView text)
{
    const QList<QStringView> parts = text.split(u'.');
    if (parts.size() > deepest || !isName(parts.first()))
        return {};
    QStringList path;
    for (const QStringView part : parts) {
        if (!isName(part) && !isIndex(part))
            return {};
        path.append(part.toString());
    }
    return path;
}

/** Tracks whether the current position of the template, read as JSON, is inside a string literal. */
class StringTracker
{
public:
    bool isInString() const { return m_isInString; }
    void take(QChar c)
    {
        if (!m_isInString)
            m_isInString = c == u'"';
        else if (!std::exchange(m_isEscaped, !m_isEscaped && c == u'\\') && c == u'"')
            m_isInString = false;
    }
    void takeOther() { m_isEscaped = false; } ///< a variable or literal braces

private:
    bool m_isInString = false;
    bool m_isEscaped = false;
};

} // namespace

Result<Template, TemplateFault> Template::parse(const QString &text)
{
    if (text.size() > mostText)
        return TemplateFault{ mostText, u"A template has at most 64 KiB."_s };
    Template made;
    StringTracker tracker;
    QString literal;
    for (qsizetype at = 0; at < text.size();) {
        const QStringView rest = QStringView(text).sliced(at);
        if (rest.startsWith(u"\\{{"_s)) {
            literal += u"{{"_s;
            tracker.takeOther();
            at += 3;
            continue;
        }
        if (!rest.startsWith(u"{{"_s)) {
            tracker.take(rest.front());
            literal += rest.front();
            ++at;
            continue;
        }
        const qsizetype end = text.indexOf(u"}}"_s, at + 2);
        if (end < 0)
            return TemplateFault{ at, u"{{ is not closed by }}."_s };
        const QString path = text.mid(at + 2, end - at - 2);
        Variable variable{ at, pathOf(withoutBlanks(path)), tracker.isInString() };
        if (variable.path.isEmpty())
            return TemplateFault{
                at,
                u"Between {{ and }} there must be a path such as data.mails.0.subject, and "
                "nothing else."_s
            };
        if (made.m_variables.size() == mostVariables)
            return TemplateFault{ at, u"A template has at most 256 variables."_s };
        made.m_texts.append(std::exchange(literal, {}));
        made.m_variables.append(std::move(variable));
        tracker.takeOther();
        at = end + 2;
    }
    made.m_texts.append(literal);
    return made;
}

Result<QByteArray, TemplateFault> Template::render(const QJsonObject &data, Mode mode) const
{
    QByteArray out = m_texts.first().toUtf8();
    for (qsizetype i = 0; i < m_variables.size(); ++i) {
        const Variable &variable = m_variables[i];
        out += inserted(valueAt(data, variable.path), mode, variable.isInString);
        out += m_texts[i + 1].toUtf8();
        if (out.size() > mostRendered)
            break;
    }
    if (out.size() > mostRendered)
        return TemplateFault{
            0, u"With its values filled in, the template is larger than 256 KiB."_s
        };
    return out;
}

QJsonValue valueAt(const QJsonObject &data, const QStringList &path)
{
    QJsonValue value = data;
    for (const QString &part : path) {
        if (value.isArray()) {
            const QJsonArray array = value.toArray();
            if (part == u"length") {
                value = array.size();
                continue;
            }
            bool isNumber = false;
            const qsizetype index = part.toLongLong(&isNumber);
            value = isNumber ? array.at(index) : QJsonValue(QJsonValue::Undefined);
        } else if (value.isObject()) {
            value = value.toObject().value(part);
        } else {
            return QJsonValue(QJsonValue::Undefined);
        }
    }
    return value;
}

} // namespace Webhooks
