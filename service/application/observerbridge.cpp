// SPDX-License-Identifier: GPL-3.0-or-later
#include "application/observerbridge.h"

#include "application/httpruntime.h"
#include "nodes/membership.h"

void ObserverBridge::runtimeChanged(qint64 accountId, Sync::Runtime runtime)
{
    if (m_nodes)
        m_nodes->noteState(accountId, Sync::toJson(runtime));
    note(accountId, runtime);
}

void ObserverBridge::indexRebuilt(Indexing::RebuildProgress progress)
{
    QMetaObject::invokeMethod(
        &m_http, [http = &m_http, progress] { http->board().noteRebuild(progress); },
        Qt::QueuedConnection);
}

void ObserverBridge::observed(const Store::Event &event)
{
    if (m_nodes)
        m_nodes->send(event);
    happened(event);
}

void ObserverBridge::stateChanged(qint64 accountId, const QByteArray &state)
{
    note(accountId, Sync::runtimeOf(state));
}

void ObserverBridge::happened(const Store::Event &event)
{
    Store::Event transientEvent = event;
    transientEvent.durable = false;
    m_http.hub().post({ transientEvent });
}

void ObserverBridge::note(qint64 accountId, const Sync::Runtime &runtime)
{
    QMetaObject::invokeMethod(
        &m_http, [http = &m_http, accountId, runtime] { http->board().note(accountId, runtime); },
        Qt::QueuedConnection);
}
