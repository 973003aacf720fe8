// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/identity.h"

#include <QNetworkAccessManager>

namespace Client {

/**
 * A network manager that sends requests only to the proven service. While an identity of the
 * service is set (setIdentify()), each request uses a separate connection, and is sent only after
 * the other side of that connection has proved that it has the secret. In all other cases Qt's own
 * manager is used. It may reconnect and repeat a request without notice, so the receiver of a token
 * would not be certain.
 */
class ProvenAccess : public QNetworkAccessManager
{
    Q_OBJECT

public:
    using QNetworkAccessManager::QNetworkAccessManager;

    /// Called for each connection, because the service has another secret after each start. Empty: the
    /// user has chosen the address, and it is trusted because of that choice and because of TLS.
    void setIdentify(Identify identify) { m_identify = std::move(identify); }

protected:
    QNetworkReply *createRequest(Operation operation, const QNetworkRequest &request,
                                 QIODevice *body) override;

private:
    Identify m_identify;
};

} // namespace Client
