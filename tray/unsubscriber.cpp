// SPDX-License-Identifier: GPL-3.0-or-later
#include "unsubscriber.h"

#include "policy/cleantext.h"
#include "session/failuretext.h"

#include <QJsonObject>
#include <QJsonValue>
#include <QPushButton>
#include <QUrl>

using namespace Qt::StringLiterals;

namespace {

constexpr int hostLength = 80;
constexpr std::chrono::seconds patience{ 40 }; // the service's call takes up to 20 s

/// The host in ASCII: letters of other scripts, which may imitate Latin ones, are shown as `xn--`.
QString shown(const QUrl &url)
{
    return Policy::isolated(url.host(QUrl::FullyEncoded), hostLength);
}

bool isWebPage(const QUrl &url)
{
    return url.isValid() && !url.host().isEmpty()
        && (url.scheme() == u"https" || url.scheme() == u"http");
}

} // namespace

Unsubscriber::Unsubscriber(Client::Rest &rest, QWidget *parent) : m_rest(rest), m_parent(parent) { }

void Unsubscriber::begin(qint64 mailId)
{
    m_rest.get(u"/mails/%1"_s.arg(mailId), {}, this, [this, mailId](const Client::Answer &answer) {
        if (answer)
            ask(mailId, *answer);
        else
            Q_EMIT failed(u"unsubscribe"_s, Session::failureText(answer.error()));
    });
}

void Unsubscriber::ask(qint64 mailId, const QJsonValue &mail)
{
    const QJsonObject offered = mail.toObject().value("unsubscribe"_L1).toObject();
    const QUrl page = QUrl::fromEncoded(offered.value("url"_L1).toString().toLatin1());
    const QUrl email = QUrl::fromEncoded(offered.value("email"_L1).toString().toLatin1());
    if (offered.value("oneClick"_L1).toBool() && isWebPage(page)) {
        const QString host = shown(page);
        ask(tr("Unsubscribe from this mailing list? A request is sent to %1. The sender can then "
               "see that you have read this mail.")
                .arg(host),
            tr("&Unsubscribe"), [this, mailId, host] { leave(mailId, host); });
    } else if (isWebPage(page)) {
        ask(tr("To unsubscribe from this mailing list, use a page of %1. Open it in the browser?")
                .arg(shown(page)),
            tr("&Open the page"), [this, page] { Q_EMIT pageWanted(page); });
    } else if (email.scheme() == u"mailto") {
        const Policy::Mailto letter = Policy::mailtoOf(email);
        ask(tr("To unsubscribe from this mailing list, send a mail to %1. Write it now?")
                .arg(Policy::isolated(letter.to.value(0), hostLength)),
            tr("&Write the mail"), [this, letter] { Q_EMIT mailWanted(letter); });
    } else {
        tell(tr("This mail contains no address for unsubscribing from a mailing list. Look for a "
                "link in its text."));
    }
}

void Unsubscriber::ask(const QString &question, const QString &yes, std::function<void()> then)
{
    QMessageBox *box = make(QMessageBox::Question, question, QMessageBox::Cancel);
    const QPushButton *button = box->addButton(yes, QMessageBox::AcceptRole);
    connect(button, &QPushButton::clicked, this, std::move(then));
    box->open();
}

void Unsubscriber::tell(const QString &text)
{
    make(QMessageBox::Information, text, QMessageBox::Ok)->open();
}

void Unsubscriber::leave(qint64 mailId, const QString &host)
{
    m_rest.send(
        "POST", u"/mails/%1/unsubscribe"_s.arg(mailId), {}, this,
        [this, host](const Client::Answer &answer) {
            if (!answer)
                Q_EMIT failed(u"unsubscribe"_s, Session::failureText(answer.error()));
            else
                tell(tr("%1 has accepted your request. Mails that were already sent may still "
                        "arrive.")
                         .arg(host));
        },
        patience);
}

// Only one box is open at a time: that of the newest request.
QMessageBox *Unsubscriber::make(QMessageBox::Icon icon, const QString &text,
                                QMessageBox::StandardButton button)
{
    delete m_box;
    m_box = new QMessageBox(icon, tr("Unsubscribe – Postrider"), text, button, m_parent);
    m_box->setAttribute(Qt::WA_DeleteOnClose);
    m_box->setTextFormat(Qt::PlainText);
    return m_box;
}
