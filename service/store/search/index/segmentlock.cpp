// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/search/index/segmentlock.h"

#include "store/search/index/segmentmerge.h"
#include "store/sql/session.h"

namespace Store {

namespace {

Result<void> hold(Session &session, const char *statement)
{
    if (!session.dialect().indexesBesideWriter())
        return {};
    return session.query(statement).run();
}

} // namespace

Result<void> holdSegments(Session &session)
{
    return hold(session, "search_hold");
}

Result<void> holdSegmentsAlone(Session &session)
{
    return hold(session, "search_hold_alone");
}

MergeTurn::MergeTurn(Session &session) : m_session(session)
{
    if (!session.dialect().indexesBesideWriter() || session.segmentMerge())
        return;
    const auto taken = session.query("search_merge_begin").readValue<bool>();
    m_isMine = taken ? Result<bool>(taken->value_or(false)) : taken.error();
}

MergeTurn::~MergeTurn()
{
    const bool isHeld = m_isMine && *m_isMine && m_session.dialect().indexesBesideWriter();
    if (isHeld && !m_session.segmentMerge())
        (void)m_session.query("search_merge_end").run(); // fails only if the connection is lost
}

} // namespace Store
