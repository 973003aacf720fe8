// SPDX-License-Identifier: GPL-3.0-or-later
#include "discover/guesses.h"
#include "discover/hostcheck.h"
#include "discover/sources.h"
#include "imap/session.h"
#include "smtp/session.h"

#include <algorithm>
#include <memory>
#include <vector>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Discover {

namespace {

constexpr std::chrono::milliseconds perGuess = 5s;

/// Takes a shared pointer, because abort() ends the coroutine that owns the session.
template<typename Session>
void abortSession(const std::shared_ptr<Session> &session)
{
    if (session)
        session->abort({ Error::Code::Cancelled, u"The connection is not needed any more."_s });
}

/// Whether the server sends an IMAP greeting over TLS, with a valid certificate for its name.
QCoro::Task<bool> greetsAsImap(InquiryPtr inquiry, Tools tools, Net::Endpoint endpoint)
{
    const Imap::SessionOptions options{ .allowPrivate = tools.allowPrivate,
                                        .openTimeout = std::min(perGuess, inquiry->left()) };
    const auto session = std::make_shared<Imap::Session>(tools.tls, options);
    inquiry->onEnd([weak = std::weak_ptr(session)] { abortSession(weak.lock()); });
    const Result<void> opened = co_await session->open(std::move(endpoint));
    co_return opened.ok();
}

QCoro::Task<bool> greetsAsSmtp(InquiryPtr inquiry, Tools tools, Net::Endpoint endpoint)
{
    const Smtp::SessionOptions options{ .allowPrivate = tools.allowPrivate,
                                        .openTimeout = std::min(perGuess, inquiry->left()) };
    const auto session = std::make_shared<Smtp::Session>(tools.tls, options);
    inquiry->onEnd([weak = std::weak_ptr(session)] { abortSession(weak.lock()); });
    const Result<void> opened = co_await session->open(std::move(endpoint));
    co_return opened.ok();
}

QCoro::Task<bool> isThere(InquiryPtr inquiry, Tools tools, Server server, bool isImap)
{
    const Result<QList<QHostAddress>> found = co_await addressesOf(inquiry, tools, server.host);
    if (!found || inquiry->isOver())
        co_return false;
    Net::Endpoint endpoint;
    endpoint.host = server.host;
    endpoint.port = server.port;
    endpoint.security = server.security;
    endpoint.addresses = *found; // checked above; the session does not look them up again
    QCoro::Task<bool> greeting =
        isImap ? greetsAsImap(inquiry, tools, endpoint) : greetsAsSmtp(inquiry, tools, endpoint);
    const bool isGreeting = co_await greeting;
    co_return isGreeting;
}

/// The first of `guesses` whose server answers; all are tried at the same time.
QCoro::Task<std::optional<Server>> firstThere(InquiryPtr inquiry, Tools tools,
                                              QList<Server> guesses, bool isImap)
{
    std::vector<QCoro::Task<bool>> tries;
    for (const Server &guess : std::as_const(guesses))
        tries.push_back(isThere(inquiry, tools, guess, isImap));
    std::optional<Server> first;
    for (std::size_t i = 0; i < tries.size(); ++i) {
        const bool isIt = co_await tries[i];
        if (isIt && !first)
            first = guesses.at(qsizetype(i));
    }
    co_return first;
}

QString guessMessage(const Settings &settings)
{
    const QString imap = settings.imap->host;
    if (!settings.smtp)
        return u"Found by trying usual names: %1 answered."_s.arg(imap);
    if (settings.smtp->host == imap)
        return u"Found by trying usual names: %1 answered for both."_s.arg(imap);
    return u"Found by trying usual names: %1 and %2 answered."_s.arg(imap, settings.smtp->host);
}

} // namespace

QCoro::Task<> askGuesses(InquiryPtr inquiry, Tools tools)
{
    // Both searches run at the same time.
    auto imap = firstThere(inquiry, tools, imapGuesses(inquiry->address), true);
    auto smtp = firstThere(inquiry, tools, smtpGuesses(inquiry->address), false);
    const std::optional<Server> imapServer = co_await imap;
    const std::optional<Server> smtpServer = co_await smtp;
    if (inquiry->isOver())
        co_return;
    Settings settings;
    settings.imap = imapServer;
    settings.smtp = smtpServer;
    if (!settings.imap) {
        inquiry->nothing(
            Source::Guess,
            u"No mail server answered with a valid certificate as imap.%1 or mail.%1."_s.arg(
                inquiry->address.domain));
        co_return;
    }
    settings.authentication.append("password");
    settings.message = guessMessage(settings);
    inquiry->found(Source::Guess, std::move(settings));
}

} // namespace Discover
