// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QList>

/** Made-up notices: for tests by people, and to try templates with. */
namespace Webhooks {

/// The events that webhooks can hear of.
const QList<QByteArray> &knownEvents();

/// What is told of one new mail with the subject `Test`; seconds.
QByteArray sampleNotice(qint64 now);

/// All variables of that event, as good as empty.
QJsonObject sampleVariables(const QByteArray &event);

/// The same with texts that are hard to write down: quotes, line ends, braces, half characters.
/// And with lists that are empty.
QList<QJsonObject> hostileVariables(const QByteArray &event);

} // namespace Webhooks
