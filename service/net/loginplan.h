// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "net/sasl.h"

#include <QList>

#include <optional>

namespace Net {

/** The meaning of a server's refusal of one mechanism. */
enum class Refusal {
    Mechanism,     ///< the server does not do this mechanism
    Unjudged,      ///< the password was not checked: no SCRAM secret, or no check available
    Unclear,       ///< refused after the password was used, without a reason
    WrongPassword, ///< the server says so
    NotNow,        ///< too many connections and the like: no other mechanism changes that
};

/**
 * Which mechanisms one login tries, in which order. Pure; used once.
 *
 * The order is SCRAM-SHA-256, SCRAM-SHA-1, PLAIN, LOGIN, with a token OAUTHBEARER, XOAUTH2; on an
 * encrypted connection the one that worked last time comes first. After a refusal the next one is
 * tried only where the connection is encrypted: otherwise an attacker on the network could forge
 * the refusal. It is of another family (SCRAM, password, token) unless the server does not do the
 * mechanism at all, so that a wrong password counts once a family at most. Without encryption
 * nothing weaker than what worked last time is used.
 */
class LoginPlan
{
public:
    explicit LoginPlan(const Credentials &credentials) : m_credentials(credentials) { }

    /// The next mechanism of those that the server offers now (upper case); nothing: no more.
    std::optional<QByteArray> next(const QList<QByteArray> &offered, bool isEncrypted);

    /// As next(), if the connection ended before the last mechanism was answered: that one is tried again.
    std::optional<QByteArray> again(const QList<QByteArray> &offered, bool isEncrypted);

    /// Records the server's answer to the last next(); `why` is its text.
    void refused(Refusal refusal, const Error &why);

    bool isOver() const { return m_isOver; }
    bool hasTried() const { return !m_tried.isEmpty(); }
    /// The tried mechanisms in order; the one in progress is the last.
    const QList<QByteArray> &tried() const { return m_tried; }

    /// After next() gave nothing.
    Error failure(const QString &host) const;

private:
    bool isOpen(const QByteArray &mechanism) const;

    Credentials m_credentials;
    QList<QByteArray> m_tried;
    QList<int> m_closedFamilies;
    std::optional<Error> m_why; ///< of the last refusal
    bool m_isOver = false;
    bool m_isDowngrade = false; ///< something is offered, but weaker than what worked
    bool m_isKeptBack = false;  ///< another one is offered, but the connection is not encrypted
};

/// The names that a user may choose: `auto`, the mechanisms for passwords, those for tokens.
QList<QByteArray> mechanismChoices();
bool isForTokens(const QByteArray &mechanism);

} // namespace Net
