// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/dovecot.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QStandardPaths>

namespace Support {

using namespace Qt::StringLiterals;

Dovecot::Dovecot(QJsonObject options)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"PYTHONPATH"_s, QStringLiteral(SUPPORT_DIR));
    m_process.setProcessEnvironment(environment);
    m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    m_process.start(u"/usr/bin/python3"_s,
                    { u"-m"_s, u"postrider_support.dovecot_runner"_s, m_directory.path(),
                      QString::fromUtf8(QJsonDocument(options).toJson(QJsonDocument::Compact)) });
    const QJsonObject ready = readAnswer();
    m_plainPort = quint16(ready.value(u"plainPort").toInt());
    m_tlsPort = quint16(ready.value(u"tlsPort").toInt());
    m_caFile = ready.value(u"caFile").toString();
}

Dovecot::~Dovecot()
{
    m_process.closeWriteChannel();
    if (!m_process.waitForFinished(20'000))
        m_process.kill();
}

bool Dovecot::isAvailable()
{
    return !QStandardPaths::findExecutable(u"dovecot"_s).isEmpty()
        || !QStandardPaths::findExecutable(u"dovecot"_s, { u"/usr/sbin"_s }).isEmpty();
}

Dovecot::User Dovecot::addUser(const QString &name, const QString &password)
{
    request({ { u"do"_s, u"add_user"_s }, { u"name"_s, name }, { u"password"_s, password } });
    return { name, password };
}

void Dovecot::append(const User &user, const QByteArray &mail, int count)
{
    request({ { u"do"_s, u"append"_s },
              { u"name"_s, user.name },
              { u"password"_s, user.password },
              { u"mail"_s, QString::fromLatin1(mail.toBase64()) },
              { u"count"_s, count } });
}

QStringList Dovecot::flags(const User &user, quint32 uid)
{
    const QJsonObject answer = request(
        { { u"do"_s, u"flags"_s }, { u"name"_s, user.name }, { u"password"_s, user.password } });
    return answer.value(u"flags").toObject().value(QString::number(uid)).toVariant().toStringList();
}

void Dovecot::store(const User &user, const QList<quint32> &uids, const QString &change,
                    const QStringList &flags)
{
    QJsonArray numbers;
    for (const quint32 uid : uids)
        numbers.append(qint64(uid));
    request({ { u"do"_s, u"store"_s },
              { u"name"_s, user.name },
              { u"password"_s, user.password },
              { u"uids"_s, numbers },
              { u"change"_s, change },
              { u"flags"_s, QJsonArray::fromStringList(flags) } });
}

void Dovecot::remove(const User &user, const QList<quint32> &uids)
{
    QJsonArray numbers;
    for (const quint32 uid : uids)
        numbers.append(qint64(uid));
    request({ { u"do"_s, u"delete"_s },
              { u"name"_s, user.name },
              { u"password"_s, user.password },
              { u"uids"_s, numbers } });
}

QJsonObject Dovecot::readAnswer()
{
    while (!m_process.canReadLine()) {
        if (!m_process.waitForReadyRead(60'000)) {
            qWarning("the mail server does not answer: %s", qPrintable(m_process.errorString()));
            return {};
        }
    }
    return QJsonDocument::fromJson(m_process.readLine()).object();
}

QJsonObject Dovecot::request(const QJsonObject &what)
{
    m_process.write(QJsonDocument(what).toJson(QJsonDocument::Compact) + '\n');
    return readAnswer();
}

} // namespace Support
