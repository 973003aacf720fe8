// SPDX-License-Identifier: GPL-3.0-or-later
#include "application/pushcontext.h"

#include "push/vapidkey.h"

#include <QHostInfo>
#include <QLoggingCategory>
#include <QUrl>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

Q_LOGGING_CATEGORY(logService, "postrider.service", QtInfoMsg)

constexpr auto connectWithin = 10s;

QString subjectOf(const Config &config)
{
    if (!config.vapidSubject.isEmpty())
        return config.vapidSubject;
    if (QUrl(config.publicUrl).scheme() == u"https")
        return config.publicUrl;
    const QString made = u"mailto:postrider@"_s + QHostInfo::localHostName();
    qCInfo(logService).noquote() << "push services get the contact address" << made
                                 << "because neither push.subject nor an https public_url is set";
    return made;
}

} // namespace

Result<Crypto::P256Key> pushKey(const Config &config,
                                const std::function<Result<Crypto::P256Key>()> &stored)
{
    if (config.vapidPublicKey.isEmpty())
        return stored();
    return Push::givenKey(config.vapidPublicKey, config.vapidPrivateKey);
}

Push::Context pushContext(const Config &config, Store::Database &database, const Clock &clock,
                          const Crypto::P256Key &key)
{
    Push::Settings settings;
    settings.retry.waits = config.pushRetries;
    settings.retry.longestPause = config.pushLongestPause;
    settings.retry.giveUpAfter = config.pushGiveUp;
    settings.content =
        config.pushContent == u"minimal" ? Push::Content::Minimal : Push::Content::Full;
    const auto opened = Net::Networks::parse(config.pushNetworks); // checkConfig() checked it
    settings.opened = opened ? *opened : Net::Networks();
    Net::HttpCallerOptions calls;
    calls.deadlines.connect = connectWithin;
    calls.deadlines.tls = connectWithin;
    calls.deadlines.total = config.pushTimeout;
    return { database, clock, key, subjectOf(config), calls, settings };
}
