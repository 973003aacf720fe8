// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/rest.h"
#include "policy/mailto.h"

#include <QMessageBox>
#include <QPointer>

/**
 * Leaves the mailing list that a mail came from. The mail names the way: one HTTP call, which the service
 * makes, a web page, or a mail. The person is asked first in each case, because each way shows the
 * sender that mail to this address is read. `rest` and `parent` outlive it.
 */
class Unsubscriber : public QObject
{
    Q_OBJECT

public:
    /// The questions are shown over `parent`.
    Unsubscriber(Client::Rest &rest, QWidget *parent);

    void begin(qint64 mailId);

Q_SIGNALS:
    void failed(const QString &action, const QString &reason);
    void pageWanted(const QUrl &page);
    void mailWanted(const Policy::Mailto &mail);

private:
    void ask(qint64 mailId, const QJsonValue &mail);
    void ask(const QString &question, const QString &yes, std::function<void()> then);
    void leave(qint64 mailId, const QString &host);
    void tell(const QString &text);
    QMessageBox *make(QMessageBox::Icon icon, const QString &text,
                      QMessageBox::StandardButton button);

    Client::Rest &m_rest;
    QWidget *m_parent;
    QPointer<QMessageBox> m_box; ///< the question or answer that is open
};
