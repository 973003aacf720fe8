// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/people/visibility.h"

#include "store/people/settings.h"

using namespace Qt::StringLiterals;

namespace Store {

namespace {

const QString key = u"visibility_in_force"_s; // webhooks.sql and push.sql have it too

} // namespace

Result<bool> ownAccountsOnly(Session &session)
{
    const auto visibility = setting(session, wholeInstallation, key);
    RETURN_IF_ERROR(visibility);
    return *visibility == u"owner"_s;
}

Result<void> setVisibilityInForce(Session &session, const QString &visibility)
{
    return setSetting(session, wholeInstallation, key, visibility);
}

} // namespace Store
