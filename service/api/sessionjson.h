// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "api/authenticator.h"
#include "common/jsonwriter.h"

namespace Api {

/// The answer to every way of getting a token: {token, tokenType, expiresAt, username, role}.
Json::Bytes sessionJson(const IssuedToken &issued, const QString &username, const QString &role);
Json::Bytes sessionJson(const IssuedToken &issued, const Store::User &user);

} // namespace Api
