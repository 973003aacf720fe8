// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/accountrequests.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Sync {

namespace {

constexpr auto bodyTimeout = 10s;

} // namespace

Async::Completion<Result<void>>
AccountRequests::requestBody(qint64 folderId, Store::BodyWanted mail, QObject *context)
{
    BodyRequest request{ folderId, std::move(mail), {} };
    request.done.finishAfter(
        bodyTimeout, context,
        Error{ Error::Code::Timeout, u"The mail server did not send the mail in time."_s });
    m_bodies.append(request);
    return request.done;
}

void AccountRequests::endBodies(const Error &why)
{
    for (const BodyRequest &request : std::exchange(m_bodies, {}))
        request.done.finish(why);
}

} // namespace Sync
