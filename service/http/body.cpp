// SPDX-License-Identifier: GPL-3.0-or-later
#include "http/body.h"

#include "http/strictjson.h"

#include <QJsonArray>

#include <cmath>

namespace Http {

using namespace Qt::StringLiterals;

namespace {

QString elementName(const QString &list, qsizetype index)
{
    return u"%1[%2]"_s.arg(list).arg(index);
}

/// The value of a JSON number that is an integer and that JSON represents exactly: 7, 7.0, 7e0.
std::optional<qint64> exactInteger(const QJsonValue &value)
{
    const double number = value.toDouble();
    if (!value.isDouble() || std::abs(number) > double(Query::maxInteger)
        || number != std::trunc(number))
        return std::nullopt;
    return qint64(number);
}

} // namespace

Body::Body(const QByteArray &json)
{
    auto object = parseStrictObject(json);
    if (object)
        m_object = *std::move(object);
    else
        m_syntaxProblem = object.error().reason;
}

Body::Body(QJsonObject object, QString prefix)
    : m_object(std::move(object)), m_prefix(std::move(prefix))
{
}

QJsonValue Body::find(QLatin1StringView name) const
{
    const QJsonValue value = m_object.value(name);
    return value.isNull() ? QJsonValue(QJsonValue::Undefined) : value;
}

bool Body::has(QLatin1StringView name) const
{
    return !find(name).isUndefined();
}

bool Body::isNull(QLatin1StringView name) const
{
    return m_object.value(name).isNull();
}

QString Body::fieldName(QLatin1StringView name) const
{
    return m_prefix + name;
}

void Body::fail(const QString &field, const QString &reason)
{
    m_details.append({ field, reason });
}

void Body::takeFailures(const Body &inner)
{
    m_details += inner.m_details;
}

std::optional<ApiFailure> Body::failure() const
{
    if (!m_syntaxProblem.isEmpty())
        return ApiFailure{ ApiError::InvalidRequest,
                           u"The request body %1; it must be a JSON object."_s.arg(m_syntaxProblem),
                           {},
                           0 };
    if (!m_details.isEmpty())
        return ApiFailure{ ApiError::ValidationFailed, {}, m_details, 0 };
    return std::nullopt;
}

/// Returns false and adds a failure if the field is absent or null.
bool Body::require(QLatin1StringView name)
{
    if (has(name))
        return true;
    fail(fieldName(name), u"is required"_s);
    return false;
}

// One value

std::optional<QString> Body::readText(const QJsonValue &value, const QString &field, TextRule rule)
{
    const QString text = value.toString();
    if (!value.isString())
        fail(field, u"must be a string"_s);
    else if (text.size() < rule.min)
        fail(field,
             rule.min == 1 ? u"must not be empty"_s
                           : u"must have at least %1 characters"_s.arg(rule.min));
    else if (text.size() > rule.max)
        fail(field, u"must have at most %1 characters"_s.arg(rule.max));
    else
        return text;
    return std::nullopt;
}

std::optional<qint64> Body::readInteger(const QJsonValue &value, const QString &field, qint64 min,
                                        qint64 max)
{
    const auto number = exactInteger(value);
    if (!number)
        fail(field, u"must be an integer"_s);
    else if (*number < min)
        fail(field, u"must be at least %1"_s.arg(min));
    else if (*number > max)
        fail(field, u"must be at most %1"_s.arg(max));
    else
        return number;
    return std::nullopt;
}

std::optional<QString> Body::optionalText(QLatin1StringView name, TextRule rule)
{
    return has(name) ? readText(find(name), fieldName(name), rule) : std::nullopt;
}

std::optional<qint64> Body::optionalInteger(QLatin1StringView name, qint64 min, qint64 max)
{
    return has(name) ? readInteger(find(name), fieldName(name), min, max) : std::nullopt;
}

std::optional<bool> Body::optionalBoolean(QLatin1StringView name)
{
    const QJsonValue value = find(name);
    if (value.isBool())
        return value.toBool();
    if (!value.isUndefined())
        fail(fieldName(name), u"must be true or false"_s);
    return std::nullopt;
}

std::optional<QJsonObject> Body::optionalObject(QLatin1StringView name)
{
    const QJsonValue value = find(name);
    if (value.isObject())
        return value.toObject();
    if (!value.isUndefined())
        fail(fieldName(name), u"must be an object"_s);
    return std::nullopt;
}

QString Body::text(QLatin1StringView name, TextRule rule)
{
    return require(name) ? optionalText(name, rule).value_or(QString()) : QString();
}

qint64 Body::integer(QLatin1StringView name, qint64 min, qint64 max)
{
    return require(name) ? optionalInteger(name, min, max).value_or(0) : 0;
}

bool Body::boolean(QLatin1StringView name)
{
    return require(name) && optionalBoolean(name).value_or(false);
}

// Lists

/// `read(element, fieldName)` returns an optional<T>. It adds a failure for an invalid element, which
/// is left out of the list.
template<typename T, typename Read>
std::optional<QList<T>> Body::readList(QLatin1StringView name, qsizetype maxCount, Read read)
{
    const QJsonValue value = find(name);
    if (value.isUndefined())
        return std::nullopt;
    const QString field = fieldName(name);
    const QJsonArray array = value.toArray();
    if (!value.isArray()) {
        fail(field, u"must be a list"_s);
        return std::nullopt;
    }
    if (array.size() > maxCount) {
        fail(field, u"must have at most %1 elements"_s.arg(maxCount));
        return std::nullopt;
    }
    QList<T> list;
    list.reserve(array.size());
    for (qsizetype i = 0; i < array.size(); ++i) {
        if (auto element = read(QJsonValue(array.at(i)), elementName(field, i)))
            list.append(*std::move(element));
    }
    return list;
}

std::optional<QStringList> Body::optionalTextList(QLatin1StringView name, qsizetype maxCount,
                                                  TextRule rule)
{
    return readList<QString>(name, maxCount, [&](const QJsonValue &element, const QString &field) {
        return readText(element, field, rule);
    });
}

std::optional<QList<qint64>> Body::optionalIntegerList(QLatin1StringView name, qsizetype maxCount,
                                                       qint64 min, qint64 max)
{
    return readList<qint64>(name, maxCount, [&](const QJsonValue &element, const QString &field) {
        return readInteger(element, field, min, max);
    });
}

std::optional<QList<QJsonObject>> Body::optionalObjectList(QLatin1StringView name,
                                                           qsizetype maxCount)
{
    return readList<QJsonObject>(
        name, maxCount,
        [&](const QJsonValue &element, const QString &field) -> std::optional<QJsonObject> {
            if (element.isObject())
                return element.toObject();
            fail(field, u"must be an object"_s);
            return std::nullopt;
        });
}

QStringList Body::textList(QLatin1StringView name, qsizetype maxCount, TextRule rule)
{
    return require(name) ? optionalTextList(name, maxCount, rule).value_or(QStringList())
                         : QStringList();
}

QList<qint64> Body::integerList(QLatin1StringView name, qsizetype maxCount, qint64 min, qint64 max)
{
    return require(name) ? optionalIntegerList(name, maxCount, min, max).value_or(QList<qint64>())
                         : QList<qint64>();
}

} // namespace Http
