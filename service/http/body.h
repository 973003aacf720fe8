// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/apierror.h"
#include "http/query.h"

#include <QJsonObject>
#include <QLatin1StringView>
#include <QStringList>

#include <limits>
#include <optional>

namespace Http {

/** How long a text may be, in UTF-16 units. */
struct TextRule {
    qsizetype min = 0;
    qsizetype max = std::numeric_limits<qsizetype>::max();
};

/**
 * Typed reading of a JSON body. Strict: `"1"` is no integer, `"true"` no boolean; 1.0 is an integer;
 * null means absent; unknown fields are ignored. Reading goes on after a failure with defaults, and
 * failure() names all wrong fields at once (40001), or says that the body is no JSON object (40000).
 *
 *     Http::Body body(request.body);
 *     const QString name = body.text("name"_L1, { .min = 1, .max = 100 });
 *     const auto port = body.optionalInteger("smtp_port"_L1, 1, 65535);
 *     if (const auto failure = body.failure())
 *         return *failure;
 */
class Body
{
public:
    explicit Body(const QByteArray &json);
    /// An object inside another body; `prefix` starts the names of its fields, e.g. `inline[0].`
    Body(QJsonObject object, QString prefix);

    // Required: absent or null is a failure.
    QString text(QLatin1StringView name, TextRule rule = {});
    qint64 integer(QLatin1StringView name, qint64 min = Query::minInteger,
                   qint64 max = Query::maxInteger);
    bool boolean(QLatin1StringView name);
    /// Failures name the element: `to[2]`.
    QStringList textList(QLatin1StringView name, qsizetype maxCount, TextRule rule = {});
    QList<qint64> integerList(QLatin1StringView name, qsizetype maxCount, qint64 min = 1,
                              qint64 max = Query::maxInteger);

    // Optional: absent or null is nothing.
    std::optional<QString> optionalText(QLatin1StringView name, TextRule rule = {});
    std::optional<qint64> optionalInteger(QLatin1StringView name, qint64 min = Query::minInteger,
                                          qint64 max = Query::maxInteger);
    std::optional<bool> optionalBoolean(QLatin1StringView name);
    std::optional<QStringList> optionalTextList(QLatin1StringView name, qsizetype maxCount,
                                                TextRule rule = {});
    std::optional<QList<qint64>> optionalIntegerList(QLatin1StringView name, qsizetype maxCount,
                                                     qint64 min = 1,
                                                     qint64 max = Query::maxInteger);
    std::optional<QJsonObject> optionalObject(QLatin1StringView name);
    std::optional<QList<QJsonObject>> optionalObjectList(QLatin1StringView name,
                                                         qsizetype maxCount);

    bool has(QLatin1StringView name) const;    ///< present and not null
    bool isNull(QLatin1StringView name) const; ///< present and null: PUT resets to the default

    /// For additional checks of the caller; `field` is the name that the client uses.
    void fail(const QString &field, const QString &reason);
    /// Adds the failures of an inner body.
    void takeFailures(const Body &inner);
    std::optional<ApiFailure> failure() const;

private:
    QJsonValue find(QLatin1StringView name) const;
    QString fieldName(QLatin1StringView name) const;
    bool require(QLatin1StringView name);
    template<typename T, typename Read>
    std::optional<QList<T>> readList(QLatin1StringView name, qsizetype maxCount, Read read);
    std::optional<QString> readText(const QJsonValue &value, const QString &field, TextRule rule);
    std::optional<qint64> readInteger(const QJsonValue &value, const QString &field, qint64 min,
                                      qint64 max);

    QJsonObject m_object;
    QString m_prefix;
    bool m_isObject = true;
    QString m_syntaxProblem;
    QList<ApiErrorDetail> m_details;
};

} // namespace Http
