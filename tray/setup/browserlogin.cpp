// SPDX-License-Identifier: GPL-3.0-or-later
#include "setup/browserlogin.h"

#include "policy/cleantext.h"

using namespace Qt::StringLiterals;

namespace Setup {

namespace {

constexpr qsizetype errorLength = 100;
constexpr qsizetype messageLength = 300;

/// Microsoft accepts any port of a public client for `localhost` only; other providers for the address.
QString hostFor(const QString &provider)
{
    return provider == u"microsoft" ? u"localhost"_s : u"127.0.0.1"_s;
}

bool mayBeOpened(const QUrl &page)
{
    const bool isHere = page.host() == u"127.0.0.1" || page.host() == u"localhost";
    return page.isValid() && (page.scheme() == u"https" || (page.scheme() == u"http" && isHere));
}

} // namespace

BrowserLogin::BrowserLogin(Calls &calls, Client::Alarms &alarms, OpenPage open, QObject *parent)
    : QObject(parent), m_calls(calls), m_open(std::move(open)), m_end(alarms.make(this))
{
    connect(m_end, &Client::Alarm::rang, this, [this] {
        fail(tr("Nobody has signed in with the browser for 5 minutes. Try again, and finish the "
                "sign-in there."));
    });
}

void BrowserLogin::start(const QString &provider, const QString &email)
{
    cancel();
    m_loopback = std::make_unique<Loopback>();
    connect(m_loopback.get(), &Loopback::returned, this, &BrowserLogin::onReturned,
            Qt::QueuedConnection); // the slot may delete the sender
    if (!m_loopback->listen()) {
        fail(tr("There is no free port on this computer to receive the answer of the browser. "
                "Close some programs and try again."));
        return;
    }
    const QString back = u"http://%1:%2/"_s.arg(hostFor(provider)).arg(m_loopback->port());
    m_calls.ask({ .method = "POST",
                  .path = u"/oauth/start"_s,
                  .body = { { u"provider"_s, provider },
                            { u"email"_s, email },
                            { u"redirectUri"_s, back } } },
                [this](const Client::Answer &answer) { open(answer); });
}

void BrowserLogin::cancel()
{
    m_end->stop();
    m_loopback.reset();
    m_state.clear();
    m_page.clear();
    m_hasBrowser = true;
}

void BrowserLogin::open(const Client::Answer &answer)
{
    if (!m_loopback)
        return; // cancelled
    if (!answer) {
        fail(wordsOf(answer.error()));
        return;
    }
    const QJsonObject begun = answer->toObject();
    m_page = QUrl(begun.value("authorizationUrl"_L1).toString());
    m_state = begun.value("state"_L1).toString().toUtf8();
    if (!mayBeOpened(m_page) || m_state.isEmpty()) {
        fail(tr("The mail service returned no safe sign-in page. Ask its operator to check the "
                "settings of the provider."));
        return;
    }
    m_loopback->expect(m_state);
    m_end->start(patience);
    m_hasBrowser = m_open(m_page);
    Q_EMIT opened();
}

void BrowserLogin::onReturned(const Comeback &comeback)
{
    if (!m_loopback)
        return;
    if (!comeback.isOurs)
        fail(tr(
            "The browser returned an answer that does not belong to this sign-in. Begin again."));
    else if (comeback.error == u"access_denied")
        fail(tr("The sign-in was declined in the browser. Begin again if you want to allow it."));
    else if (comeback.code.isEmpty())
        fail(tr("The provider did not sign you in (%1). Begin again, or ask the provider.")
                 .arg(Policy::isolated(comeback.error, errorLength)));
    else
        finish(comeback.code);
}

void BrowserLogin::finish(const QString &code)
{
    m_end->stop();
    m_calls.ask({ .method = "POST",
                  .path = u"/oauth/finish"_s,
                  .body = { { u"state"_s, QString::fromUtf8(m_state) }, { u"code"_s, code } } },
                [this](const Client::Answer &answer) {
                    if (!m_loopback)
                        return;
                    if (!answer) {
                        fail(wordsOf(answer.error()));
                        return;
                    }
                    const QString grant = answer->toObject().value("oauthGrant"_L1).toString();
                    cancel();
                    Q_EMIT granted(grant);
                });
}

QString BrowserLogin::wordsOf(const Client::Failure &failure)
{
    const QString message = Policy::cleanLine(failure.message, messageLength);
    if (failure.is(ApiError::OAuthProviderFailed))
        return tr("Your provider cannot finish the sign-in now: %1 Try again in a moment.")
            .arg(message);
    if (failure.is(ApiError::OAuthStateUnknown))
        return tr("This sign-in is no longer valid. Sign in with the browser again.");
    return message;
}

void BrowserLogin::fail(const QString &text)
{
    cancel();
    Q_EMIT failed(text);
}

} // namespace Setup
