// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "webhooks/template.h"

namespace Webhooks {

/// Replaces the account's name in the payload, if it contains one: the account may have been renamed
/// since. A null name changes nothing.
QByteArray withAccountName(QByteArray payload, const QString &name);

/** The text of a mail, for templates that use it. */
struct MailTexts {
    QString text;
    QString html;
};

constexpr qsizetype mostText = 64 * 1024; ///< bytes of each

/// All variables of a template: the notice, and for new mails also the fields of the newest mail.
QJsonObject variables(const QByteArray &payload, const MailTexts &texts = {});

/// Whether the template uses MailTexts.
bool needsTexts(const Template &text);

/// Reads both from a message; cut at mostText.
MailTexts textsOf(const QByteArray &message);

} // namespace Webhooks
