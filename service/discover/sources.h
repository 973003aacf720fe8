// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "discover/inquiry.h"

/** Each asks one source; those that take time write into the inquiry its outcome. */
namespace Discover {

/// From what is built in. Nothing: the domain is not known.
std::optional<Settings> askProviders(const EmailAddress &address);

/// A configuration file of the domain's own, Source::Autoconfig or Source::WellKnown.
QCoro::Task<> askFile(InquiryPtr inquiry, Tools tools, Source source);

/// SRV records.
QCoro::Task<> askServices(InquiryPtr inquiry, Tools tools);

/// Who keeps the domain's mail, by its MX records.
QCoro::Task<> askExchangers(InquiryPtr inquiry, Tools tools);

/// Usual names: connects with TLS, reads the greeting, and says nothing of the person.
QCoro::Task<> askGuesses(InquiryPtr inquiry, Tools tools);

} // namespace Discover
