// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tlsidentity.h"

#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>

#include <functional>

/**
 * Notices that certificate and key were renewed, and hands the new pair on; connections that are
 * open keep theirs. A pair that is no good changes nothing but a line in the log. Main thread.
 */
class TlsWatch : public QObject
{
public:
    using Use = std::function<void(const Http::TlsIdentity &)>;

    /// `now`: what is in use. The files are looked at a moment after the last change of them or of
    /// their folders, because they are written one after the other.
    TlsWatch(QString certificateFile, QString keyFile, TlsFiles now, Use use);

    /// At once, whether a change was noticed or not.
    void look();

private:
    void watch();

    const QString m_certificateFile;
    const QString m_keyFile;
    TlsFiles m_seen;
    const Use m_use;
    QFileSystemWatcher m_watcher;
    QTimer m_settled;
};
