// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "net/networks.h"

#include <QHostAddress>
#include <QUrl>

namespace Push {

/**
 * An endpoint that a browser gave us, as far as it can be judged without a look-up: https or http,
 * no user name, no fragment, at most 2048 characters. BadRequest: why not, as the end of a sentence.
 */
Result<QUrl> endpointUrl(const QString &text);

/**
 * Whether messages may go there: https at port 443 to public addresses, which is what push services
 * of browsers have, and anything in networks that were opened. Refused addresses are not among
 * `addresses`.
 */
bool isPushService(const QUrl &endpoint, const QList<QHostAddress> &addresses,
                   const Net::Networks &opened);

} // namespace Push
