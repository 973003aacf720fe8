// SPDX-License-Identifier: GPL-3.0-or-later
#include "application/tlswatch.h"

#include <QFileInfo>
#include <QLoggingCategory>

#include <chrono>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

Q_LOGGING_CATEGORY(logTls, "postrider.tls", QtInfoMsg)

constexpr auto settleTime = 500ms;

} // namespace

TlsWatch::TlsWatch(QString certificateFile, QString keyFile, TlsFiles now, Use use)
    : m_certificateFile(std::move(certificateFile)), m_keyFile(std::move(keyFile)),
      m_seen(std::move(now)), m_use(std::move(use))
{
    m_settled.setSingleShot(true);
    m_settled.setInterval(settleTime);
    connect(&m_settled, &QTimer::timeout, this, &TlsWatch::check);
    const auto wait = [this] {
        m_settled.start();
    };
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, wait);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, wait);
    watch();
}

/// Watches the files for changes in place, and their folders for new files and links under the same name.
void TlsWatch::watch()
{
    for (const QString &file : { m_certificateFile, m_keyFile })
        m_watcher.addPaths({ file, QFileInfo(file).absolutePath() });
}

void TlsWatch::check()
{
    watch(); // a file that was replaced is not watched any more
    const TlsFiles files = readTlsFiles(m_certificateFile, m_keyFile);
    if (files == m_seen)
        return;
    m_seen = files;
    const Result<Http::TlsIdentity> identity = tlsIdentity(files);
    if (!identity) {
        qCWarning(logTls).noquote()
            << "certificate not renewed, the former one stays in use:" << identity.error().message;
        return;
    }
    const QSslCertificate &leaf = identity->chain.constFirst();
    qCInfo(logTls).noquote() << "certificate renewed, valid until"
                             << leaf.expiryDate().toUTC().toString(Qt::ISODate);
    m_use(*identity);
}
