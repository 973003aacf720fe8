// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzztarget.h"
#include "webhooks/template.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>

using namespace Qt::StringLiterals;
using Webhooks::Mode;

namespace {

void check(bool isRight)
{
    if (!isRight)
        __builtin_trap();
}

bool isJson(const QByteArray &text)
{
    QJsonParseError error;
    QJsonDocument::fromJson(text, &error);
    return error.error == QJsonParseError::NoError;
}

/// Every name that the seeds use, with the text as its value.
QJsonObject dataWith(const QString &text)
{
    const QJsonObject mail{ { u"subject"_s, text }, { text, text } };
    const QJsonObject data{ { u"subject"_s, text },
                            { u"mails"_s, QJsonArray{ mail, text, QJsonValue() } } };
    return { { u"event"_s, text }, { u"data"_s, data } };
}

bool isFormByte(char c)
{
    return c == '%' || c == '-' || c == '.' || c == '_' || c == '~' || (c >= '0' && c <= '9')
        || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool isMarkup(char c)
{
    return c == '<' || c == '>' || c == '"' || c == '\'' || c == '\0';
}

} // namespace

/// A template, 0x01, and a text of a mail: an inserted text cannot change the structure around it.
int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QString all = QString::fromUtf8(reinterpret_cast<const char *>(data), qsizetype(size));
    const QString value = all.section(u'\1', 1);
    const QByteArray form = Webhooks::inserted(value, Mode::Form, false);
    const QByteArray xml = Webhooks::inserted(value, Mode::Xml, false);
    check(std::ranges::all_of(form, isFormByte) && std::ranges::none_of(xml, isMarkup));
    check(isJson("[\"" + Webhooks::inserted(value, Mode::Json, true) + "\"]"));

    const auto made = Webhooks::Template::parse(all.section(u'\1', 0, 0));
    if (!made)
        return 0;
    const auto plain = made->render(dataWith(u"x"_s), Mode::Json);
    const auto filled = made->render(dataWith(value), Mode::Json);
    if (plain && filled && isJson(*plain))
        check(isJson(*filled));
    for (const Mode mode : { Mode::Form, Mode::Xml, Mode::Text })
        static_cast<void>(made->render(dataWith(value), mode));
    return 0;
}
