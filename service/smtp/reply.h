// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

namespace Smtp {

/** What a server answered to one command, RFC 5321 4.2. */
struct Reply {
    int code = 0;            ///< 200..599; 0: no reply
    QByteArray enhanced;     ///< RFC 3463, such as `5.1.1`; empty: not given
    QList<QByteArray> lines; ///< texts without the codes, at least one

    bool isPositive() const { return code >= 200 && code < 300; }
    bool isTemporary() const { return code >= 400 && code < 500; }
    bool isPermanent() const { return code >= 500; }
    /// RFC 4954 6: the reply is about the login, not about the mail.
    bool isAboutLogin() const { return code == 530 || code == 534 || code == 535; }

    /// All lines as one of printable text, at most 500 characters: for people and the log.
    QString text() const;

    friend bool operator==(const Reply &, const Reply &) = default;
};

/// `550 5.1.1 No such user`
QString replyText(const Reply &reply);

} // namespace Smtp
