// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/apierror.h"
#include "common/jsonwriter.h"
#include "imap/session.h"
#include "smtp/session.h"
#include "store/mail/accounts.h"
#include "store/mail/serverfolders.h"

#include <QSslCertificate>

namespace Api {

/** The result of a login attempt at a mail server. */
struct ServerTest {
    std::optional<Error> error; ///< absent: it works
    QByteArray fingerprint;     ///< with Error::Certificate: SHA-256 of its key
    QSslCertificate certificate = QSslCertificate(); ///< with it: the certificate of the server
    QString host;                                    ///< the host that was meant to be reached
    std::optional<Net::Security> answersTo; ///< the port works in this way, not as asked for
    QList<QByteArray> capabilities;         ///< after login
    QByteArray mechanism;                   ///< the mechanism of the login; empty: none
    QList<QByteArray> refused; ///< mechanisms that the server refused, in the order of trying
    std::optional<Net::Security> security;      ///< once connected: how, never Auto
    QList<Store::FolderProblem> folderProblems; ///< IMAP: of the folders that the account names
};

/** Both servers of an account; SMTP where one is given. */
struct ConnectionTest {
    ServerTest imap;
    std::optional<ServerTest> smtp;
};

/// Connects and logs in as the account would, then leaves; nothing is read or written. 15 s at most.
QCoro::Task<ServerTest> testImap(Net::TlsPolicy tls, Imap::SessionOptions options,
                                 Store::Account account, QByteArray password,
                                 QByteArray proxyLogin);

/// The same at the SMTP server; nothing where the account names none.
QCoro::Task<std::optional<ServerTest>> testSmtp(Net::TlsPolicy tls, Smtp::SessionOptions options,
                                                Store::Account account, QByteArray password,
                                                QByteArray proxyLogin);

/// `data` of POST /accounts/test-connection.
Json::Bytes connectionTestJson(const ConnectionTest &test);

/// The failure of a create with ?verify=true.
ApiFailure verifyFailure(const Error &error);

} // namespace Api
