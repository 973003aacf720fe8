// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/pairfile.h"

#include "common/proof.h"
#include "common/runtimefolder.h"

#include <QFile>
#include <QFileInfo>
#include <QHostAddress>
#include <QJsonDocument>
#include <QJsonObject>

#ifdef Q_OS_UNIX
#include <unistd.h>
#endif

using namespace Qt::StringLiterals;

namespace Session {

namespace {

Error refused(const QString &path, const char *why)
{
    return { Error::Code::BadRequest,
             u"%1 is not used: %2."_s.arg(path, QString::fromLatin1(why)) };
}

#ifdef Q_OS_UNIX
bool isOnlyOurs(const QFileInfo &info)
{
    const QFile::Permissions others = QFile::ReadGroup | QFile::WriteGroup | QFile::ExeGroup
        | QFile::ReadOther | QFile::WriteOther | QFile::ExeOther;
    return info.ownerId() == geteuid() && !(info.permissions() & others);
}
#endif

} // namespace

QString pairFilePath()
{
    return runtimeFolder() + u"/postrider/pair.json"_s;
}

Result<Pairing> readPairFile(const QString &path)
{
    const QFileInfo info(path);
    if (!info.exists() && !info.isSymLink())
        return Error{ Error::Code::NotFound, u"There is no %1."_s.arg(path) };
    if (info.isSymLink() || !info.isFile())
        return refused(path, "it is not a regular file");
#ifdef Q_OS_UNIX
    if (!isOnlyOurs(info) || !isOnlyOurs(QFileInfo(info.absolutePath())))
        return refused(path, "others may read or change it");
#endif
    QFile file(path);
    if (info.size() > 4096 || !file.open(QIODevice::ReadOnly))
        return refused(path, "it cannot be read");
    const QJsonObject json = QJsonDocument::fromJson(file.read(4096)).object();
    const Pairing pairing{ QUrl(json.value("url"_L1).toString()), json.value("code"_L1).toString(),
                           Proof::fromText(json.value("proof"_L1).toString().toLatin1(),
                                           Proof::secretBytes) };
    const QString scheme = pairing.url.scheme();
    if (scheme != u"http" && scheme != u"https")
        return refused(path, "it names no service");
    const QString host = pairing.url.host();
    if (host != u"localhost" && !QHostAddress(host).isLoopback())
        return refused(path, "its service is not on this machine");
    if (pairing.secret.isEmpty())
        return refused(path, "it has nothing that its service could prove itself with");
    return pairing;
}

} // namespace Session
