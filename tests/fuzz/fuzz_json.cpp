// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzztarget.h"
#include "http/body.h"
#include "http/jsonscanner.h"
#include "http/strictjson.h"

#include <QJsonDocument>

using namespace Qt::StringLiterals;

/// The body of a request: an object that is accepted stays equal when it is written and read again.
int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QByteArray bytes(reinterpret_cast<const char *>(data), qsizetype(size));
    if (const auto object = Http::parseStrictObject(bytes)) {
        const auto again =
            Http::parseStrictObject(QJsonDocument(*object).toJson(QJsonDocument::Compact));
        if (!again || *again != *object)
            __builtin_trap();
    }
    Http::Body body(bytes);
    const QString text = body.text("a"_L1, { .min = 1, .max = 10 });
    const qint64 number = body.integer("b"_L1, 1, 65'535);
    body.boolean("c"_L1);
    const QStringList texts = body.textList("d"_L1, 3);
    const QList<qint64> numbers = body.integerList("e"_L1, 3);
    for (const QJsonObject &object :
         body.optionalObjectList("f"_L1, 3).value_or(QList<QJsonObject>()))
        body.takeFailures(Http::Body(object, u"f[0]."_s));
    const bool isKept =
        text.size() <= 10 && number <= 65'535 && texts.size() <= 3 && numbers.size() <= 3;
    if (!isKept || (!body.failure() && (text.isEmpty() || number < 1)))
        __builtin_trap();
    return 0;
}
