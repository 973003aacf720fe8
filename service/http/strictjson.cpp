// SPDX-License-Identifier: GPL-3.0-or-later
#include "http/strictjson.h"

#include "http/jsonscanner.h"

#include <QJsonDocument>
#include <QUtf8StringView>

namespace Http {

using namespace Qt::StringLiterals;

Result<QJsonObject, JsonProblem> parseStrictObject(const QByteArray &bytes)
{
    if (bytes.isEmpty())
        return JsonProblem{ u"is empty"_s };
    if (!bytes.isValidUtf8())
        return JsonProblem{ u"is not valid UTF-8"_s };
    JsonScanner scanner(bytes);
    if (!scanner.scan())
        return JsonProblem{ scanner.problem() };
    const auto document = QJsonDocument::fromJson(bytes);
    if (!document.isObject())
        return JsonProblem{ u"is not a JSON object"_s };
    return document.object();
}

} // namespace Http
