// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QProcess>

namespace Session {

/**
 * Starts the user's own service: through the session's service manager if it has a unit for it, otherwise
 * as a child process. The child ends with the tray, also if the tray is killed. Only the destructor
 * blocks, until the child has ended.
 */
class ServiceStarter : public QObject
{
    Q_OBJECT

public:
    explicit ServiceStarter(QObject *parent = nullptr);
    ~ServiceStarter() override;

    void start(); ///< does nothing while a start is under way or the child lives
    void stop();  ///< ends the child in good order; `stopped` follows, at once if there is none

    bool hasChild() const { return m_child.state() != QProcess::NotRunning; }
    /// Why it did not start, for people; empty: nothing went wrong since start().
    QString problem() const { return m_problem; }
    QString silence() const; ///< for people: it was started and does not answer

    /// `postriderd` beside our program, else in PATH; empty: there is none.
    static QString program();

Q_SIGNALS:
    void ended();   ///< the child ended without stop(), or did not start
    void stopped(); ///< after stop()

private:
    void startChild();
    QString withLog(const QString &text) const; ///< %1 becomes the last line of the child's log

    QProcess m_manager;
    QProcess m_child;
    QString m_problem;
    bool m_isStopping = false;
};

} // namespace Session
