// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/identity.h"

#include <QNetworkAccessManager>

namespace Client {

/**
 * A network manager that says nothing to a stranger. While it knows who the service has to be
 * (setIdentify()), each request goes over a connection of its own, and only after the other side
 * of that very connection has shown that it has the secret. Qt's own manager, which serves all other
 * times, connects again by itself and repeats a request there, so with it nobody could say who gets
 * a token.
 */
class ProvenAccess : public QNetworkAccessManager
{
    Q_OBJECT

public:
    using QNetworkAccessManager::QNetworkAccessManager;

    /// Asked anew for each connection, because a service that starts again has another secret.
    /// Empty: an address that a person has chosen, trusted as TLS and they say.
    void setIdentify(Identify identify) { m_identify = std::move(identify); }

protected:
    QNetworkReply *createRequest(Operation operation, const QNetworkRequest &request,
                                 QIODevice *body) override;

private:
    Identify m_identify;
};

} // namespace Client
