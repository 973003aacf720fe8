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
 * The connection to the service: finds or starts the service, gets a token (without a password for the
 * user's own service), and keeps the event stream alive. It reports a refusal instead of trying a
 * password or code again and again. A server at the address of the pairing file must prove on each
 * connection that it wrote the file. The parts outlive the link.
 */
class Link : public QObject
{
    Q_OBJECT

public:
    enum class State {
        Searching, ///< looks for the service
        Starting,  ///< has started it, waits until it answers
        SigningIn,
        Connecting,
        Online,
        Waiting,    ///< connection lost, tries again soon
        Polling,    ///< connection lost for long; lists are read at intervals
        NeedsLogin, ///< a person must do something: see problem()
        NoService,  ///< no service runs, and none can be started
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

    void start();  ///< also starts again, after a change of settings
    void hurry();  ///< ends the present wait: tries now
    void wokeUp(); ///< the machine slept: the connection may be dead
    void login(const QString &username, const QString &password);
    void signOut();
    void startService(); ///< on request of a person

    State state() const { return m_state; }
    bool isOnline() const { return m_state == State::Online; }
    QString problem() const { return m_problem; } ///< what is wrong, for people; empty: nothing
    QString username() const { return m_token.username; }
    Client::Rest &rest() { return m_rest; }
    Client::EventClient &events() { return m_events; }

Q_SIGNALS:
    void stateChanged();
    void serviceChanged(); ///< another service is used: known data is void
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
    QString serverName() const; ///< the value for Token::server
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
    QString m_failure; ///< why the service that we started does not run, for people
    QString m_doubt;   ///< why the pairing file or the server is not trusted, for people
    Token m_token;
    Client::Identity m_tried; ///< the service of the last connection
    QString m_usedServer;     ///< the service whose mails we have
    int m_round = 0;          ///< grows with each start(); older answers are ignored
    int m_waits = 0;          ///< number of checks for a service that was started
    int m_pairTries = 0;
    bool m_isTokenFresh = false; ///< not used with success yet
    bool m_hasStarted = false;   ///< we have started the service in this round
    bool m_wasStopped = false;   ///< the service ended in good order: we do not start it
};

} // namespace Session
