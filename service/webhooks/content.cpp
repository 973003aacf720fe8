// SPDX-License-Identifier: GPL-3.0-or-later
#include "webhooks/content.h"

#include "webhooks/samples.h"

#include <QJsonDocument>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Webhooks {

namespace {

bool isJson(const QByteArray &text)
{
    QJsonParseError error;
    QJsonDocument::fromJson(text, &error);
    return error.error == QJsonParseError::NoError;
}

/// Nothing: the header is empty.
std::optional<Mode> modeOf(const QByteArray &contentType)
{
    const QByteArray type = contentType.split(';').first().trimmed().toLower();
    if (type.isEmpty())
        return std::nullopt;
    if (type == "application/json" || type.endsWith("+json"))
        return Mode::Json;
    if (type == "application/x-www-form-urlencoded")
        return Mode::Form;
    if (type == "text/html" || type == "text/xml" || type == "application/xml"
        || type.endsWith("+xml"))
        return Mode::Xml;
    return Mode::Text;
}

/// Nothing: the filled-in text is JSON for all sample values of the events.
std::optional<TemplateFault> jsonFault(const Template &text, const QList<QByteArray> &events)
{
    for (const QByteArray &event : events) {
        for (const QJsonObject &sample : hostileVariables(event)) {
            const Result<QByteArray, TemplateFault> rendered = text.render(sample, Mode::Json);
            RETURN_IF_ERROR(rendered);
            if (!isJson(*rendered))
                return TemplateFault{
                    0,
                    u"With its values filled in, the template is not valid JSON; check for a "
                    "missing quote or comma."_s
                };
        }
    }
    return std::nullopt;
}

bool isJsonWithSamples(const Template &text, const QList<QByteArray> &events)
{
    const auto rendered = text.render(sampleVariables(events.value(0)), Mode::Json);
    return rendered && isJson(*rendered);
}

/// The path with 0 for every index, because lists of the samples have one element: if
/// `data.mails.0.subject` exists, `data.mails.3.subject` may exist in a call.
QStringList withFirstElements(QStringList path)
{
    for (QString &part : path) {
        if (part.at(0).isDigit())
            part = u"0"_s;
    }
    return path;
}

bool isKnown(const QStringList &path, const QList<QByteArray> &events)
{
    return std::ranges::any_of(events, [&path](const QByteArray &event) {
        return !valueAt(sampleVariables(event), withFirstElements(path)).isUndefined();
    });
}

} // namespace

Result<Content, TemplateFault> contentOf(const std::optional<QString> &bodyTemplate,
                                         const QByteArray &contentType,
                                         const QList<QByteArray> &events)
{
    Content content;
    if (!bodyTemplate)
        return content;
    Result<Template, TemplateFault> text = Template::parse(*bodyTemplate);
    RETURN_IF_ERROR(text);
    const std::optional<Mode> named = modeOf(contentType);
    content.mode = named.value_or(isJsonWithSamples(*text, events) ? Mode::Json : Mode::Text);
    if (content.mode != Mode::Json)
        content.contentType = "text/plain; charset=utf-8";
    if (const auto fault = content.mode == Mode::Json ? jsonFault(*text, events) : std::nullopt)
        return *fault;
    content.text = *std::move(text);
    return content;
}

QList<TemplateWarning> warningsOf(const std::optional<QString> &bodyTemplate,
                                  const QList<QByteArray> &events)
{
    QList<TemplateWarning> warnings;
    if (!bodyTemplate)
        return warnings;
    const Result<Template, TemplateFault> text = Template::parse(*bodyTemplate);
    if (!text)
        return warnings;
    for (const Variable &variable : text->variables()) {
        if (!isKnown(variable.path, events))
            warnings.append({ variable.position, variable.path.join(u'.') });
    }
    return warnings;
}

} // namespace Webhooks
