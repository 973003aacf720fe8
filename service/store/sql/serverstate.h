// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <atomic>
#include <mutex>

namespace Store {

/**
 * The availability of a database server, as observed by the connections of this process. Writes one
 * line to the log when the server is lost and one when it is back, whichever connection detects it.
 * Any thread.
 */
class ServerState
{
public:
    int news() const { return m_news; } ///< changes when a connection was lost or made again

    void lost();                     ///< a connection was lost; call back() or gone() later
    void failed(const QString &why); ///< reopening failed
    void back();
    void gone() { leave(); } ///< a lost connection is no longer needed

    void stop() { m_isStopping = true; } ///< from now on nothing is logged

private:
    bool leave();

    std::atomic<int> m_news = 0;
    std::atomic<bool> m_isStopping = false;
    std::mutex m_mutex; ///< of the rest
    int m_lost = 0;
    bool m_isKnown = false; ///< the loss has been logged
};

} // namespace Store
