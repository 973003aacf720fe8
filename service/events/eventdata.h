// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/jsonwriter.h"
#include "events/accountevents.h"

namespace Events {

/** Begins the data of an event about an account; finish() adds the timestamp and closes it. */
class EventData
{
public:
    explicit EventData(const About &about);

    Json::Writer &json() { return m_json; }
    Store::Event finish(const QByteArray &name, bool durable);

private:
    About m_about;
    Json::Writer m_json;
};

} // namespace Events
