// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "policy/mailto.h"
#include "session/link.h"
#include "session/mailroom.h"
#include "ui/composewindow.h"

#include <QPointer>

/**
 * New mails and answers: opens their windows, and brings what was written to the service, once, also
 * where a person tries again after an answer was lost. What it is given outlives it.
 */
class ComposeSide : public QObject
{
    Q_OBJECT

public:
    ComposeSide(Session::Link &link, Session::Mailroom &mailroom, QObject *parent = nullptr);
    ~ComposeSide() override;

    void
    begin(const Policy::Mailto &mail = {}); ///< waits for the mailboxes where they are not known
    void reply(qint64 mailId);
    bool askAboutUnsent(); ///< whether a person is asked now what is to become of a mail

Q_SIGNALS:
    void failed(const QString &action,
                const QString &reason);                ///< where there is no window to say so
    void sent(const QString &subject, bool isWaiting); ///< waiting: the mail server takes it later

private:
    void open(const Ui::Letter &letter);
    void openWanted();
    void keep(Ui::ComposeWindow *window, const Ui::Letter &letter);

    Session::Link &m_link;
    Session::Mailroom &m_mailroom;
    QList<Ui::Letter> m_wanted; ///< until the mailboxes are known
    QList<QPointer<Ui::ComposeWindow>> m_windows;
};
