// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QByteArray>
#include <QUrl>

#include <functional>

namespace Client {

/** The identity of the service on this machine. */
struct Identity {
    QUrl url;
    QByteArray secret; ///< see common/proof.h

    bool operator==(const Identity &) const = default;
};

using Identify = std::function<Result<Identity>()>;

} // namespace Client
