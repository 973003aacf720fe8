// SPDX-License-Identifier: GPL-3.0-or-later
#include "crypto/masterkey.h"

#include "common/filemode.h"
#include "crypto/random.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <optional>

#ifdef Q_OS_UNIX
#include <fcntl.h>
#include <unistd.h>
#endif

using namespace Qt::StringLiterals;

namespace Crypto {

namespace {

constexpr auto credentialName = "postrider-key"_L1;
constexpr auto generatedName = "master.key"_L1;
constexpr qint64 maxFileSize = 4096;

Error unusable(const QString &origin, const QString &why)
{
    return { Error::Code::BadRequest,
             u"The master key in %1 cannot be used: %2."_s.arg(origin, why) };
}

/// 64 hexadecimal digits, or base64 (either alphabet, with or without padding) of 32 bytes.
std::optional<QByteArray> keyFromText(const QByteArray &text)
{
    QByteArray key = QByteArray::fromHex(text);
    if (text.size() == 2 * sealingKeySize && key.size() == sealingKeySize)
        return key;
    QByteArray standard = text;
    standard.replace('-', '+').replace('_', '/');
    const auto decoded = QByteArray::fromBase64Encoding(
        standard, QByteArray::Base64Encoding | QByteArray::AbortOnBase64DecodingErrors);
    if (!decoded || decoded.decoded.size() != sealingKeySize)
        return {};
    return decoded.decoded;
}

Result<KeyRing> keysFrom(const QByteArray &content, const QString &origin)
{
    if (content.size() == sealingKeySize)
        return KeyRing({ content });
    QList<QByteArray> keys;
    for (const QByteArray &line : content.split('\n')) {
        const QByteArray text = line.trimmed();
        if (text.isEmpty())
            continue;
        const auto key = keyFromText(text);
        if (!key)
            return unusable(origin,
                            u"it contains neither 32 bytes nor lines of 64 hexadecimal digits or "
                            "base64 of 32 bytes (try `openssl rand -hex 32`)"_s);
        keys.append(*key);
    }
    if (keys.isEmpty())
        return unusable(origin, u"it is empty"_s);
    return KeyRing(keys);
}

Result<KeyRing> keysFromFile(const QString &path, const QString &origin)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return unusable(origin, file.errorString());
    return keysFrom(file.read(maxFileSize), origin);
}

/// For files whose mode we or the operator set. systemd protects the files of its credentials itself.
Result<KeyRing> keysFromPrivateFile(const QString &path, const QString &origin)
{
    if (isOpenToEverybody(path))
        return unusable(origin,
                        u"other users may read or write it (try `chmod 600 %1`)"_s.arg(path));
    return keysFromFile(path, origin);
}

/// Creates the file; never replaces an existing one. On Unix the key is synced to the disk, so that a
/// crash cannot lose it after values were sealed with it.
Result<void> writeNewFile(const QString &path, const QByteArray &content, const QString &origin)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly | QIODevice::NewOnly))
        return unusable(origin, file.errorString());
    const bool written = file.setPermissions(QFile::ReadOwner | QFile::WriteOwner)
        && file.write(content) == content.size() && file.flush();
#ifdef Q_OS_UNIX
    if (written && ::fsync(file.handle()) == 0)
        return {};
#else
    if (written)
        return {};
#endif
    const QString why = file.errorString();
    file.remove();
    return unusable(origin, why);
}

Result<MasterKey> generated(const QString &path, const QString &origin)
{
    const QByteArray key = randomBytes(sealingKeySize);
    RETURN_IF_ERROR(writeNewFile(path, key.toHex() + '\n', origin));
    return MasterKey{ .keys = KeyRing({ key }), .origin = origin, .warning = {}, .isNew = true };
}

Result<MasterKey> found(const Result<KeyRing> &keys, const QString &origin,
                        const QString &warning = {})
{
    RETURN_IF_ERROR(keys);
    return MasterKey{ .keys = *keys, .origin = origin, .warning = warning };
}

} // namespace

MasterKeySources MasterKeySources::fromEnvironment(const QString &dataDirectory)
{
    return { .credentialsDirectory = qEnvironmentVariable("CREDENTIALS_DIRECTORY"),
             .keyFile = qEnvironmentVariable("POSTRIDER_KEY_FILE"),
             .key = qgetenv("POSTRIDER_KEY"),
             .dataDirectory = dataDirectory };
}

Result<MasterKey> findMasterKey(const MasterKeySources &sources)
{
    const QString credential = QDir(sources.credentialsDirectory).filePath(credentialName);
    if (!sources.credentialsDirectory.isEmpty() && QFileInfo::exists(credential)) {
        const QString origin = u"the credential %1"_s.arg(credential);
        return found(keysFromFile(credential, origin), origin);
    }
    if (!sources.keyFile.isEmpty()) {
        const QString origin = u"the file %1 (POSTRIDER_KEY_FILE)"_s.arg(sources.keyFile);
        return found(keysFromPrivateFile(sources.keyFile, origin), origin);
    }
    if (!sources.key.isEmpty()) {
        const QString origin = u"the environment variable POSTRIDER_KEY"_s;
        return found(keysFrom(sources.key, origin), origin,
                     u"The master key comes from the environment, which other programs of this "
                     "user can read; POSTRIDER_KEY_FILE or a systemd credential is safer."_s);
    }
    const QString path = QDir(sources.dataDirectory).filePath(generatedName);
    const QString origin = u"the file %1"_s.arg(path);
    if (QFileInfo::exists(path))
        return found(keysFromPrivateFile(path, origin), origin);
    return Error{ Error::Code::NotFound,
                  u"There is no master key: the file %1 does not exist."_s.arg(path) };
}

Result<MasterKey> loadMasterKey(const MasterKeySources &sources)
{
    Result<MasterKey> key = findMasterKey(sources);
    if (key || key.error().code != Error::Code::NotFound)
        return key;
    const QString path = QDir(sources.dataDirectory).filePath(generatedName);
    return generated(path, u"the file %1"_s.arg(path));
}

} // namespace Crypto
