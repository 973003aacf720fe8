// SPDX-License-Identifier: GPL-3.0-or-later
#include "events/eventdata.h"

#include "common/timestamp.h"

namespace Events {

EventData::EventData(const About &about) : m_about(about)
{
    m_json.beginObject().key("account_id").value(about.accountId);
    m_json.key("account_email").value(about.email);
}

Store::Event EventData::finish(const QByteArray &name, bool durable)
{
    m_json.key("timestamp").value(Timestamp::toIso(m_about.at)).endObject();
    return { .name = name,
             .accountId = m_about.accountId,
             .data = m_json.take(),
             .at = m_about.at,
             .durable = durable,
             .ownerId = m_about.ownerId };
}

} // namespace Events
