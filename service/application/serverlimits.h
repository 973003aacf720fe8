// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/config.h"
#include "http/server.h"

/// The configuration of the HTTP server; without the token check.
Http::ServerOptions serverOptions(const Config &config);
