// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "smtp/limits.h"
#include "smtp/reply.h"

#include <optional>

namespace Smtp {

/** Puts a reply together from its lines (without line ends), RFC 5321 4.2.1. */
class ReplyReader
{
public:
    explicit ReplyReader(Limits limits = {}) : m_limits(limits) { }

    /// The reply once its last line came. Protocol: this is no reply, or one without an end.
    Result<std::optional<Reply>> take(QByteArrayView line);

private:
    Limits m_limits;
    Reply m_reply;
    qsizetype m_bytes = 0;
};

} // namespace Smtp
