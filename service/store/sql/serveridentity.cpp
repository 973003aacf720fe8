// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/sql/serveridentity.h"

#include "store/sql/session.h"

namespace Store {

ServerIdentity serverIdentity(Session &session)
{
    if (session.engine() != Engine::Postgresql)
        return {};
    Query query = session.query("server_identity");
    if (!query.exec() || !query.next())
        return {};
    return { query.name(0), query.name(1) };
}

} // namespace Store
