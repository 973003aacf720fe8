// SPDX-License-Identifier: GPL-3.0-or-later
// Application: opens the database, the keys, and what is in them, before anything else runs.
#include "api/firstuser.h"
#include "application/applicationparts.h"
#include "application/onwriter.h"
#include "application/pushcontext.h"
#include "crypto/masterkey.h"
#include "process/terminal.h"
#include "push/vapidkey.h"
#include "store/db/transaction.h"
#include "store/opendatabase.h"
#include "store/people/settings.h"
#include "store/people/tokenkeys.h"
#include "store/people/visibility.h"
#include "store/sql/privatefile.h"

#include <QDir>
#include <QLoggingCategory>

#include <cstdio>

using namespace Qt::StringLiterals;

namespace {

Q_LOGGING_CATEGORY(logService, "postrider.service", QtInfoMsg)

QString webFolder(const Config &config)
{
    return config.webDir.isEmpty() ? u":/web"_s : QDir::cleanPath(config.webDir);
}

} // namespace

Result<void> Application::openStore()
{
    RETURN_IF_ERROR(Store::makePrivateFolder(m_config.dataDir));
    auto opened = Store::openDatabase({ .file = {},
                                        .url = m_config.database(),
                                        .poolUrl = m_config.databasePoolUrl,
                                        .wait = m_config.databaseWait,
                                        .readers = m_config.databaseReaders,
                                        .queueLimit = m_config.databaseQueue,
                                        .clock = &m_clock });
    RETURN_IF_ERROR(opened);
    m_parts->database = std::move(*opened);
    return {};
}

Result<void> Application::openSecrets()
{
    const Result<Crypto::MasterKey> master =
        Crypto::loadMasterKey(Crypto::MasterKeySources::fromEnvironment(m_config.dataDir));
    RETURN_IF_ERROR(master);
    if (!master->warning.isEmpty())
        qCWarning(logService).noquote() << master->warning;
    m_parts->keys = master->keys;
    if (m_parts->database->isShared()) {
        RETURN_IF_ERROR(checkNodes());
    }
    auto secrets = SecretSetup::make(m_config, *m_parts->database, master->keys);
    RETURN_IF_ERROR(secrets);
    m_parts->secrets = std::move(*secrets);
    const Result<void> begun = m_parts->secrets->begin([this] { resumeLocked(); });
    RETURN_IF_ERROR(begun);
    if (!m_config.jwtSecret.isEmpty()) {
        const auto keys = Crypto::SigningKeys::fromSecret(m_config.jwtSecret);
        RETURN_IF_ERROR(keys);
        m_parts->tokenKeys = *keys;
        return {};
    }
    const auto keys = onWriter(*m_parts->database, [this](Store::Session &session) {
        return Store::tokenKeys(session, m_parts->keys);
    });
    if (keys) {
        m_parts->tokenKeys = *keys;
        return {};
    }
    if (keys.error().code != Error::Code::SecretUnreadable)
        return keys.error();
    // Not an error of the start: users can still log in, read their mails and enter their passwords again.
    qCWarning(logService).noquote()
        << "the stored secrets were encrypted with another master key: mailboxes cannot be "
           "reached, and logins are valid until the next start only. Restore the right key, or "
           "enter the passwords of the accounts again. The key comes from"
        << master->origin;
    m_parts->tokenKeys = Crypto::SigningKeys::generate();
    return {};
}

/// The former process of this service has ended, so its key does not matter.
Result<void> Application::checkNodes()
{
    Result<Nodes::Identity> identity = Nodes::Identity::load(m_config.dataDir);
    RETURN_IF_ERROR(identity);
    m_parts->identity = *std::move(identity);
    return onWriter(*m_parts->database, [this](Store::Session &session) {
        return Store::checkKeys(session, m_parts->keys, m_parts->identity->uuid());
    });
}

Result<void> Application::makeFirstUser()
{
    Api::FirstUserOptions options;
    options.adminPassword = m_config.adminPassword.toUtf8();
    options.dataDirectory = m_config.dataDir;
    options.hasTerminal = hasTerminal();
    options.cost = m_config.hashCost();
    const auto made = onWriter(*m_parts->database, [&options](Store::Session &session) {
        return Api::makeFirstUser(session, options);
    });
    RETURN_IF_ERROR(made);
    if (!made->generatedPassword.isEmpty())
        std::fprintf(stderr, "postriderd: first start: log in as admin with the password %s\n",
                     made->generatedPassword.constData());
    else if (!made->passwordFile.isEmpty())
        qCInfo(logService).noquote()
            << "first start: the password of admin is in" << made->passwordFile;
    return {};
}

Result<void> Application::readVisibility()
{
    QString visibility = m_config.visibility;
    if (visibility.isEmpty()) {
        const auto stored = onWriter(*m_parts->database, [](Store::Session &session) {
            return Store::setting(session, Store::wholeInstallation, u"visibility"_s);
        });
        RETURN_IF_ERROR(stored);
        visibility = stored->value_or(u"shared"_s);
    }
    return onWriter(*m_parts->database, Store::inTransaction([visibility](Store::Session &session) {
        return Store::setVisibilityInForce(session, visibility);
    }));
}

Result<void> Application::openPush()
{
    m_parts->calls = std::make_unique<Net::CallThread>(Net::HttpCallerOptions{});
    const auto key = pushKey(m_config, [this] {
        return onWriter(*m_parts->database, [this](Store::Session &session) {
            return Push::storedKey(session, m_parts->keys);
        });
    });
    if (key) {
        m_parts->push = std::make_unique<Push::Dispatcher>(
            *m_parts->calls, pushContext(m_config, *m_parts->database, m_clock, *key));
        return {};
    }
    if (key.error().code != Error::Code::SecretUnreadable)
        return key.error();
    qCWarning(logService).noquote()
        << "no notifications are sent to browsers:" << key.error().message;
    return {};
}

/// Loads the files that are served beside the API: the web client and the description of the API.
Result<void> Application::openWeb()
{
    Result<Web::Files> webFiles = Web::Files::in(webFolder(m_config));
    RETURN_IF_ERROR(webFiles);
    m_parts->site = std::make_unique<Web::Site>(*std::move(webFiles));
    Result<Web::Docs> docs = Web::Docs::builtIn();
    RETURN_IF_ERROR(docs);
    m_parts->docs = std::make_unique<Web::Docs>(*std::move(docs));
    return {};
}
