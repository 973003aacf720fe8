// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "setup/calls.h"
#include "setup/loopback.h"

#include <memory>

namespace Setup {

/// Opens a page; false: nothing here can.
using OpenPage = std::function<bool(const QUrl &page)>;

/**
 * A sign-in at a provider in the person's browser: the service makes the address and exchanges the
 * code, here a browser is opened and awaited, 5 minutes long. It ends with granted() or failed().
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
    bool hasBrowser() const { return m_hasBrowser; } ///< else somebody has to open the page

Q_SIGNALS:
    void opened(); ///< the browser has the page, or should have
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
