// SPDX-License-Identifier: GPL-3.0-or-later
#include "discover/finder.h"

#include "discover/autoconfig.h"
#include "discover/sources.h"
#include "net/publicaddress.h"

#include <QTimer>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Discover {

namespace {

/// Refuses a name if any of its addresses is not allowed for mail servers, because the next look-up may
/// return only that address.
Net::AddressLookup mailLookup(bool allowPrivate)
{
    return [allowPrivate](const QString &host) -> Result<QList<QHostAddress>> {
        Result<QList<QHostAddress>> found = Net::lookUpAddresses(host);
        RETURN_IF_ERROR(found);
        const bool isAllowed = std::ranges::all_of(*found, [allowPrivate](const auto &address) {
            return Net::isMailServerAllowed(address, allowPrivate);
        });
        if (!isAllowed)
            return Error{ Error::Code::BadRequest,
                          u"%1 has an address that is not allowed for mail servers."_s.arg(host) };
        return found;
    };
}

/// The networks that HttpCaller may call besides public ones. mailLookup() still refuses addresses in
/// them that are not allowed for mail servers.
Net::Networks openedNetworks(bool allowPrivate)
{
    if (!allowPrivate)
        return {};
    const auto networks =
        Net::Networks::parse({ u"127.0.0.0/8"_s, u"::1"_s, u"10.0.0.0/8"_s, u"172.16.0.0/12"_s,
                               u"192.168.0.0/16"_s, u"100.64.0.0/10"_s, u"fc00::/7"_s });
    return networks ? *networks : Net::Networks();
}

Net::ResolverOptions namesOptions(bool allowPrivate)
{
    Net::ResolverOptions options;
    options.lookup = mailLookup(allowPrivate);
    options.atOncePerShare =
        6; // one discovery: the servers of two files and of SRV records, three guessed names
    return options;
}

Net::HttpCallerOptions webOptions(const FinderOptions &options)
{
    Net::HttpCallerOptions web;
    web.tls = options.tls;
    web.lookup = mailLookup(options.allowPrivate);
    return web;
}

} // namespace

Finder::Finder(FinderOptions options, QObject *parent)
    : QObject(parent), m_options(std::move(options)), m_dns(m_options.nameserver),
      m_names(namesOptions(m_options.allowPrivate)), m_web(webOptions(m_options))
{
}

Finder::~Finder()
{
    for (const auto &running : std::exchange(m_running, {})) {
        if (const InquiryPtr inquiry = running.lock())
            inquiry->end();
    }
}

QCoro::Task<Findings> Finder::find(EmailAddress address, qint64 userId)
{
    const auto inquiry = std::make_shared<Inquiry>(std::move(address), userId, m_options.total);
    inquiry->begin(Source::Providers, inquiry->address.domain);
    const std::optional<Settings> known = askProviders(inquiry->address);
    if (known)
        inquiry->found(Source::Providers, *known);
    else
        start(inquiry);
    const Async::Completion<bool> decided = inquiry->decided();
    co_await decided;
    co_return Findings{ inquiry->address, inquiry->attempts(), inquiry->winner() };
}

void Finder::start(const InquiryPtr &inquiry)
{
    m_running.removeIf([](const auto &running) { return running.expired(); });
    m_running.append(inquiry);
    const QString domain = inquiry->address.domain;
    inquiry->begin(Source::Autoconfig, autoconfigUrl(inquiry->address).host());
    inquiry->begin(Source::WellKnown, domain);
    inquiry->begin(Source::Srv, domain);
    inquiry->begin(Source::Mx, domain);
    inquiry->begin(Source::Guess, domain);
    inquiry->nothing(Source::Providers, u"%1 is not in the list of known providers."_s.arg(domain));
    const std::weak_ptr<Inquiry> weak = inquiry;
    QTimer::singleShot(m_options.hurry, this, [weak] {
        if (const InquiryPtr one = weak.lock())
            one->hurry();
    });
    QTimer::singleShot(m_options.total, this, [weak] {
        if (const InquiryPtr one = weak.lock())
            one->end();
    });
    const Tools tools{ m_web,
                       m_dns,
                       m_names,
                       m_options.tls,
                       openedNetworks(m_options.allowPrivate),
                       m_options.allowPrivate };
    askFile(inquiry, tools, Source::Autoconfig);
    askFile(inquiry, tools, Source::WellKnown);
    askServices(inquiry, tools);
    askExchangers(inquiry, tools);
    askGuesses(inquiry, tools);
}

} // namespace Discover
