// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/rest.h"
#include "policy/mailto.h"

#include <QMessageBox>
#include <QPointer>

/**
 * Leaving of the mailing list that a mail came from. The mail names how: with one call, which the
 * service makes, on a web page, or with a mail. A person is asked before any of them, because each
 * shows the sender that somebody reads at this address. What it is given outlives it.
 */
class Unsubscriber : public QObject
{
    Q_OBJECT

public:
    /// `parent`: over which the questions are shown.
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
