// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "http/response.h"

#include <QMutex>

#include <vector>

class QThread;

namespace Http {

class Engine;

/** A message for one request: its answer, or without one the call to go on reading its body. */
struct Delivery {
    quint64 connection = 0;
    quint32 sequence = 0;
    std::optional<Response> response;
};

/**
 * The way from any thread to the engine. Replies hold it and may outlive the engine: deliveries
 * posted after close() are dropped. One event wakes the engine for any number of deliveries.
 */
class Mailbox
{
public:
    explicit Mailbox(Engine *engine);

    void post(Delivery delivery);
    /// The engine, if this is its thread and it is not gone; then no post is needed.
    Engine *engineHere() const;
    QThread *engineThread() const { return m_thread; }

    // For the engine.
    std::vector<Delivery> takeAll();
    void close();

private:
    mutable QMutex m_mutex;
    Engine *m_engine;
    QThread *m_thread;
    std::vector<Delivery> m_waiting;
};

} // namespace Http
