// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/apierror.h"

#include <QByteArrayView>
#include <QHash>
#include <QLatin1StringView>
#include <QString>

#include <limits>
#include <optional>

namespace Http {

/** Which part of a list is wanted. */
struct Page {
    qint64 number = 1; ///< from 1
    int size = 20;     ///< 1..100
    qint64 offset() const { return (number - 1) * size; }

    bool operator==(const Page &) const = default;
};

/**
 * Typed reading of a query string. Empty values count as absent, of repeated names the last counts,
 * unknown names are ignored. Reading goes on after a failure; failure() has the first one (40003).
 *
 *     Http::Query query(request.query);
 *     const auto accountId = query.integer("accountId"_L1, 1);
 *     const auto page = query.page();
 *     if (const auto failure = query.failure())
 *         return *failure;
 */
class Query
{
public:
    explicit Query(QByteArrayView query); ///< as sent, without `?`; `+` is a blank

    /// `page` and `pageSize`; a page size above 100 becomes 100.
    Page page();
    std::optional<bool> boolean(QLatin1StringView name); ///< true, false, 1, 0
    std::optional<qint64> integer(QLatin1StringView name, qint64 min = minInteger,
                                  qint64 max = maxInteger);
    std::optional<QString> text(QLatin1StringView name, qsizetype maxLength = 1000);
    std::optional<qint64> timestamp(QLatin1StringView name); ///< seconds since the epoch

    /// For additional checks of the caller.
    void fail(QLatin1StringView name, const QString &reason,
              ApiError error = ApiError::InvalidParameter);
    const std::optional<ApiFailure> &failure() const { return m_failure; }

    static constexpr qint64 maxInteger = (qint64(1) << 53) - 1; ///< exact in JSON
    static constexpr qint64 minInteger = -maxInteger;

private:
    QByteArray value(QLatin1StringView name) const
    {
        return m_values.value(QByteArray::fromRawData(name.data(), name.size()));
    }

    QHash<QByteArray, QByteArray> m_values;
    std::optional<ApiFailure> m_failure;
};

} // namespace Http
