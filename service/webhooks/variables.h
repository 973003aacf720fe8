// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "webhooks/template.h"

namespace Webhooks {

/// The payload with this name of the account, where it names one: the account may have been renamed
/// since. A null name changes nothing.
QByteArray withAccountName(QByteArray payload, const QString &name);

/** The text of a mail, for templates that ask for it. */
struct MailTexts {
    QString text;
    QString html;
};

constexpr qsizetype mostText = 64 * 1024; ///< bytes of each

/// All that templates can name: what is told, and of new mails the newest one's fields beside them.
QJsonObject variables(const QByteArray &payload, const MailTexts &texts = {});

/// Whether the template wants MailTexts.
bool needsTexts(const Template &text);

/// Reads both from a message; cut at mostText.
MailTexts textsOf(const QByteArray &message);

} // namespace Webhooks
