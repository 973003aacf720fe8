// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/statustext.h"

#include "policy/cleantext.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace Ui {

namespace {

constexpr qsizetype reasonLength = 160;

struct Status {
    Q_DECLARE_TR_FUNCTIONS(Ui::Status)
};

QString troubleText(const QString &errorCode)
{
    if (errorCode == u"tls_failed")
        return Status::tr("no encrypted connection to the mail server");
    if (errorCode == u"timeout")
        return Status::tr("the mail server did not answer in time");
    if (errorCode == u"server_error")
        return Status::tr("the mail server reports an error");
    return Status::tr("the mail server does not answer");
}

} // namespace

QString linkText(Session::Link::State state)
{
    using State = Session::Link::State;
    switch (state) {
    case State::Searching:
        return Status::tr("Looking for the mail service");
    case State::Starting:
        return Status::tr("Starting the mail service");
    case State::SigningIn:
        return Status::tr("Signing in");
    case State::Connecting:
        return Status::tr("Connecting");
    case State::Online:
        return Status::tr("Connected");
    case State::Waiting:
        return Status::tr("Connection lost, trying again");
    case State::Polling:
        return Status::tr("Connection lost, trying again from time to time");
    case State::NeedsLogin:
        return Status::tr("Not signed in");
    case State::NoService:
        return Status::tr("The mail service is not running");
    }
    Q_UNREACHABLE();
}

bool wantsSignIn(const Client::Account &account)
{
    return account.status == u"error"
        && (account.errorCode.startsWith(u"auth_") || account.errorCode == u"secret_unreadable");
}

bool wantsAttention(const Client::Account &account)
{
    return account.status == u"error"
        && (account.errorCode.startsWith(u"auth_") || account.errorCode == u"certificate_invalid"
            || account.errorCode.startsWith(u"secret_") || account.errorCode == u"storage_full");
}

QString accountNote(const Client::Account &account)
{
    if (account.status == u"disabled")
        return Status::tr("paused");
    if (account.status == u"error") {
        if (account.errorCode == u"auth_failed" || account.errorCode == u"auth_required")
            return Status::tr("sign in again");
        if (account.errorCode == u"secret_locked")
            return Status::tr("the keychain is locked");
        if (account.errorCode == u"secret_unreadable")
            return Status::tr("the stored password cannot be read");
        if (account.errorCode == u"certificate_invalid")
            return Status::tr("the server's certificate is not trusted");
        if (account.errorCode == u"storage_full")
            return Status::tr("the disk is full");
        // The service's text has more details than the code.
        const QString told = Policy::cleanLine(account.errorMessage, reasonLength);
        const QString said = troubleText(account.errorCode);
        return told.isEmpty() ? said
                              : Status::tr("%1 (%2)", "trouble, and details").arg(said, told);
    }
    if (account.progress && account.progress->total > 0)
        return Status::tr("%L1 of %L2 mails fetched")
            .arg(account.progress->done)
            .arg(account.progress->total);
    return {};
}

QString vaultText(Session::TokenVault::State state)
{
    using State = Session::TokenVault::State;
    switch (state) {
    case State::Fine:
        return {};
    case State::Locked:
        return Status::tr("The keychain is locked. Unlock it to stay signed in.");
    case State::Unavailable:
        return Status::tr(
            "No keychain is available in this session. You stay signed in until you quit.");
    }
    Q_UNREACHABLE();
}

QString toolTip(Session::Link::State state, bool isKnown, qint64 unread, bool isQuiet)
{
    QString text = isKnown
        ? Status::tr("%n unread", nullptr, int(std::min<qint64>(unread, 1 << 30)))
        : u"Postrider"_s;
    if (state != Session::Link::State::Online)
        text += u"\n"_s + linkText(state);
    else if (isQuiet)
        text += u"\n"_s + Status::tr("Notices are held back");
    return text;
}

} // namespace Ui
