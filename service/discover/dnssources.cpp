// SPDX-License-Identifier: GPL-3.0-or-later
#include "discover/hostcheck.h"
#include "discover/servicechoice.h"
#include "discover/sources.h"
#include "providers/catalogue.h"

#include <algorithm>
#include <vector>

using namespace Qt::StringLiterals;

namespace Discover {

QCoro::Task<> askServices(InquiryPtr inquiry, Tools tools)
{
    const QString domain = inquiry->address.domain;
    const QStringList services = { u"_imaps._tcp."_s + domain, u"_imap._tcp."_s + domain,
                                   u"_submissions._tcp."_s + domain,
                                   u"_submission._tcp."_s + domain };
    std::vector<QCoro::Task<DnsClient::Answer>> questions;
    for (const QString &service : services)
        questions.push_back(
            tools.dns.ask(RecordType::Service, service, inquiry->userId, inquiry->left()));
    QList<QList<ServiceRecord>> answers;
    std::optional<Error> failure;
    for (auto &question : questions) {
        const DnsClient::Answer answer = co_await question;
        if (inquiry->isOver())
            co_return;
        if (!answer && !failure)
            failure = answer.error();
        answers.append(answer ? answer->services : QList<ServiceRecord>());
    }
    const ServiceRecords records{ answers[0], answers[1], answers[2], answers[3] };
    Settings settings = chooseServices(records, inquiry->address);
    if (!settings.imap && failure) {
        inquiry->failed(Source::Srv, *failure);
        co_return;
    }
    if (!settings.imap) {
        const QString none = deniesImap(records) ? u"The DNS records of %1 say that there is no "
                                                   "IMAP server."_s
                                                 : u"%1 has no DNS records of IMAP servers."_s;
        inquiry->nothing(Source::Srv, none.arg(domain));
        co_return;
    }
    const std::optional<Error> problem = co_await problemOf(inquiry, tools, settings);
    if (inquiry->isOver())
        co_return;
    if (problem) {
        inquiry->failed(Source::Srv, *problem);
        co_return;
    }
    settings.message = u"Found in the DNS records of %1."_s.arg(domain);
    inquiry->found(Source::Srv, std::move(settings));
}

QCoro::Task<> askExchangers(InquiryPtr inquiry, Tools tools)
{
    const QString domain = inquiry->address.domain;
    DnsClient::Answer answer =
        co_await tools.dns.ask(RecordType::MailExchanger, domain, inquiry->userId, inquiry->left());
    if (inquiry->isOver())
        co_return;
    if (!answer) {
        inquiry->failed(Source::Mx, answer.error());
        co_return;
    }
    std::ranges::sort(answer->exchangers, {}, &MailExchanger::preference);
    for (const MailExchanger &exchanger : std::as_const(answer->exchangers)) {
        const auto known = Providers::byMailExchanger(exchanger.host);
        if (!known)
            continue;
        Settings settings = settingsOf(*known, inquiry->address);
        settings.message =
            u"The mail provider of %1 is %2, whose settings are known."_s.arg(domain, known->name);
        inquiry->found(Source::Mx, std::move(settings));
        co_return;
    }
    const QString none = answer->exchangers.isEmpty()
        ? u"%1 has no MX records."_s
        : u"The mail provider of %1 is unknown to Postrider."_s;
    inquiry->nothing(Source::Mx, none.arg(domain));
}

} // namespace Discover
