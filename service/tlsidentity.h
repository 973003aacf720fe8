// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "config.h"
#include "http/server.h"

#include <optional>

/// Certificate and key of the service itself; nothing where none is configured. Error::BadRequest
/// names the file that cannot be used.
Result<std::optional<Http::TlsIdentity>> tlsIdentity(const Config &config);
