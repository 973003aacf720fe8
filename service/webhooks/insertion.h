// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QJsonValue>

/** How values go into the text of a webhook, so that they stay values whatever they hold. */
namespace Webhooks {

enum class Mode { Json, Form, Xml, Text };

/**
 * The value as UTF-8 for a text of that mode. Missing and null values are empty; lists and objects
 * are compact JSON with their names in order.
 *
 * Json: inside a string literal the value's text, escaped; elsewhere the value as JSON, where a
 * missing one is `null`. Also < > & are escaped, so that the result may stand in a web page.
 * Form: percent-encoded. Xml: escaped, without control characters. Text: without control characters
 * but for tab and line ends.
 */
QByteArray inserted(const QJsonValue &value, Mode mode, bool isInString);

} // namespace Webhooks
