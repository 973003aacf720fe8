// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "webhooks/template.h"

#include <optional>

namespace Webhooks {

/** An unknown variable of a template: it is replaced by nothing. */
struct TemplateWarning {
    qsizetype position = 0; ///< as in TemplateFault
    QString path;

    friend bool operator==(const TemplateWarning &, const TemplateWarning &) = default;
};

/** The prepared body of a webhook's calls; its variables are filled in for each call. */
struct Content {
    std::optional<Template> text; ///< nothing: the notice is sent unchanged
    Mode mode = Mode::Json;
    QByteArray contentType = "application/json"; ///< if the webhook sets none
};

/**
 * Prepares the template for this Content-Type (empty: not set). Without a Content-Type the mode is Json
 * if the filled-in text is JSON. A fault: the text is not a valid template, or some mail would make its
 * JSON invalid.
 */
Result<Content, TemplateFault> contentOf(const std::optional<QString> &bodyTemplate,
                                         const QByteArray &contentType,
                                         const QList<QByteArray> &events);

/// The template's variables that exist in none of the events.
QList<TemplateWarning> warningsOf(const std::optional<QString> &bodyTemplate,
                                  const QList<QByteArray> &events);

} // namespace Webhooks
