// SPDX-License-Identifier: GPL-3.0-or-later
#include "crypto/password.h"

#include "crypto/digest.h"
#include "crypto/openssl.h"
#include "crypto/random.h"

#include <QRegularExpression>

#include <openssl/core_names.h>
#include <openssl/params.h>

#include <optional>

using namespace Qt::StringLiterals;

namespace Crypto {

namespace {

constexpr qsizetype saltSize = 16;
constexpr qsizetype hashSize = 32;
constexpr qint64 maxMemory = 256 << 20;

struct StoredHash {
    ScryptCost cost;
    QByteArray salt;
    QByteArray hash;
};

qint64 memoryFor(ScryptCost cost)
{
    // The N blocks, two temporary blocks and the p lanes, and 1 MiB for OpenSSL's own rounding.
    return 128LL * cost.r * ((1LL << cost.logN) + cost.p + 2) + (1 << 20);
}

// Base64 of PHC strings: standard alphabet, no padding.
QByteArray phcEncoded(const QByteArray &bytes)
{
    return bytes.toBase64(QByteArray::OmitTrailingEquals);
}

QByteArray phcString(ScryptCost cost, const QByteArray &salt, const QByteArray &hash)
{
    return "$scrypt$ln=" + QByteArray::number(cost.logN) + ",r=" + QByteArray::number(cost.r)
        + ",p=" + QByteArray::number(cost.p) + '$' + phcEncoded(salt) + '$' + phcEncoded(hash);
}

std::optional<StoredHash> parsePhc(QByteArrayView phc)
{
    static const QRegularExpression form(
        uR"(\A\$scrypt\$ln=(\d{1,2}),r=(\d{1,3}),p=(\d{1,3})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)\z)"_s);
    const auto match = form.match(QString::fromLatin1(phc));
    if (!match.hasMatch())
        return {};
    StoredHash stored{ .cost = { match.captured(1).toInt(), match.captured(2).toInt(),
                                 match.captured(3).toInt() },
                       .salt = QByteArray::fromBase64(match.captured(4).toLatin1()),
                       .hash = QByteArray::fromBase64(match.captured(5).toLatin1()) };
    const bool affordable = stored.cost.logN >= 1 && stored.cost.logN <= 24 && stored.cost.r >= 1
        && stored.cost.p >= 1 && memoryFor(stored.cost) <= maxMemory;
    if (!affordable || stored.hash.size() < 16)
        return {};
    return stored;
}

// OpenSSL only reads the bytes. The pointer must not be null, also for an empty value.
OSSL_PARAM octets(const char *name, QByteArrayView bytes)
{
    const char *data = bytes.isEmpty() ? "" : bytes.data();
    return OSSL_PARAM_construct_octet_string(name, const_cast<char *>(data), size_t(bytes.size()));
}

} // namespace

QByteArray scrypt(QByteArrayView password, QByteArrayView salt, ScryptCost cost, qsizetype length)
{
    const Kdf kdf(EVP_KDF_fetch(nullptr, "SCRYPT", nullptr));
    require(kdf != nullptr, "EVP_KDF_fetch");
    const KdfContext context(EVP_KDF_CTX_new(kdf.get()));
    require(context != nullptr, "EVP_KDF_CTX_new");
    uint64_t n = 1ULL << cost.logN;
    uint32_t r = uint32_t(cost.r);
    uint32_t p = uint32_t(cost.p);
    uint64_t memory = uint64_t(memoryFor(cost));
    const OSSL_PARAM params[] = {
        OSSL_PARAM_construct_octet_string(
            OSSL_KDF_PARAM_PASSWORD, const_cast<char *>(password.data()), size_t(password.size())),
        octets(OSSL_KDF_PARAM_SALT, salt),
        OSSL_PARAM_construct_uint64(OSSL_KDF_PARAM_SCRYPT_N, &n),
        OSSL_PARAM_construct_uint32(OSSL_KDF_PARAM_SCRYPT_R, &r),
        OSSL_PARAM_construct_uint32(OSSL_KDF_PARAM_SCRYPT_P, &p),
        OSSL_PARAM_construct_uint64(OSSL_KDF_PARAM_SCRYPT_MAXMEM, &memory),
        OSSL_PARAM_construct_end(),
    };
    QByteArray out(length, Qt::Uninitialized);
    if (EVP_KDF_derive(context.get(), writable(out), size_t(length), params) != 1) {
        ERR_clear_error();
        return {};
    }
    return out;
}

QByteArray hashPassword(QByteArrayView password, ScryptCost cost)
{
    const QByteArray salt = randomBytes(saltSize);
    const QByteArray hash = scrypt(password, salt, cost, hashSize);
    require(!hash.isEmpty(), "scrypt");
    return phcString(cost, salt, hash);
}

PasswordCheck verifyPassword(QByteArrayView password, QByteArrayView phc, ScryptCost wanted)
{
    const auto stored = parsePhc(phc);
    if (!stored)
        return PasswordCheck::Wrong;
    const QByteArray hash = scrypt(password, stored->salt, stored->cost, stored->hash.size());
    if (!equalConstantTime(hash, stored->hash))
        return PasswordCheck::Wrong;
    return stored->cost == wanted ? PasswordCheck::Right : PasswordCheck::RightButRehash;
}

QByteArray dummyHash(ScryptCost cost)
{
    return phcString(cost, randomBytes(saltSize), randomBytes(hashSize));
}

} // namespace Crypto
