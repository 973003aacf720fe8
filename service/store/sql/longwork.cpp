// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/sql/longwork.h"

#include "store/sql/session.h"
#include "store/sql/timelimits.h"

using namespace Qt::StringLiterals;

namespace Store {

// If this fails, the next statements have the usual time limit, or the connection is lost.
LongWork::LongWork(Session &session) : m_session(session)
{
    if (!session.dialect().limitsStatements())
        return;
    static_cast<void>(
        session.execute(u"SELECT set_config('postrider.usual_timeout', "
                        u"current_setting('statement_timeout'), false);"
                        " SET statement_timeout TO %1"_s.arg(TimeLimits::longWork.count())));
    if (session.watch())
        session.watch()->setLimit(TimeLimits::longWork);
}

LongWork::~LongWork()
{
    if (!m_session.dialect().limitsStatements())
        return;
    if (m_session.watch())
        m_session.watch()->resetLimit();
    static_cast<void>(m_session.execute(
        u"SELECT set_config('statement_timeout', current_setting('postrider.usual_timeout'), false)"_s));
}

} // namespace Store
