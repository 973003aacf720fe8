// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "webhooks/template.h"

#include <optional>

namespace Webhooks {

/** A variable that there is not: nothing is put in its place. */
struct TemplateWarning {
    qsizetype position = 0; ///< as in TemplateFault
    QString path;

    friend bool operator==(const TemplateWarning &, const TemplateWarning &) = default;
};

/** What a webhook sends, ready to be filled in. */
struct Content {
    std::optional<Template> text; ///< nothing: what is told, as it is
    Mode mode = Mode::Json;
    QByteArray contentType = "application/json"; ///< where the webhook names none
};

/**
 * What the template says under this Content-Type (empty: none is set). Json without one if the text
 * is JSON once it is filled in. A fault: no template, or JSON that some mail would break.
 */
Result<Content, TemplateFault> contentOf(const std::optional<QString> &bodyTemplate,
                                         const QByteArray &contentType,
                                         const QList<QByteArray> &events);

/// Variables that none of the events has.
QList<TemplateWarning> warningsOf(const std::optional<QString> &bodyTemplate,
                                  const QList<QByteArray> &events);

} // namespace Webhooks
