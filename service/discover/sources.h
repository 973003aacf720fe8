// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "discover/inquiry.h"

/** Each function queries one source. The coroutines write the outcome into the inquiry. */
namespace Discover {

/// From what is built in. Nothing: the domain is not known.
std::optional<Settings> askProviders(const EmailAddress &address);

/// A configuration file of the domain's own, Source::Autoconfig or Source::WellKnown.
QCoro::Task<> askFile(InquiryPtr inquiry, Tools tools, Source source);

/// SRV records.
QCoro::Task<> askServices(InquiryPtr inquiry, Tools tools);

/// The mail provider of the domain, found by its MX records.
QCoro::Task<> askExchangers(InquiryPtr inquiry, Tools tools);

/// Usual server names: connects with TLS and reads the greeting. Sends no data of the user.
QCoro::Task<> askGuesses(InquiryPtr inquiry, Tools tools);

} // namespace Discover
