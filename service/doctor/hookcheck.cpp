// SPDX-License-Identifier: GPL-3.0-or-later
#include "doctor/hookcheck.h"

#include "doctor/report.h"
#include "store/events/webhooks.h"
#include "store/people/users.h"
#include "store/queue/pushsubscriptions.h"
#include "store/sql/session.h"

#include <QUrl>

using namespace Qt::StringLiterals;

namespace Doctor {

namespace {

const QString webhooks = u"webhooks"_s;
const QString push = u"push"_s;
constexpr int failuresToName = 3;

void checkWebhook(const Store::Webhook &webhook, Report &report)
{
    const QString host = QUrl(webhook.url).host(); // the rest of the URL may be a secret
    const QString where = u"%1 (%2)"_s.arg(webhook.name, host);
    if (!webhook.disabledReason.isEmpty())
        report.warn(webhooks, where,
                    u"The webhook was disabled because its calls failed: %1"_s.arg(
                        webhook.errorMessage.value_or(u"no reason was stored"_s)),
                    u"Test it and enable it again, or delete it."_s);
    else if (webhook.enabled && webhook.consecutiveFailures >= failuresToName)
        report.warn(webhooks, where,
                    u"The last %1 calls failed: %2"_s.arg(webhook.consecutiveFailures)
                        .arg(webhook.errorMessage.value_or(u"no reason was stored"_s)),
                    u"Check its log and the receiver."_s);
    else
        report.ok(webhooks, where, u"The last calls succeeded, or there were none."_s);
}

int failingOf(const QList<Store::PushSubscription> &subscriptions)
{
    int failing = 0;
    for (const Store::PushSubscription &one : subscriptions)
        failing += one.isActive && one.failures >= failuresToName ? 1 : 0;
    return failing;
}

void checkPush(qsizetype count, int failing, const PushSettings &settings, Report &report)
{
    if (count == 0)
        return;
    if (failing > 0)
        report.warn(push, {}, u"%1 of %2 browsers cannot be reached."_s.arg(failing).arg(count),
                    u"Check whether the service can connect to the Internet, and check its log "
                    "(POSTRIDER_LOG=postrider.push.debug=true)."_s);
    else
        report.ok(push, {}, u"%1 browsers get notifications of new mail."_s.arg(count));
    if (settings.subject.isEmpty() && QUrl(settings.publicUrl).scheme() != u"https")
        report.warn(push, {}, u"Push services get no contact address of the operator."_s,
                    u"Set push.subject to your address (mailto:), or set public_url."_s);
}

} // namespace

void checkHooks(Store::Session &session, const PushSettings &settings, Report &report)
{
    const auto users = Store::users(session);
    if (!users) {
        report.fault(webhooks, {}, users.error().message, u"Check the database."_s);
        return;
    }
    QList<Store::PushSubscription> subscriptions;
    for (const Store::User &user : *users) {
        const auto hooks = Store::webhooksOf(session, user.id);
        const auto browsers = Store::pushSubscriptionsOf(session, user.id);
        if (!hooks || !browsers) {
            report.fault(webhooks, user.username,
                         (hooks ? browsers.error() : hooks.error()).message,
                         u"Check the database."_s);
            continue;
        }
        for (const Store::Webhook &webhook : *hooks)
            checkWebhook(webhook, report);
        subscriptions += *browsers;
    }
    checkPush(subscriptions.size(), failingOf(subscriptions), settings, report);
}

} // namespace Doctor
