// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "application/tlsidentity.h"

#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>

#include <functional>

/**
 * Detects a renewed certificate and key, and passes the new pair on. Open connections keep the old pair.
 * An invalid pair is logged and not used. Main thread.
 */
class TlsWatch : public QObject
{
public:
    using Use = std::function<void(const Http::TlsIdentity &)>;

    /// `now`: the pair in use. The files are read a moment after the last change of the files or their
    /// folders, because they are written one after the other.
    TlsWatch(QString certificateFile, QString keyFile, TlsFiles now, Use use);

    /// Reads the files at once, also without a detected change.
    void check();

private:
    void watch();

    const QString m_certificateFile;
    const QString m_keyFile;
    TlsFiles m_seen;
    const Use m_use;
    QFileSystemWatcher m_watcher;
    QTimer m_settled;
};
