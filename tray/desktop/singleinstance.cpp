// SPDX-License-Identifier: GPL-3.0-or-later
#include "desktop/singleinstance.h"

#include "common/runtimefolder.h"

#include <QDir>
#include <QLocalSocket>

using namespace Qt::StringLiterals;

namespace Desktop {

namespace {

QString folder()
{
    const QString path = runtimeFolder() + u"/postrider-tray"_s;
    QDir().mkpath(path);
    QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    return path;
}

QString socketName()
{
#ifdef Q_OS_WIN
    return u"postrider-tray-"_s + QDir::home().dirName();
#else
    return folder() + u"/socket"_s;
#endif
}

constexpr int patienceMs = 1'000;
constexpr qint64 maxCommand = 256 * 1024; // a `mailto:` URL may be long

bool tellFirst(const QByteArray &command)
{
    QLocalSocket socket;
    socket.connectToServer(socketName());
    if (!socket.waitForConnected(patienceMs))
        return false;
    socket.write(command + '\n');
    // Waits for an answer, because a tray that hangs accepts connections too.
    return socket.waitForReadyRead(patienceMs) && socket.readAll().startsWith("ok");
}

} // namespace

SingleInstance::SingleInstance(QObject *parent) : QObject(parent), m_lock(folder() + u"/lock"_s)
{
    m_lock.setStaleLockTime(0); // stale only if its process is gone, at any age
    m_server.setSocketOptions(QLocalServer::UserAccessOption);
    connect(&m_server, &QLocalServer::newConnection, this, &SingleInstance::onConnection);
}

SingleInstance::Role SingleInstance::enter(const QByteArray &command)
{
    if (!m_lock.tryLock(0))
        return tellFirst(command) ? Role::Second : Role::Alone;
    QLocalServer::removeServer(socketName()); // left by a tray that was killed
    m_server.listen(socketName());
    return Role::First;
}

qint64 SingleInstance::firstProcess() const
{
    qint64 processId = 0;
    QString host;
    QString program;
    m_lock.getLockInfo(&processId, &host, &program);
    return processId;
}

void SingleInstance::onConnection()
{
    while (QLocalSocket *socket = m_server.nextPendingConnection()) {
        connect(socket, &QLocalSocket::disconnected, socket, &QObject::deleteLater);
        connect(socket, &QLocalSocket::readyRead, this, [this, socket] {
            if (!socket->canReadLine()) {
                if (socket->bytesAvailable() > maxCommand)
                    socket->abort();
                return;
            }
            const QByteArray command = socket->readLine(maxCommand).trimmed();
            socket->write("ok\n");
            socket->flush();
            Q_EMIT commanded(command);
        });
    }
}

} // namespace Desktop
