// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/accountsecrets.h"

#include "api/accountjson.h"

namespace Api {

bool isEntered(const std::optional<QByteArray> &secret)
{
    return secret && !secret->isEmpty() && QString::fromUtf8(*secret) != passwordMask;
}

bool hasSmtpPassword(const Store::Account &before, const AccountInput &input)
{
    return input.smtpPassword ? !input.smtpPassword->isEmpty() : !before.smtpSecretRef.isEmpty();
}

void checkKeptSecrets(Http::Body &body, const Store::Account &before, const AccountInput &input)
{
    const ReusedSecrets kept{
        .password = !input.password && !before.secretRef.isEmpty(),
        .smtpPassword = !input.smtpPassword && !before.smtpSecretRef.isEmpty(),
        .proxyLogin = !input.proxyLogin && !before.proxySecretRef.isEmpty(),
        .isSignIn = before.authType == "oauth2",
    };
    const SecretPlaces from = placesOf(before, !before.smtpSecretRef.isEmpty());
    const SecretPlaces to = placesOf(input.account, hasSmtpPassword(before, input));
    for (const ApiErrorDetail &detail : secretsToEnter(from, to, kept))
        body.fail(detail.field, detail.reason);
}

void checkGivenSecrets(Http::Body &body, const AccountInput &meant, const Store::Account &now)
{
    const ReusedSecrets given{
        .password = meant.password.has_value(),
        .smtpPassword = meant.smtpPassword.has_value(),
        .proxyLogin = meant.proxyLogin.has_value(),
        .isSignIn = meant.account.authType == "oauth2",
    };
    const SecretPlaces from = placesOf(meant.account, !meant.account.smtpSecretRef.isEmpty());
    const SecretPlaces to = placesOf(now, !now.smtpSecretRef.isEmpty());
    for (const ApiErrorDetail &detail : secretsToEnter(from, to, given))
        body.fail(detail.field, detail.reason);
}

} // namespace Api
