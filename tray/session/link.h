// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/eventclient.h"
#include "client/provenaccess.h"
#include "client/records.h"
#include "client/rest.h"
#include "session/pairfile.h"
#include "session/servicestarter.h"
#include "session/settings.h"
#include "session/tokenvault.h"

#include <QFileSystemWatcher>

namespace Session {

/**
 * The way to the service: finds or starts it, gets a token without a password where it is the
 * user's own, keeps the event stream alive, and gives up loudly rather than try a password or a
 * code again and again. Whatever answers at the address of the pairing file has to prove at each
 * connection that it wrote the file. What it is given outlives it.
 */
class Link : public QObject
{
    Q_OBJECT

public:
    enum class State {
        Searching, ///< looks for the service
        Starting,  ///< has started it, waits until it is there
        SigningIn,
        Connecting,
        Online,
        Waiting,    ///< the connection is lost, soon tried again
        Polling,    ///< lost for long; lists are read now and then
        NeedsLogin, ///< a person must do something: see problem()
        NoService,  ///< none here, and none can be started
    };
    Q_ENUM(State)

    struct Parts {
        Settings &settings;
        TokenVault &vault;
        ServiceStarter &starter;
        Client::Alarms &alarms;
        Client::ProvenAccess &network;
    };
    explicit Link(const Parts &parts, QObject *parent = nullptr);

    void start();  ///< and again from the beginning: settings have changed
    void hurry();  ///< whatever it waits for is tried now
    void wokeUp(); ///< the machine slept: the connection may be dead
    void login(const QString &username, const QString &password);
    void signOut();
    void startService(); ///< because a person says so

    State state() const { return m_state; }
    bool isOnline() const { return m_state == State::Online; }
    QString problem() const { return m_problem; } ///< what is wrong, for people; empty: nothing
    QString username() const { return m_token.username; }
    Client::Rest &rest() { return m_rest; }
    Client::EventClient &events() { return m_events; }

Q_SIGNALS:
    void stateChanged();
    void serviceChanged(); ///< another one from now on: nothing known counts
    void loginFailed(const QString &message);

private:
    using Then = void (Link::*)();

    void search();
    void probe(const Pairing &pairing);
    void startOrGiveUp();
    void awaitService();
    void giveUp(const QString &problem);
    void findToken();
    void takeLoaded(const std::optional<Token> &token);
    void pair();
    void pairFailed(const Client::Failure &failure);
    void adopt(const Client::Grant &grant);
    void connectStream();
    void onStreamState(Client::EventClient::State state);
    void onStreamFailed(const Client::Failure &failure);
    void onTokenRefused(const QByteArray &token);
    void onPairFileChanged();
    void followPairFile();
    bool isPairFileNew() const;
    Result<Client::Identity> identify();
    static QString doubtOf(const Client::Failure &failure);
    void onServiceEnded();
    void onServiceStopped();
    void renew();
    void planRenewal();
    void watchPairFile();
    void later(std::chrono::milliseconds wait, Then then);
    void setServer(const QUrl &server);
    void setState(State state, const QString &problem = {});
    QString serverName() const; ///< as the vault knows it
    bool isLocal() const;

    Parts m_parts;
    Client::Rest m_rest;
    Client::EventClient m_events;
    Client::Alarm *m_later;
    Client::Alarm *m_renewal;
    Client::Alarm *m_respawn;
    Client::Reconnect m_respawns;
    QFileSystemWatcher m_watcher;
    Then m_then = nullptr;
    State m_state = State::Searching;
    QString m_problem;
    QString m_failure; ///< why the service that we started last is not there, in words for people
    QString m_doubt;   ///< why what answers is not taken for the service, in words for people
    Token m_token;
    Client::Identity m_tried; ///< whom we last connected to
    QString m_usedServer;     ///< whose mails we know
    int m_round = 0;          ///< rises with each start(): older answers do not count
    int m_waits = 0;          ///< how often we looked for a service that was started
    int m_pairTries = 0;
    bool m_isTokenFresh = false; ///< it has not been used with success yet
    bool m_hasStarted = false;   ///< the service, in this round
    bool m_wasStopped = false;   ///< somebody has ended it in good order: not for us to start
};

} // namespace Session
