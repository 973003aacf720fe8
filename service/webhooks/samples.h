// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QList>

/** Sample notices: for test calls by users, and for checking templates. */
namespace Webhooks {

/// The events that webhooks can receive.
const QList<QByteArray> &knownEvents();

/// The notice of one new mail with the subject `Test`; seconds.
QByteArray sampleNotice(qint64 now);

/// All variables of this event, with nearly empty values.
QJsonObject sampleVariables(const QByteArray &event);

/// The same with values that are hard to escape: quotes, line ends, braces, half characters. Also with
/// empty lists.
QList<QJsonObject> hostileVariables(const QByteArray &event);

} // namespace Webhooks
