// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/config.h"
#include "imap/session.h"
#include "smtp/session.h"

// The configuration of connections to mail servers.

Imap::SessionOptions imapOptions(const Config &config);
Smtp::SessionOptions smtpOptions(const Config &config);
Result<Net::TlsPolicy> mailTls(const Config &config); ///< or Error::BadRequest
