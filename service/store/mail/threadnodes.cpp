// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/mail/threadnodes.h"

#include "store/mail/basesubject.h"
#include "store/search/text/searchtext.h"

#include <QCryptographicHash>
#include <QtEndian>

namespace Store {

namespace {

qint64 nodeOf(qint64 ownerId, char kind, const QByteArray &text)
{
    const QByteArray named = QByteArray::number(ownerId) + kind + text;
    const QByteArray hash = QCryptographicHash::hash(named, QCryptographicHash::Sha256);
    const auto bits = qFromBigEndian<quint64>(hash.constData());
    return qint64(bits >> 1);
}

qint64 idNode(qint64 ownerId, const QString &messageId)
{
    return nodeOf(ownerId, 'i', messageId.toUtf8());
}

} // namespace

qint64 subjectNode(qint64 ownerId, const QByteArray &subjectKey, const QString &from,
                   const QStringList &to)
{
    QStringList people = to;
    people.append(from);
    for (QString &person : people)
        person = person.trimmed().toLower();
    people.removeAll(QString());
    people.sort();
    people.removeDuplicates();
    return nodeOf(ownerId, 's', subjectKey + '\n' + people.join(u'\n').toUtf8());
}

ThreadNodes threadNodes(qint64 ownerId, const NewMail &mail)
{
    ThreadNodes nodes{ .ownerId = ownerId };
    if (!mail.messageId.isEmpty())
        nodes.ids.append(idNode(ownerId, mail.messageId));
    for (const QString &reference : mail.references) {
        const qint64 node = idNode(ownerId, reference);
        if (!nodes.ids.contains(node))
            nodes.ids.append(node);
    }
    nodes.hasReferences = !mail.references.isEmpty();
    if (nodes.hasReferences)
        return nodes;
    const BaseSubject base = baseSubject(mail.subject);
    const QByteArray key = normalizedKey(base.text);
    if (key.isEmpty())
        return nodes;
    nodes.subject = subjectNode(ownerId, key, mail.from, mail.to);
    nodes.isReply = base.isReply;
    if (base.isReply)
        nodes.subjectKey = key;
    return nodes;
}

} // namespace Store
