// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "discover/inquiry.h"

/** Which mail servers that strangers name may be connected to. */
namespace Discover {

/// All addresses of the host, after a look-up of 5 s at most. BadRequest: one of them is not allowed
/// for mail servers; Unreachable, Timeout, Cancelled.
QCoro::Task<Result<QList<QHostAddress>>> addressesOf(InquiryPtr inquiry, Tools tools, QString host);

/// Nothing where both servers have addresses and may be used; an error of the one that may not.
/// There is an IMAP server.
QCoro::Task<std::optional<Error>> problemOf(InquiryPtr inquiry, Tools tools, Settings settings);

} // namespace Discover
