// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/loginplan.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Net {

namespace {

const QList<QByteArray> &forPasswords()
{
    static const QList<QByteArray> names = { "SCRAM-SHA-256", "SCRAM-SHA-1", "PLAIN", "LOGIN" };
    return names;
}

const QList<QByteArray> &forTokens()
{
    static const QList<QByteArray> names = { "OAUTHBEARER", "XOAUTH2" };
    return names;
}

enum Family { Scram, Password, Token };

int familyOf(const QByteArray &mechanism)
{
    if (mechanism.startsWith("SCRAM-"))
        return Scram;
    return forTokens().contains(mechanism) ? Token : Password;
}

} // namespace

QList<QByteArray> mechanismChoices()
{
    return QList<QByteArray>{ "auto" } + forPasswords() + forTokens();
}

bool isForTokens(const QByteArray &mechanism)
{
    return forTokens().contains(mechanism);
}

bool LoginPlan::isOpen(const QByteArray &mechanism) const
{
    return !m_tried.contains(mechanism) && !m_closedFamilies.contains(familyOf(mechanism));
}

std::optional<QByteArray> LoginPlan::next(const QList<QByteArray> &offered, bool isEncrypted)
{
    if (m_isOver)
        return std::nullopt;
    QList<QByteArray> order = m_credentials.accessToken.isEmpty() ? forPasswords() : forTokens();
    const qsizetype proven = order.indexOf(m_credentials.proven);
    const QByteArray forced = m_credentials.mechanism;
    if (!forced.isEmpty())
        order = order.contains(forced) ? QList<QByteArray>{ forced } : QList<QByteArray>();
    else if (!isEncrypted && proven >= 0 && familyOf(order.at(proven)) == Scram) {
        // An attacker on the network path can remove a mechanism from the list.
        m_isDowngrade = std::ranges::any_of(
            order, [&offered](const QByteArray &name) { return offered.contains(name); });
        order = order.first(proven + 1);
    } else if (isEncrypted && proven > 0)
        order.move(proven, 0);
    const auto fits = [&](const QByteArray &name) {
        return offered.contains(name) && isOpen(name);
    };
    const auto found = std::ranges::find_if(order, fits);
    if (found == order.end())
        return std::nullopt;
    m_isKeptBack = !isEncrypted && hasTried();
    if (m_isKeptBack)
        return std::nullopt;
    m_tried.append(*found);
    return *found;
}

std::optional<QByteArray> LoginPlan::again(const QList<QByteArray> &offered, bool isEncrypted)
{
    m_tried.removeLast();
    return next(offered, isEncrypted);
}

void LoginPlan::refused(Refusal refusal, const Error &why)
{
    m_why = why;
    const bool wasProven = m_tried.last() == m_credentials.proven;
    switch (refusal) {
    case Refusal::Mechanism:
        return;
    case Refusal::Unjudged:
        m_closedFamilies.append(familyOf(m_tried.last()));
        return;
    case Refusal::Unclear:
        // This mechanism worked last time, so the password must be wrong now.
        m_isOver = wasProven;
        m_closedFamilies.append(familyOf(m_tried.last()));
        return;
    case Refusal::WrongPassword:
    case Refusal::NotNow:
        m_isOver = true;
        return;
    }
}

Error LoginPlan::failure(const QString &host) const
{
    if (m_why) {
        Error why = *m_why;
        if (m_tried.size() > 1)
            why.message += u" (tried %1)"_s.arg(QString::fromLatin1(m_tried.join(", ")));
        else if (m_isKeptBack)
            why.message +=
                u" (without TLS no other mechanism is tried; the account's authMechanism "
                "can name one)"_s;
        return why;
    }
    if (!m_credentials.mechanism.isEmpty())
        return { Error::Code::Unauthorized,
                 u"%1 does not offer %2, which is set in the account."_s.arg(
                     host, QString::fromLatin1(m_credentials.mechanism)) };
    if (m_isDowngrade)
        return { Error::Code::Tls,
                 u"%1 does not offer %2 any more, and no weaker mechanism is used on a connection "
                 "without TLS."_s.arg(host, QString::fromLatin1(m_credentials.proven)) };
    return { Error::Code::Unauthorized,
             u"%1 offers no login mechanism that Postrider can use for this account."_s.arg(host) };
}

} // namespace Net
