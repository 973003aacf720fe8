// SPDX-License-Identifier: GPL-3.0-or-later
#include "composeside.h"

#include "session/failuretext.h"

#include <QJsonArray>
#include <QUuid>

#include <memory>

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype mostWanted = 5;

QJsonObject jsonOf(const Ui::Letter &letter)
{
    QJsonObject json{ { u"accountId"_s, letter.accountId },
                      { u"to"_s, QJsonArray::fromStringList(letter.to) },
                      { u"cc"_s, QJsonArray::fromStringList(letter.cc) },
                      { u"bcc"_s, QJsonArray::fromStringList(letter.bcc) },
                      { u"subject"_s, letter.subject },
                      { u"body"_s, Ui::htmlOf(letter.text) } };
    if (letter.replyToMailId > 0)
        json.insert(u"replyToMailId"_s, letter.replyToMailId);
    return json;
}

/** The idempotency key of a mail. It changes only when the mail changes. */
struct SendKey {
    Ui::Letter letter;
    QByteArray key;

    QByteArray of(const Ui::Letter &wanted)
    {
        if (key.isEmpty() || !(wanted == letter))
            key = QUuid::createUuid().toByteArray(QUuid::WithoutBraces);
        letter = wanted;
        return key;
    }
};

} // namespace

ComposeSide::ComposeSide(Session::Link &link, Session::Mailroom &mailroom, QObject *parent)
    : QObject(parent), m_link(link), m_mailroom(mailroom)
{
    connect(&mailroom, &Session::Mailroom::changed, this, &ComposeSide::openWanted);
}

ComposeSide::~ComposeSide()
{
    for (const QPointer<Ui::ComposeWindow> &window : std::as_const(m_windows))
        delete window.data();
}

void ComposeSide::begin(const Policy::Mailto &mail)
{
    open({ .to = mail.to,
           .cc = mail.cc,
           .bcc = mail.bcc,
           .subject = mail.subject,
           .text = mail.body });
}

void ComposeSide::reply(qint64 mailId)
{
    m_link.rest().get(u"/mails/%1"_s.arg(mailId), {}, this, [this](const Client::Answer &answer) {
        if (answer)
            open(Ui::replyTo(Client::mailTextOf(*answer)));
        else
            Q_EMIT failed(u"reply"_s, Session::failureText(answer.error()));
    });
}

void ComposeSide::open(const Ui::Letter &letter)
{
    if (m_mailroom.accounts().isEmpty()) {
        if (m_mailroom.isKnown())
            Q_EMIT failed(u"compose"_s, tr("There is no mailbox yet to send from. Add one first."));
        else if (m_wanted.size() < mostWanted)
            m_wanted.append(letter);
        return;
    }
    auto *window = new Ui::ComposeWindow(letter, m_mailroom.accounts());
    const auto key = std::make_shared<SendKey>();
    connect(window, &Ui::ComposeWindow::sendWanted, this,
            [this, window, key](const Ui::Letter &written) {
                m_link.rest().sendOnce(
                    u"/mails/send"_s, jsonOf(written), key->of(written), window,
                    [this, window, written](const Client::Answer &answer) {
                        if (!answer) {
                            window->showFailure(Session::failureText(answer.error()));
                            return;
                        }
                        const QString status = answer->toObject().value("status"_L1).toString();
                        window->finish();
                        Q_EMIT sent(written.subject, status != u"sent");
                    });
            });
    connect(window, &Ui::ComposeWindow::draftWanted, this,
            [this, window](const Ui::Letter &written) { keep(window, written); });
    m_windows.removeAll(nullptr);
    m_windows.append(window);
    window->show();
    window->raise();
    window->activateWindow();
}

bool ComposeSide::askAboutUnsent()
{
    for (const QPointer<Ui::ComposeWindow> &window : std::as_const(m_windows)) {
        if (window && window->isUnsent()) {
            window->raise();
            window->activateWindow();
            window->close();
            return true;
        }
    }
    return false;
}

void ComposeSide::openWanted()
{
    if (!m_mailroom.isKnown())
        return;
    for (const Ui::Letter &letter : std::exchange(m_wanted, {}))
        open(letter);
}

void ComposeSide::keep(Ui::ComposeWindow *window, const Ui::Letter &letter)
{
    m_link.rest().send("POST", u"/drafts"_s, jsonOf(letter), window,
                       [window](const Client::Answer &answer) {
                           if (answer)
                               window->finish();
                           else
                               window->showFailure(Session::failureText(answer.error()));
                       });
}
