// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "discover/inquiry.h"

/** Checks whether a connection to a mail server from an untrusted source is allowed. */
namespace Discover {

/// All addresses of the host, after a look-up of 5 s at most. BadRequest: one of them is not allowed
/// for mail servers; Unreachable, Timeout, Cancelled.
QCoro::Task<Result<QList<QHostAddress>>> addressesOf(InquiryPtr inquiry, Tools tools, QString host);

/// Nothing: both servers have addresses and are allowed. Otherwise the error of the first server that
/// fails. `settings` must have an IMAP server.
QCoro::Task<std::optional<Error>> problemOf(InquiryPtr inquiry, Tools tools, Settings settings);

} // namespace Discover
