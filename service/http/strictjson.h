// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QByteArray>
#include <QJsonObject>
#include <QString>

namespace Http {

/// Why a body is not taken as JSON: one English clause.
struct JsonProblem {
    QString reason;

    bool operator==(const JsonProblem &) const = default;
};

/**
 * Reads a JSON object from untrusted bytes. Refuses input that QJsonDocument accepts but that two
 * programs may read differently: invalid UTF-8, half surrogates, repeated names, more than 32
 * levels. Cost: one pass over the bytes before QJsonDocument's own.
 */
Result<QJsonObject, JsonProblem> parseStrictObject(const QByteArray &bytes);

} // namespace Http
