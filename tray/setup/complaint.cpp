// SPDX-License-Identifier: GPL-3.0-or-later
#include "setup/complaint.h"

#include "policy/cleantext.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace Setup {

namespace {

struct Trouble {
    Q_DECLARE_TR_FUNCTIONS(Setup::Trouble)
};

using Field = Complaint::Field;

constexpr qsizetype nameLength = 60;

QString hostText(const MailServer &server)
{
    return Policy::isolated(server.host, nameLength);
}

bool isOfLogin(const QString &code)
{
    return code == u"auth_failed" || code == u"auth_required";
}

bool isSilence(const QString &code)
{
    return code == u"connect_failed" || code == u"timeout";
}

Complaint loginComplaint(const MailServer &server, const Draft &draft)
{
    if (!draft.oauthProvider.isEmpty())
        return { Field::Login,
                 Trouble::tr("%1 did not accept this sign-in. Sign in again as %2.")
                     .arg(hostText(server), Policy::isolated(draft.email, nameLength)) };
    return { Field::Login,
             Trouble::tr("%1 refused the user name %2 or the password. Check both; many providers "
                         "require a password for programs here.")
                 .arg(hostText(server), Policy::isolated(server.username, nameLength)) };
}

Complaint noConnection(const MailServer &server, Side side, const QString &text)
{
    Complaint complaint{ Field::Host, text };
    const int usual = usualPort(side, server.security);
    if (server.port != usual)
        complaint.repair = Repair{ .kind = Repair::Kind::UsePort,
                                   .port = usual,
                                   .text = Trouble::tr("Use port %1, the usual one").arg(usual) };
    return complaint;
}

Complaint tlsComplaint(const ServerTrial &trial, const MailServer &server)
{
    if (!trial.answersTo)
        return {
            Field::Security,
            Trouble::tr(
                "%1 offers no usable encryption on port %2. Check the port, or ask your provider.")
                .arg(hostText(server))
                .arg(server.port)
        };
    Complaint complaint{ Field::Security };
    Repair repair{ .security = *trial.answersTo };
    if (*trial.answersTo == Security::StartTls) {
        complaint.text = Trouble::tr("This port speaks STARTTLS. Use that instead?");
        repair.text = Trouble::tr("Use STARTTLS");
    } else {
        complaint.text = Trouble::tr("This port speaks TLS. Use that instead?");
        repair.text = Trouble::tr("Use TLS");
    }
    complaint.repair = repair;
    return complaint;
}

QString certificateText(const ServerTrial &trial, const MailServer &server, const Draft &draft)
{
    if (!draft.tlsPin.isEmpty())
        return Trouble::tr("%1 shows another key than the one that you trust. Only one key can be "
                           "trusted for a mailbox.")
            .arg(hostText(server));
    if (trial.certificate && !trial.certificate->matchesHost)
        return Trouble::tr("The certificate of %1 is for another name: %2. Check the name of the "
                           "server. Trust it only if your provider names this fingerprint.")
            .arg(hostText(server), Policy::isolated(trial.certificate->subject, nameLength));
    return Trouble::tr("The certificate of %1 could not be verified. Trust it only if your "
                       "provider names this fingerprint.")
        .arg(hostText(server));
}

Complaint certificateComplaint(const ServerTrial &trial, const MailServer &server,
                               const Draft &draft)
{
    Complaint complaint{ Field::Certificate, certificateText(trial, server, draft) };
    if (!trial.certificate)
        return complaint;
    const ShownCertificate &shown = *trial.certificate;
    QStringList lines;
    if (!shown.issuer.isEmpty())
        lines.append(Trouble::tr("Issued by %1").arg(Policy::isolated(shown.issuer, nameLength)));
    lines.append(Trouble::tr("Fingerprint of the key (SHA-256): %1")
                     .arg(fingerprintText(shown.fingerprint)));
    complaint.detail = lines.join(u'\n');
    complaint.repair = Repair{ .kind = Repair::Kind::TrustKey,
                               .key = shown.fingerprint,
                               .text = Trouble::tr("Trust this key only") };
    return complaint;
}

} // namespace

std::optional<Complaint> complaintOf(const ServerTrial &trial, Side side, const Draft &draft)
{
    if (trial.works)
        return std::nullopt;
    MailServer server = side == Side::Imap ? draft.imap : draft.smtp;
    if (server.username.isEmpty())
        server.username = draft.imap.username;
    Complaint complaint;
    if (isOfLogin(trial.errorCode))
        complaint = loginComplaint(server, draft);
    else if (trial.errorCode == u"certificate_invalid")
        return certificateComplaint(trial, server, draft);
    else if (trial.errorCode == u"tls_failed" || trial.answersTo)
        complaint = tlsComplaint(trial, server);
    else if (trial.errorCode == u"timeout")
        complaint = noConnection(server, side,
                                 Trouble::tr("%1 did not answer on port %2 in time. Check the name "
                                             "and the port, or try again.")
                                     .arg(hostText(server))
                                     .arg(server.port));
    else if (trial.errorCode == u"connect_failed")
        complaint =
            noConnection(server, side,
                         Trouble::tr("There is no connection to %1, port %2. Check the name "
                                     "and the port.")
                             .arg(hostText(server))
                             .arg(server.port));
    else
        complaint = {
            Field::Host,
            Trouble::tr("%1 answered with an error. Try again later.").arg(hostText(server))
        };
    const bool saysAsMuch = isSilence(trial.errorCode) || complaint.repair;
    (saysAsMuch ? complaint.hint : complaint.detail) = trial.error;
    return complaint;
}

QString accountTrouble(const QString &code, const QString &message, const Draft &draft)
{
    if (code == u"secret_locked")
        return Trouble::tr(
            "The keychain is locked. Synchronisation continues as soon as you unlock it.");
    if (code == u"secret_unreadable" || code == u"secret_missing")
        return Trouble::tr("The stored password cannot be read. Sign in again.");
    if (code == u"storage_full")
        return Trouble::tr("The disk of the mail service is full. Synchronisation continues as "
                           "soon as there is free space.");
    if (code == u"certificate_invalid")
        return Trouble::tr("The certificate of %1 is not trusted. Look at it under Mail servers.")
            .arg(hostText(draft.imap));
    if (!isOfLogin(code) && !isSilence(code) && code != u"tls_failed")
        return message;
    return complaintOf({ .works = false, .errorCode = code }, Side::Imap, draft)->text;
}

Draft repaired(Draft draft, Side side, const Repair &repair)
{
    MailServer &server = side == Side::Imap ? draft.imap : draft.smtp;
    switch (repair.kind) {
    case Repair::Kind::UseSecurity:
        server.security = repair.security;
        break;
    case Repair::Kind::UsePort:
        server.port = repair.port;
        break;
    case Repair::Kind::TrustKey:
        draft.tlsPin = repair.key;
        break;
    }
    return draft;
}

bool isSignInRefused(const Trial &trial)
{
    const bool isSmtpFine = !trial.smtp || trial.smtp->works || isOfLogin(trial.smtp->errorCode);
    return !trial.imap.works && isOfLogin(trial.imap.errorCode) && isSmtpFine;
}

} // namespace Setup
