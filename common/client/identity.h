// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QByteArray>
#include <QUrl>

#include <functional>

namespace Client {

/** What the service on this machine is known by. */
struct Identity {
    QUrl url;
    QByteArray secret; ///< see common/proof.h

    bool operator==(const Identity &) const = default;
};

using Identify = std::function<Result<Identity>()>;

} // namespace Client
