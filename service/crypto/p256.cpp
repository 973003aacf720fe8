// SPDX-License-Identifier: GPL-3.0-or-later
#include "crypto/p256.h"

#include "common/perthread.h"
#include "crypto/openssl.h"

#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/param_build.h>
#include <openssl/pem.h>

#include <array>

namespace Crypto {

namespace {

constexpr qsizetype halfSize = es256Size / 2;

using PKey = std::unique_ptr<EVP_PKEY, Freer<EVP_PKEY_free>>;
using PKeyContext = std::unique_ptr<EVP_PKEY_CTX, Freer<EVP_PKEY_CTX_free>>;
using DigestContext = std::unique_ptr<EVP_MD_CTX, Freer<EVP_MD_CTX_free>>;
using Number = std::unique_ptr<BIGNUM, Freer<BN_clear_free>>;
using Group = std::unique_ptr<EC_GROUP, Freer<EC_GROUP_free>>;
using Point = std::unique_ptr<EC_POINT, Freer<EC_POINT_free>>;
using Builder = std::unique_ptr<OSSL_PARAM_BLD, Freer<OSSL_PARAM_BLD_free>>;
using Parameters = std::unique_ptr<OSSL_PARAM, Freer<OSSL_PARAM_free>>;
using Bio = std::unique_ptr<BIO, Freer<BIO_free>>;
using Signature = std::unique_ptr<ECDSA_SIG, Freer<ECDSA_SIG_free>>;

// Without this callback OpenSSL would ask for a password at the terminal.
int noPassword(char *, int, int, void *)
{
    return -1;
}

/// The key pair of a public point and its private number. Null: OpenSSL refuses it.
PKey import(QByteArrayView point, const BIGNUM *number)
{
    const Builder builder(OSSL_PARAM_BLD_new());
    const bool isBuilt = builder
        && OSSL_PARAM_BLD_push_utf8_string(builder.get(), OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1",
                                           0)
        && OSSL_PARAM_BLD_push_octet_string(builder.get(), OSSL_PKEY_PARAM_PUB_KEY, point.data(),
                                            size_t(point.size()))
        && OSSL_PARAM_BLD_push_BN(builder.get(), OSSL_PKEY_PARAM_PRIV_KEY, number);
    const Parameters parameters(isBuilt ? OSSL_PARAM_BLD_to_param(builder.get()) : nullptr);
    const PKeyContext context(EVP_PKEY_CTX_new_from_name(nullptr, "EC", nullptr));
    require(parameters && context && EVP_PKEY_fromdata_init(context.get()) == 1, "EVP_PKEY import");
    EVP_PKEY *made = nullptr;
    const int imported =
        EVP_PKEY_fromdata(context.get(), &made, EVP_PKEY_KEYPAIR, parameters.get());
    PKey key(made);
    return imported == 1 ? std::move(key) : nullptr;
}

/**
 * The context that generates key pairs, and an example pair, from which other keys copy the curve. Finding
 * the curve by its name takes OpenSSL longer than everything else except the multiplications. One object
 * for each thread.
 */
struct PairMaker {
    const PKey example{ EVP_EC_gen("P-256") };
    const PKeyContext context{ example ? EVP_PKEY_CTX_new(example.get(), nullptr) : nullptr };
    const bool isReady = context && EVP_PKEY_keygen_init(context.get()) == 1;
};

const PairMaker &pairMaker()
{
    const PairMaker &maker = perThread<PairMaker>();
    require(maker.isReady, "EVP_EC_gen");
    return maker;
}

// OpenSSL accepts only coordinates that are in range and belong to a point on the curve. The order of the
// curve is prime, so every such point has that order; a multiplication to check it is not needed.
PKey importPublic(QByteArrayView point)
{
    if (point.size() != p256PublicSize || point[0] != 0x04)
        return nullptr;
    PKey key(EVP_PKEY_new());
    require(key && EVP_PKEY_copy_parameters(key.get(), pairMaker().example.get()) == 1,
            "EVP_PKEY_copy_parameters");
    const int isTaken =
        EVP_PKEY_set1_encoded_public_key(key.get(), readable(point), size_t(point.size()));
    ERR_clear_error(); // a point from outside may be invalid
    return isTaken == 1 ? std::move(key) : nullptr;
}

} // namespace

bool isP256PublicKey(QByteArrayView point)
{
    return importPublic(point) != nullptr;
}

P256Key::P256Key(EVP_PKEY *key) : m_key(key, EVP_PKEY_free) { }

P256Key P256Key::generate()
{
    EVP_PKEY *key = nullptr;
    require(EVP_PKEY_keygen(pairMaker().context.get(), &key) == 1, "EVP_PKEY_keygen");
    return P256Key(key);
}

std::optional<P256Key> P256Key::fromPrivate(QByteArrayView number)
{
    if (number.size() != p256PrivateSize)
        return std::nullopt;
    const Group group(EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1));
    const Number scalar(BN_bin2bn(readable(number), int(number.size()), nullptr));
    const Point point(group ? EC_POINT_new(group.get()) : nullptr);
    require(group && scalar && point, "EC_GROUP_new_by_curve_name");
    if (BN_is_zero(scalar.get()) || BN_cmp(scalar.get(), EC_GROUP_get0_order(group.get())) >= 0)
        return std::nullopt;
    const int multiplied =
        EC_POINT_mul(group.get(), point.get(), scalar.get(), nullptr, nullptr, nullptr);
    require(multiplied == 1, "EC_POINT_mul");
    QByteArray encoded(p256PublicSize, Qt::Uninitialized);
    const size_t size = EC_POINT_point2oct(group.get(), point.get(), POINT_CONVERSION_UNCOMPRESSED,
                                           writable(encoded), size_t(encoded.size()), nullptr);
    require(size == size_t(p256PublicSize), "EC_POINT_point2oct");
    PKey key = import(encoded, scalar.get());
    require(key != nullptr, "EVP_PKEY_fromdata");
    return P256Key(key.release());
}

std::optional<P256Key> P256Key::fromPem(QByteArrayView pem)
{
    const Bio bio(BIO_new_mem_buf(pem.data(), int(pem.size())));
    require(bio != nullptr, "BIO_new_mem_buf");
    const PKey key(PEM_read_bio_PrivateKey(bio.get(), nullptr, noPassword, nullptr));
    std::array<char, 32> group{};
    const bool isOnCurve = key && EVP_PKEY_is_a(key.get(), "EC") == 1
        && EVP_PKEY_get_group_name(key.get(), group.data(), group.size(), nullptr) == 1
        && qstrcmp(group.data(), "prime256v1") == 0;
    ERR_clear_error(); // the text may not be a key
    if (!isOnCurve)
        return std::nullopt;
    const int references = EVP_PKEY_up_ref(key.get());
    require(references == 1, "EVP_PKEY_up_ref");
    return fromPrivate(P256Key(key.get()).privateKey());
}

QByteArray P256Key::publicKey() const
{
    QByteArray point(p256PublicSize, Qt::Uninitialized);
    size_t size = 0;
    const int got = EVP_PKEY_get_octet_string_param(m_key.get(), OSSL_PKEY_PARAM_PUB_KEY,
                                                    writable(point), size_t(point.size()), &size);
    require(got == 1 && size == size_t(p256PublicSize), "EVP_PKEY_get_octet_string_param");
    return point;
}

QByteArray P256Key::privateKey() const
{
    BIGNUM *got = nullptr;
    require(EVP_PKEY_get_bn_param(m_key.get(), OSSL_PKEY_PARAM_PRIV_KEY, &got) == 1,
            "EVP_PKEY_get_bn_param");
    const Number number(got);
    QByteArray bytes(p256PrivateSize, Qt::Uninitialized);
    require(BN_bn2binpad(number.get(), writable(bytes), int(bytes.size())) == p256PrivateSize,
            "BN_bn2binpad");
    return bytes;
}

std::optional<QByteArray> P256Key::agree(QByteArrayView otherPublicKey) const
{
    const PKey other = importPublic(otherPublicKey);
    if (!other)
        return std::nullopt;
    const PKeyContext context(EVP_PKEY_CTX_new(m_key.get(), nullptr));
    QByteArray secret(p256PrivateSize, Qt::Uninitialized);
    auto size = size_t(secret.size());
    const bool agreed = context && EVP_PKEY_derive_init(context.get()) == 1
        && EVP_PKEY_derive_set_peer_ex(context.get(), other.get(), 0) == 1 // 0: already checked
        && EVP_PKEY_derive(context.get(), writable(secret), &size) == 1;
    require(agreed && size == size_t(secret.size()), "EVP_PKEY_derive");
    return secret;
}

QByteArray P256Key::sign(QByteArrayView data) const
{
    const DigestContext context(EVP_MD_CTX_new());
    constexpr size_t mostDer = 80;
    QByteArray der(mostDer, Qt::Uninitialized);
    size_t size = mostDer;
    const bool isSigned = context
        && EVP_DigestSignInit(context.get(), nullptr, EVP_sha256(), nullptr, m_key.get()) == 1
        && EVP_DigestSign(context.get(), writable(der), &size, readable(data), size_t(data.size()))
            == 1;
    require(isSigned, "EVP_DigestSign");
    const unsigned char *at = readable(der);
    const Signature signature(d2i_ECDSA_SIG(nullptr, &at, long(size)));
    require(signature != nullptr, "d2i_ECDSA_SIG");
    QByteArray raw(es256Size, Qt::Uninitialized);
    require(BN_bn2binpad(ECDSA_SIG_get0_r(signature.get()), writable(raw), int(halfSize))
                    == halfSize
                && BN_bn2binpad(ECDSA_SIG_get0_s(signature.get()), writable(raw) + halfSize,
                                int(halfSize))
                    == halfSize,
            "BN_bn2binpad");
    return raw;
}

bool verifyEs256(QByteArrayView publicKey, QByteArrayView data, QByteArrayView signature)
{
    const PKey key = importPublic(publicKey);
    if (!key || signature.size() != es256Size)
        return false;
    const Signature numbers(ECDSA_SIG_new());
    BIGNUM *r = BN_bin2bn(readable(signature), int(halfSize), nullptr);
    BIGNUM *s = BN_bin2bn(readable(signature) + halfSize, int(halfSize), nullptr);
    require(numbers && r && s && ECDSA_SIG_set0(numbers.get(), r, s) == 1, "ECDSA_SIG_set0");
    unsigned char *der = nullptr;
    const int size = i2d_ECDSA_SIG(numbers.get(), &der);
    require(size > 0, "i2d_ECDSA_SIG");
    const DigestContext context(EVP_MD_CTX_new());
    const bool isRight = context
        && EVP_DigestVerifyInit(context.get(), nullptr, EVP_sha256(), nullptr, key.get()) == 1
        && EVP_DigestVerify(context.get(), der, size_t(size), readable(data), size_t(data.size()))
            == 1;
    OPENSSL_free(der);
    ERR_clear_error();
    return isRight;
}

} // namespace Crypto
