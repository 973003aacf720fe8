// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/pairing.h"

#include "api/failure.h"
#include "api/handlers.h"
#include "api/sessionjson.h"
#include "common/jsonwriter.h"
#include "crypto/base64url.h"
#include "crypto/digest.h"
#include "crypto/random.h"
#include "http/body.h"

#include <QDir>
#include <QLoggingCategory>
#include <QSaveFile>
#include <QStandardPaths>

using namespace Qt::StringLiterals;

namespace Api {

namespace {

Q_LOGGING_CATEGORY(logPairing, "postrider.pairing", QtInfoMsg)

constexpr int codeBytes = 32;
constexpr Http::TextRule codeRule{ .min = 1, .max = 256 };

/// The oldest administrator: on a desktop the one person there is.
Result<Store::User> firstAdmin(Store::Session &session)
{
    const Result<QList<Store::User>> users = Store::users(session);
    if (!users)
        return users.error();
    for (const Store::User &user : *users) {
        if (user.role == Store::Role::Admin)
            return user;
    }
    return Error{ Error::Code::NotFound, u"There is no administrator."_s };
}

Error cannotWrite(const QString &file, const QString &why)
{
    return { Error::Code::Storage, u"cannot write the pairing file %1: %2"_s.arg(file, why) };
}

} // namespace

QString pairingFile()
{
    return QStandardPaths::writableLocation(QStandardPaths::RuntimeLocation)
        + u"/postrider/pair.json"_s;
}

Pairing::~Pairing()
{
    if (!m_code.isEmpty())
        QFile::remove(m_with.file);
}

void Pairing::addRoutes(Http::Router &router)
{
    Http::Route route;
    route.auth = Http::Auth::None;
    route.handler = [this](const Http::Request &request, const Http::Reply &reply) {
        pair(request, reply);
    };
    router.add("POST", "/api/v1/auth/pair", std::move(route));
}

Result<void> Pairing::announce(const QString &address)
{
    m_address = address;
    return renew();
}

Result<void> Pairing::renew()
{
    m_code = Crypto::toBase64Url(Crypto::randomBytes(codeBytes));
    const QString folder = QFileInfo(m_with.file).path();
    constexpr auto ownersOnly = QFile::ReadOwner | QFile::WriteOwner;
    if (!QDir().mkpath(folder) || !QFile::setPermissions(folder, ownersOnly | QFile::ExeOwner))
        return cannotWrite(m_with.file, u"its folder cannot be made"_s);
    Json::Writer json;
    json.beginObject().key("url").value(m_address).key("code").value(m_code).endObject();
    QSaveFile file(m_with.file); // whoever reads meanwhile gets the old one whole
    if (!file.open(QFile::WriteOnly) || !file.setPermissions(ownersOnly)
        || file.write(json.take() + '\n') < 0 || !file.commit())
        return cannotWrite(m_with.file, file.errorString());
    return {};
}

QCoro::Task<> Pairing::pair(Http::Request request, Http::Reply reply)
{
    Http::Body body(request.body);
    const QByteArray code = body.text("code"_L1, codeRule).toUtf8();
    if (const auto wrong = body.failure()) {
        reply.fail(*wrong);
        co_return;
    }
    if (!request.peer.isLoopback()) {
        ApiFailure refused = failed(ApiError::Forbidden);
        refused.message = u"Pairing works on the service's own machine only."_s;
        reply.fail(refused);
        co_return;
    }
    const int wait = m_with.throttle.admit(u"(pairing)"_s, request.peer);
    if (wait > 0) {
        ApiFailure later = failed(ApiError::TooManyLogins);
        later.retryAfterSeconds = wait;
        reply.fail(later);
        co_return;
    }
    if (m_code.isEmpty() || !Crypto::equalConstantTime(code, m_code)) {
        reply.fail(failed(ApiError::BadCredentials));
        co_return;
    }
    m_with.throttle.succeeded(u"(pairing)"_s, request.peer);
    const Result<void> renewed = renew(); // before anything else: it works once
    if (!renewed) {
        m_code.clear();
        qCWarning(logPairing).noquote() << renewed.error().message;
    }
    auto find = [](Store::Session &session) {
        return firstAdmin(session);
    };
    const Result<Store::User> user = co_await m_with.database.reading(std::move(find));
    if (!user) {
        reply.fail(storageFailure(user.error()));
        co_return;
    }
    qCInfo(logPairing, "paired user=%lld", user->id);
    m_with.authenticator.noteUser(*user);
    reply.send(Http::Response::data(sessionJson(m_with.authenticator.issue(*user, false), *user)));
}

} // namespace Api
