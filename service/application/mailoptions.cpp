// SPDX-License-Identifier: GPL-3.0-or-later
#include "application/mailoptions.h"

#include "imap/literalbudget.h"

Imap::SessionOptions imapOptions(const Config &config)
{
    Imap::SessionOptions options;
    options.allowPrivate = config.mailAllowPrivate;
    options.openTimeout = config.mailOpenTimeout;
    options.silenceTimeout = config.mailSilenceTimeout;
    options.limits.slowestOver = config.mailSlowAfter;
    options.limits.slowestBytes = 1024 * config.mailSlowAfter.count();
    options.literals = std::make_shared<Imap::LiteralBudget>();
    return options;
}

Smtp::SessionOptions smtpOptions(const Config &config)
{
    Smtp::SessionOptions options;
    options.allowPrivate = config.mailAllowPrivate;
    options.openTimeout = config.mailOpenTimeout;
    options.commandTimeout = config.sendCommandTimeout;
    options.finalTimeout = config.sendFinalTimeout;
    return options;
}

Result<Net::TlsPolicy> mailTls(const Config &config)
{
    if (config.mailExtraCa.isEmpty())
        return Net::TlsPolicy();
    return Net::TlsPolicy::withExtraCa(config.mailExtraCa);
}
