// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QJsonValue>

/** Inserts values into the text of a webhook. Escapes them, so that no value can change the text's structure. */
namespace Webhooks {

enum class Mode { Json, Form, Xml, Text };

/**
 * The escaped value as UTF-8 for a text of this mode. Missing and null values are empty. Lists and
 * objects are compact JSON with sorted names.
 *
 * Json: inside a string literal the value's text, escaped; elsewhere the value as JSON, where a
 * missing one is `null`. Also < > & are escaped, so that the result may stand in a web page.
 * Form: percent-encoded. Xml: escaped, without control characters. Text: without control characters
 * but for tab and line ends.
 */
QByteArray inserted(const QJsonValue &value, Mode mode, bool isInString);

} // namespace Webhooks
