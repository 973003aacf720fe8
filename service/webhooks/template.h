// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "webhooks/insertion.h"

#include <QJsonObject>
#include <QList>
#include <QStringList>

namespace Webhooks {

/** Why a text is not a valid template; shown to the author. */
struct TemplateFault {
    qsizetype position = 0; ///< in UTF-16 units from the beginning of the text
    QString reason;

    friend bool operator==(const TemplateFault &, const TemplateFault &) = default;
};

/** A variable of a template: `{{ data.mails.0.subject }}`. */
struct Variable {
    qsizetype position = 0; ///< of its braces, as in TemplateFault
    QStringList path;
    bool isInString = false; ///< inside a string literal of the template, read as JSON
};

/**
 * A text with variables in double braces. A path is names and array indexes joined by dots, at most
 * 8 of them; `length` of an array is its size. `\{{` is a literal `{{`. No loops, no filters. What
 * is inserted is not parsed again, so no value can add a variable or end its string.
 */
class Template
{
public:
    static constexpr qsizetype mostText = 64 * 1024; ///< UTF-16 units
    static constexpr int mostVariables = 256;
    static constexpr qsizetype mostRendered = 256 * 1024; ///< bytes

    static Result<Template, TemplateFault> parse(const QString &text);

    /// Unknown paths are missing values. An error: more than mostRendered bytes.
    Result<QByteArray, TemplateFault> render(const QJsonObject &data, Mode mode) const;

    const QList<Variable> &variables() const { return m_variables; }

private:
    QStringList m_texts; ///< one more than variables, around them
    QList<Variable> m_variables;
};

/// The value at the path; undefined: the path does not exist.
QJsonValue valueAt(const QJsonObject &data, const QStringList &path);

} // namespace Webhooks
