// SPDX-License-Identifier: GPL-3.0-or-later
#include "discover/sources.h"
#include "providers/catalogue.h"

using namespace Qt::StringLiterals;

namespace Discover {

std::optional<Settings> askProviders(const EmailAddress &address)
{
    const auto known = Providers::byDomain(address.domain);
    if (!known)
        return std::nullopt;
    Settings settings = settingsOf(*known, address);
    settings.message = u"These are the known settings of %1."_s.arg(known->name);
    return settings;
}

} // namespace Discover
