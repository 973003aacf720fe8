// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QString>
#include <QTextStream>

namespace Cli {

/**
 * Shows the progress of a long command: on a terminal, one line with bar and rate that is redrawn;
 * without a terminal, nothing. One thread.
 */
class ProgressBar
{
public:
    ProgressBar(QTextStream &out, bool isTerminal) : m_out(out), m_isTerminal(isTerminal) { }
    ~ProgressBar() { clear(); }

    /// Draws at most ten times a second. The bar is `done` of `all`, whatever they count; the rate is
    /// that of `mails` since `what` changed.
    void update(const QString &what, qint64 done, qint64 all, qint64 mails);

    void clear(); ///< before something else is written

private:
    QTextStream &m_out;
    const bool m_isTerminal;
    QString m_what;
    QElapsedTimer m_since; ///< `what` changed
    QElapsedTimer m_drawn;
    bool m_isShown = false;
};

/// The line: `INBOX [##########..........] 50%, 1,000 mails, 512/s`.
QString progressLine(const QString &what, qint64 done, qint64 all, qint64 mails, qint64 tookMs);

} // namespace Cli
