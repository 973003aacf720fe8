// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "net/endpoint.h"
#include "store/accounts.h"

namespace Sync {

/// Where the account's mail is and how the connection is protected.
inline Net::Endpoint imapEndpoint(const Store::Account &account)
{
    const auto security = Net::securityFromName(account.security);
    return { account.host, quint16(account.port), security.value_or(Net::Security::Auto),
             account.tlsPin };
}

} // namespace Sync
