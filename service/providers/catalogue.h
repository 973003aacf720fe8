// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "providers/provider.h"

#include <QList>

#include <optional>

/** The mail providers that we know by ourselves. Any thread. */
namespace Providers {

/// Reads the file's text. BadRequest names the entry and what is wrong with it.
Result<QList<Provider>> readProviders(const QByteArray &json);

/// Those of the file that is built in.
const QList<Provider> &all();

/// By the domain of an address, in any case.
std::optional<Provider> byDomain(const QString &domain);

/// By the name of a mail exchanger, `aspmx.l.google.com`: who keeps the mail of somebody's own domain.
std::optional<Provider> byMailExchanger(const QString &host);

/// By the name of the IMAP server; addresses say nothing.
std::optional<Provider> byImapHost(const QString &host);

} // namespace Providers
