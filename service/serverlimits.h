// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config.h"
#include "http/server.h"

/// What the configuration says of the HTTP side; without the token check.
Http::ServerOptions serverOptions(const Config &config);
