// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/certificates.h"

#include <QDateTime>
#include <QProcess>

namespace Support {

using namespace Qt::StringLiterals;

namespace {

void openssl(const QStringList &arguments)
{
    QProcess process;
    process.start(u"openssl"_s, arguments);
    if (!process.waitForFinished() || process.exitCode() != 0)
        qFatal("openssl: %s", process.readAllStandardError().constData());
}

/// Options for the end of validity. From OpenSSL 3.4 on, an expired certificate needs -not_after,
/// because a negative number of days is refused; earlier versions have only -days.
QStringList validity(int days)
{
    QProcess help;
    help.start(u"openssl"_s, { u"x509"_s, u"-help"_s });
    help.waitForFinished();
    if (days >= 0 || !help.readAllStandardError().contains("-not_after"))
        return { u"-days"_s, QString::number(days) };
    const QDateTime end = QDateTime::currentDateTimeUtc().addDays(days);
    const QString form = u"yyyyMMddHHmmss'Z'"_s;
    return { u"-not_before"_s, end.addDays(-1).toString(form), u"-not_after"_s,
             end.toString(form) };
}

} // namespace

Certificate Certificates::make(const QString &name, const QString &hosts, int days)
{
    const QString base = m_directory.filePath(name);
    const Certificate made{ base + u".pem"_s, base + u".key"_s };
    openssl({ u"req"_s, u"-newkey"_s, u"ec"_s, u"-pkeyopt"_s, u"ec_paramgen_curve:prime256v1"_s,
              u"-nodes"_s, u"-keyout"_s, made.keyFile, u"-out"_s, base + u".csr"_s, u"-subj"_s,
              u"/CN="_s + name });
    QFile extensions(base + u".ext"_s);
    if (!extensions.open(QIODevice::WriteOnly))
        qFatal("no place for certificates");
    extensions.write("subjectAltName=" + hosts.toUtf8() + "\n");
    extensions.close();
    openssl(QStringList{ u"x509"_s, u"-req"_s, u"-in"_s, base + u".csr"_s, u"-signkey"_s,
                         made.keyFile, u"-extfile"_s, extensions.fileName(), u"-out"_s,
                         made.certificateFile }
            + validity(days));
    return made;
}

} // namespace Support
