// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <atomic>
#include <mutex>

namespace Store {

/**
 * Whether a database server is there, as the connections of this process find it. Writes one line
 * to the log when it goes and one when it is back, whichever connections find out. Any thread.
 */
class ServerState
{
public:
    int news() const { return m_news; } ///< changes when a connection was lost or made again

    void lost();                     ///< a connection, which will call back() or gone()
    void failed(const QString &why); ///< to make one again
    void back();
    void gone() { leave(); } ///< a lost one that nobody wants any more

    void stop() { m_isStopping = true; } ///< from now on nothing is logged

private:
    bool leave();

    std::atomic<int> m_news = 0;
    std::atomic<bool> m_isStopping = false;
    std::mutex m_mutex; ///< of the rest
    int m_lost = 0;
    bool m_isKnown = false; ///< the log has that it is gone
};

} // namespace Store
