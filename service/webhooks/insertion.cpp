// SPDX-License-Identifier: GPL-3.0-or-later
#include "webhooks/insertion.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QLocale>
#include <QUrl>

using namespace Qt::StringLiterals;

namespace Webhooks {

namespace {

enum class Escape { Json, JsonForPages };

void appendCode(QString &out, char16_t unit)
{
    out += u"\\u"_s + QString::number(unit, 16).rightJustified(4, u'0');
}

bool isLoneSurrogate(QStringView text, qsizetype at)
{
    const QChar c = text[at];
    if (c.isHighSurrogate())
        return at + 1 >= text.size() || !text[at + 1].isLowSurrogate();
    return c.isLowSurrogate() && (at == 0 || !text[at - 1].isHighSurrogate());
}

bool isRiskyInPages(char16_t unit)
{
    return unit == u'<' || unit == u'>' || unit == u'&' || unit == 0x7f || unit == 0x2028
        || unit == 0x2029;
}

void appendEscaped(QString &out, QStringView text, Escape escape)
{
    for (qsizetype at = 0; at < text.size(); ++at) {
        const char16_t unit = text[at].unicode();
        constexpr QStringView special = u"\"\\\b\f\n\r\t";
        constexpr QStringView letters = u"\"\\bfnrt";
        if (const qsizetype found = special.indexOf(QChar(unit)); found >= 0) {
            out += u'\\';
            out += letters[found];
        } else if (unit < 0x20 || isLoneSurrogate(text, at)
                   || (escape == Escape::JsonForPages && isRiskyInPages(unit))) {
            appendCode(out, unit);
        } else {
            out += QChar(unit);
        }
    }
}

QString numberText(double number)
{
    constexpr double exact = 9007199254740992.0; // 2^53
    if (qAbs(number) <= exact && double(qint64(number)) == number)
        return QString::number(qint64(number));
    return QString::number(number, 'g', QLocale::FloatingPointShortest);
}

void appendJson(QString &out, const QJsonValue &value, Escape escape);

void appendArray(QString &out, const QJsonArray &array, Escape escape)
{
    out += u'[';
    for (qsizetype i = 0; i < array.size(); ++i) {
        if (i > 0)
            out += u',';
        appendJson(out, array[i], escape);
    }
    out += u']';
}

void appendObject(QString &out, const QJsonObject &object, Escape escape)
{
    out += u'{';
    bool isFirst = true;
    for (auto it = object.begin(); it != object.end(); ++it) {
        if (!std::exchange(isFirst, false))
            out += u',';
        appendJson(out, it.key(), escape);
        out += u':';
        appendJson(out, it.value(), escape);
    }
    out += u'}';
}

void appendJson(QString &out, const QJsonValue &value, Escape escape)
{
    switch (value.type()) {
    case QJsonValue::Bool:
        out += value.toBool() ? u"true"_s : u"false"_s;
        break;
    case QJsonValue::Double:
        out += numberText(value.toDouble());
        break;
    case QJsonValue::String:
        out += u'"';
        appendEscaped(out, value.toString(), escape);
        out += u'"';
        break;
    case QJsonValue::Array:
        appendArray(out, value.toArray(), escape);
        break;
    case QJsonValue::Object:
        appendObject(out, value.toObject(), escape);
        break;
    case QJsonValue::Null:
    case QJsonValue::Undefined:
        out += u"null"_s;
        break;
    }
}

QString textOf(const QJsonValue &value)
{
    if (value.isNull() || value.isUndefined())
        return {};
    if (value.isString())
        return value.toString();
    QString text;
    appendJson(text, value, Escape::Json);
    return text;
}

QString withoutControls(QString text, bool isXml)
{
    text.removeIf([isXml](QChar c) {
        const char16_t unit = c.unicode();
        if (unit < 0x20)
            return unit != u'\t' && unit != u'\n' && unit != u'\r';
        return isXml ? unit >= 0xfffe : unit == 0x7f;
    });
    return text;
}

QByteArray forXml(const QJsonValue &value)
{
    QString text = withoutControls(textOf(value), true).toHtmlEscaped();
    return text.replace(u'\'', u"&#39;"_s).toUtf8();
}

QByteArray forJson(const QJsonValue &value, bool isInString)
{
    QString out;
    if (isInString)
        appendEscaped(out, textOf(value), Escape::JsonForPages);
    else
        appendJson(out, value, Escape::JsonForPages);
    return out.toUtf8();
}

} // namespace

QByteArray inserted(const QJsonValue &value, Mode mode, bool isInString)
{
    switch (mode) {
    case Mode::Json:
        return forJson(value, isInString);
    case Mode::Form:
        return QUrl::toPercentEncoding(textOf(value));
    case Mode::Xml:
        return forXml(value);
    case Mode::Text:
        return withoutControls(textOf(value), false).toUtf8();
    }
    return {};
}

} // namespace Webhooks
