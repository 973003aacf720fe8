// SPDX-License-Identifier: GPL-3.0-or-later
#include "discover/autoconfig.h"
#include "discover/filefetch.h"
#include "discover/hostcheck.h"
#include "discover/sources.h"

using namespace Qt::StringLiterals;

namespace Discover {

namespace {

Result<Settings> settingsFrom(const QByteArray &xml, const EmailAddress &address)
{
    const Result<ConfigFile> file = readConfigFile(xml);
    RETURN_IF_ERROR(file);
    return chooseServers(*file, address);
}

} // namespace

QCoro::Task<> askFile(InquiryPtr inquiry, Tools tools, Source source)
{
    const bool isOwnHost = source == Source::Autoconfig;
    const QUrl url = isOwnHost ? autoconfigUrl(inquiry->address) : wellKnownUrl(inquiry->address);
    const FileFetch wanted{ url, tools.opened, inquiry->userId, inquiry->until };
    const Result<QByteArray> file = co_await fetchFile(tools.web, wanted);
    if (inquiry->isOver())
        co_return;
    if (!file && file.error().code == Error::Code::NotFound) {
        inquiry->nothing(source, file.error().message);
        co_return;
    }
    if (!file) {
        inquiry->failed(source, file.error());
        co_return;
    }
    Result<Settings> settings = settingsFrom(*file, inquiry->address);
    if (!settings) {
        inquiry->failed(source, settings.error());
        co_return;
    }
    const std::optional<Error> problem = co_await problemOf(inquiry, tools, *settings);
    if (inquiry->isOver())
        co_return;
    if (problem) {
        inquiry->failed(source, *problem);
        co_return;
    }
    settings->message =
        u"Found in the configuration file of %1 (%2)."_s.arg(inquiry->address.domain, url.host());
    if (!isOwnHost)
        settings->message =
            u"Found in the configuration file of %1."_s.arg(inquiry->address.domain);
    inquiry->found(source, std::move(*settings));
}

} // namespace Discover
