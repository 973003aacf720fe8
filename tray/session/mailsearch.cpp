// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/mailsearch.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Session {

namespace {

constexpr auto typingPause = 150ms;
constexpr qsizetype maxLength = 200; // the service's limit

} // namespace

MailSearch::MailSearch(Client::Rest &rest, Client::Alarms &alarms, QObject *parent)
    : QObject(parent), m_rest(rest), m_pause(alarms.make(this))
{
    connect(m_pause, &Client::Alarm::rang, this, [this] { ask(u"q"_s); });
}

void MailSearch::setText(const QString &text)
{
    const QString wanted = text.simplified().left(maxLength);
    if (wanted == m_text)
        return;
    m_text = wanted;
    ++m_round;
    m_isBusy = isActive();
    if (isActive()) {
        m_pause->start(typingPause);
    } else {
        m_pause->stop();
        m_mails.clear();
        m_total = 0;
        m_failure.reset();
    }
    Q_EMIT changed();
}

void MailSearch::again()
{
    if (isActive() && !m_isBusy)
        ask(u"q"_s);
}

void MailSearch::ask(const QString &parameter)
{
    const QUrlQuery query{ { parameter, QString::fromLatin1(QUrl::toPercentEncoding(m_text)) },
                           { u"pageSize"_s, QString::number(most) } };
    m_rest.get(u"/mails"_s, query, this,
               [this, parameter, round = ++m_round](const Client::Answer &answer) {
                   if (round == m_round)
                       take(parameter, answer);
               });
}

void MailSearch::take(const QString &parameter, const Client::Answer &answer)
{
    const bool isUnreadable = !answer && answer.error().status == 400;
    if (isUnreadable && parameter == u"q") {
        ask(u"keyword"_s); // an operator may be half typed
        return;
    }
    m_isBusy = false;
    m_failure.reset();
    if (answer) {
        m_mails = Client::mailsOf(*answer);
        m_total = answer->toObject().value("total"_L1).toInteger();
    } else {
        m_mails.clear();
        m_total = 0;
        m_failure = answer.error();
    }
    Q_EMIT changed();
}

} // namespace Session
