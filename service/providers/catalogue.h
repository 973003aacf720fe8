// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "providers/provider.h"

#include <QList>

#include <optional>

/** The catalogue of mail providers that is built in. Any thread. */
namespace Providers {

/// Reads the file's text. BadRequest names the faulty entry and its fault.
Result<QList<Provider>> readProviders(const QByteArray &json);

/// The catalogue from the built-in file.
const QList<Provider> &all();

/// By the domain of an address, in any case.
std::optional<Provider> byDomain(const QString &domain);

/// By the name of a mail exchanger, `aspmx.l.google.com`: the provider that hosts the mail of a
/// customer's own domain.
std::optional<Provider> byMailExchanger(const QString &host);

/// By the name of the IMAP server; IP addresses find no provider.
std::optional<Provider> byImapHost(const QString &host);

} // namespace Providers
