// SPDX-License-Identifier: GPL-3.0-or-later
#include "doctor/filecheck.h"

#include "common/diskspace.h"
#include "common/filemode.h"
#include "doctor/report.h"
#include "store/sql/privatefile.h"

#include <QDateTime>
#include <QFile>
#include <QFileInfo>
#include <QLocale>
#include <QSslCertificate>

using namespace Qt::StringLiterals;

namespace Doctor {

namespace {

const QString check = u"files"_s;
constexpr qint64 fullBytes = qint64(64) << 20; // as `disk_space` of /health/ready
constexpr qint64 scarceBytes = qint64(1) << 30;
constexpr qint64 renewWithinDays = 14;

QString shownSize(qint64 bytes)
{
    return QLocale(QLocale::English).formattedDataSize(bytes);
}

void checkFolder(const QString &path, Report &report)
{
    const QFileInfo folder(path);
    if (!folder.exists())
        report.warn(check, path, u"There is no data directory."_s,
                    u"The first start of the service creates it. If the service was started "
                    "already, name its configuration with --config or --data-dir."_s);
    else if (!folder.isDir())
        report.fault(check, path, u"The data directory is not a directory."_s,
                     u"Set data_dir to a directory."_s);
    else if (!folder.isWritable() || !folder.isReadable())
        report.fault(check, path, u"The data directory cannot be read or written."_s,
                     u"Run this command as the user of the service, or give the directory to that "
                     "user with chown."_s);
    else
        report.ok(check, path, u"The data directory can be read and written."_s);
}

void checkModes(const Files &files, Report &report)
{
    const QStringList paths =
        QStringList{ files.dataDir, files.attachments } + files.database + files.others;
    bool isOpen = false;
    for (const QString &path : paths) {
        if (Store::openToOthers({ path }).isEmpty())
            continue;
        isOpen = true;
        report.warn(check, path, u"Other users of this machine may read or write it."_s,
                    u"Run: chmod go-rwx %1"_s.arg(path));
    }
    if (!isOpen)
        report.ok(check, files.dataDir,
                  u"Other users cannot read or write any file of the service."_s);
}

// The file may have a password in database_url. Its group may read it, for example administrators.
void checkConfigurationMode(const QString &path, Report &report)
{
    if (path.isEmpty() || !isOpenToEverybody(path))
        return;
    QFile file(path);
    const bool hasUrl = file.open(QIODevice::ReadOnly) && file.readAll().contains("://");
    if (hasUrl)
        report.warn(check, path,
                    u"Other users may read this file, and it may contain a password "
                    "in a URL."_s,
                    u"Run: chmod o-r %1"_s.arg(path));
}

void checkCertificate(const Files &files, Report &report)
{
    if (files.tlsCertificate.isEmpty())
        return;
    const auto certificates = QSslCertificate::fromPath(files.tlsCertificate);
    if (certificates.isEmpty()) {
        report.fault(check, files.tlsCertificate, u"The file contains no certificate."_s,
                     u"Set tls_cert to a PEM file with the certificate of the service."_s);
        return;
    }
    const QDateTime end = certificates.first().expiryDate();
    const qint64 days = QDateTime::currentDateTimeUtc().daysTo(end);
    const QString until = u"The certificate of the service is valid until %1."_s.arg(
        end.toUTC().toString(Qt::ISODate));
    const QString renew = u"Renew it; the service loads the new certificate by itself."_s;
    if (end < QDateTime::currentDateTimeUtc())
        report.fault(check, files.tlsCertificate, until, renew);
    else if (days < renewWithinDays)
        report.warn(check, files.tlsCertificate, until, renew);
    else
        report.ok(check, files.tlsCertificate, until);
    if (!files.tlsKey.isEmpty() && isOpenToEverybody(files.tlsKey))
        report.fault(check, files.tlsKey, u"All users of this machine may read the TLS key."_s,
                     u"Run: chmod o-rwx %1"_s.arg(files.tlsKey));
}

} // namespace

void checkSpace(const QString &folder, qint64 bytes, Report &report)
{
    if (bytes < 0)
        return;
    const QString left = u"The disk has %1 left."_s.arg(shownSize(bytes));
    if (bytes < fullBytes)
        report.fault(check, folder, left, u"Free disk space: no more mails are stored."_s);
    else if (bytes < scarceBytes)
        report.warn(check, folder, left, u"Free disk space soon."_s);
    else
        report.ok(check, folder, left);
}

void checkFiles(const Files &files, Report &report)
{
    checkConfigurationMode(files.configuration, report);
    checkFolder(files.dataDir, report);
    checkModes(files, report);
    checkCertificate(files, report);
    QByteArrayList disks;
    for (const QString &folder : { files.dataDir, files.attachments }) {
        const std::optional<DiskSpace> space = diskSpace(folder);
        if (!space || disks.contains(space->device))
            continue;
        disks.append(space->device);
        checkSpace(folder, space->freeBytes, report);
    }
}

} // namespace Doctor
