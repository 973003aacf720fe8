// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "policy/mailto.h"
#include "session/link.h"
#include "session/mailroom.h"
#include "ui/composewindow.h"

#include <QPointer>

/**
 * Opens the windows for new mails and replies, and sends what was written to the service. A mail is sent
 * only once, also if an answer was lost and the person tries again. Link and mailroom outlive it.
 */
class ComposeSide : public QObject
{
    Q_OBJECT

public:
    ComposeSide(Session::Link &link, Session::Mailroom &mailroom, QObject *parent = nullptr);
    ~ComposeSide() override;

    void begin(const Policy::Mailto &mail = {}); ///< opens when the mailboxes are known
    void reply(qint64 mailId);
    bool askAboutUnsent(); ///< true: a window asks about an unsent mail

Q_SIGNALS:
    void failed(const QString &action,
                const QString &reason);                ///< if no window can show it
    void sent(const QString &subject, bool isWaiting); ///< isWaiting: sent later

private:
    void open(const Ui::Letter &letter);
    void openWanted();
    void keep(Ui::ComposeWindow *window, const Ui::Letter &letter);

    Session::Link &m_link;
    Session::Mailroom &m_mailroom;
    QList<Ui::Letter> m_wanted; ///< until the mailboxes are known
    QList<QPointer<Ui::ComposeWindow>> m_windows;
};
