// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QTemporaryDir>

namespace Support {

/** PEM files of a self-signed certificate, which is its own authority, and its key. */
struct Certificate {
    QString certificateFile;
    QString keyFile;
};

/** Makes certificates with the openssl program; the files are deleted with this object. */
class Certificates
{
public:
    /// `hosts` as in subjectAltName, e.g. `DNS:localhost,IP:127.0.0.1`; days < 0: expired.
    /// Ends the test program if openssl is missing.
    Certificate make(const QString &name,
                     const QString &hosts = QStringLiteral("DNS:localhost,IP:127.0.0.1"),
                     int days = 30);

private:
    QTemporaryDir m_directory;
};

} // namespace Support
