// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QSocketNotifier;

namespace Desktop {

/**
 * Reports the signals with which the session or a person ends this program: SIGTERM, SIGINT and SIGHUP. A
 * second signal ends it at once. One per program, on the main thread. Does nothing on Windows, where Qt
 * receives such requests itself.
 */
class EndSignals : public QObject
{
    Q_OBJECT

public:
    explicit EndSignals(QObject *parent = nullptr);
    ~EndSignals() override;

Q_SIGNALS:
    void asked();

private:
    QSocketNotifier *m_notifier = nullptr;
};

} // namespace Desktop
