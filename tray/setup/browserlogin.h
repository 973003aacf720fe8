// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "setup/calls.h"
#include "setup/loopback.h"

#include <memory>

namespace Setup {

/// Opens a page in a browser; false: there is no browser.
using OpenPage = std::function<bool(const QUrl &page)>;

/**
 * A sign-in at a provider in the person's browser. The service makes the address and exchanges the code;
 * this class opens the browser and waits at most 5 minutes for its return. Ends with granted() or failed().
 */
class BrowserLogin : public QObject
{
    Q_OBJECT

public:
    static constexpr std::chrono::minutes patience{ 5 };

    BrowserLogin(Calls &calls, Client::Alarms &alarms, OpenPage open, QObject *parent = nullptr);

    /// `provider` as the service names it.
    void start(const QString &provider, const QString &email);
    void cancel();
    QUrl page() const { return m_page; } ///< where the person signs in; empty: not known yet
    bool hasBrowser() const { return m_hasBrowser; } ///< false: the person must open the page

Q_SIGNALS:
    void opened(); ///< page() is known, and a browser was started if there is one
    void granted(const QString &grant);
    void failed(const QString &text);

private:
    void open(const Client::Answer &answer);
    void onReturned(const Comeback &comeback);
    void finish(const QString &code);
    void fail(const QString &text);
    static QString wordsOf(const Client::Failure &failure);

    Calls &m_calls;
    OpenPage m_open;
    Client::Alarm *m_end;
    std::unique_ptr<Loopback> m_loopback;
    QByteArray m_state;
    QUrl m_page;
    bool m_hasBrowser = true;
};

} // namespace Setup
