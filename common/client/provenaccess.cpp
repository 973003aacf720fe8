// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/provenaccess.h"

#include "client/provenreply.h"

namespace Client {

QNetworkReply *ProvenAccess::createRequest(Operation operation, const QNetworkRequest &request,
                                           QIODevice *body)
{
    if (!m_identify)
        return QNetworkAccessManager::createRequest(operation, request, body);
    return new ProvenReply(m_identify(), operation, request, body ? body->readAll() : QByteArray(),
                           this);
}

} // namespace Client
