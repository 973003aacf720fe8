// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>
#include <QProcess>
#include <QStringList>
#include <QTemporaryDir>

namespace Support {

/**
 * A real mail server for one test: the Dovecot of postrider_support, which the Python tests use
 * too, in a temporary directory on free ports of 127.0.0.1. Ends with this object, also when the
 * test program crashes.
 */
class Dovecot
{
public:
    struct User {
        QString name;
        QString password;
    };

    /// Options as in postrider_support.dovecot_settings, e.g. {"idle": false}.
    explicit Dovecot(QJsonObject options = {});
    ~Dovecot();

    static bool isAvailable();

    /// False: it did not start; see its output.
    bool isRunning() const { return m_plainPort != 0; }
    quint16 plainPort() const { return m_plainPort; } ///< with STARTTLS
    quint16 tlsPort() const { return m_tlsPort; }
    QString caFile() const { return m_caFile; }

    User addUser(const QString &name, const QString &password = QStringLiteral("correct horse"));
    void append(const User &user, const QByteArray &mail, int count = 1);
    QStringList flags(const User &user, quint32 uid);
    void store(const User &user, const QList<quint32> &uids, const QString &change,
               const QStringList &flags);
    void remove(const User &user, const QList<quint32> &uids);
    void pause() { request({ { QStringLiteral("do"), QStringLiteral("pause") } }); }
    void resume() { request({ { QStringLiteral("do"), QStringLiteral("resume") } }); }
    void stop() { request({ { QStringLiteral("do"), QStringLiteral("stop") } }); }

private:
    QJsonObject readAnswer();
    QJsonObject request(const QJsonObject &what);

    QTemporaryDir m_directory;
    QProcess m_process;
    quint16 m_plainPort = 0;
    quint16 m_tlsPort = 0;
    QString m_caFile;
};

} // namespace Support
