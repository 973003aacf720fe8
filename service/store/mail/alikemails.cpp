// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/mail/alikemails.h"

#include "store/mail/folders.h"
#include "store/mail/mailrow.h"
#include "store/sql/columns.h"
#include "store/sql/jsonrows.h"
#include "store/sql/session.h"
#include "store/sql/sortkey.h"

#include <QCryptographicHash>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

qint64 timeOf(const NewMail &mail)
{
    return mail.sentAt.value_or(clampSeconds(mail.createdAt));
}

} // namespace

QByteArray mailEvidence(QStringView messageId, qint64 createdAt, std::optional<qint64> sentAt,
                        qint64 size, QStringView from, QStringView subject)
{
    const qint64 created = clampSeconds(createdAt);
    QCryptographicHash hash(QCryptographicHash::Sha256);
    hash.addData(QByteArray::number(sentAt.value_or(created)) + ' ' + QByteArray::number(size));
    hash.addData('\n' + messageId.toUtf8());
    if (messageId.isEmpty()) {
        hash.addData('\n' + QByteArray::number(created) + '\n');
        hash.addData(from.toUtf8() + '\n' + subject.toUtf8());
    }
    return hash.result().first(16);
}

QByteArray mailEvidence(const NewMail &mail)
{
    return mailEvidence(mail.messageId, mail.createdAt, mail.sentAt, mail.size, mail.from,
                        mail.subject);
}

Result<void> AlikeMails::prepare(const QList<NewMail> &mails)
{
    return m_session.dialect().costsRoundTrips() ? prepareAll(mails) : prepareEach(mails);
}

AlikeMails::Alike AlikeMails::readAlike(const Query &query)
{
    // Besides the columns of the mail's state.
    static const Columns<Alike> alikeColumns{
        { "email_id", &Alike::emailId },
        { "created_at", &Alike::createdAt },
        { "from_addr", &Alike::from },
        { "subject", &Alike::subject },
    };
    Alike alike = query.read(alikeColumns);
    alike.mail = readState(query);
    return alike;
}

Result<void> AlikeMails::prepareEach(const QList<NewMail> &mails)
{
    Query query = m_session.query("mails_alike");
    for (qsizetype i = 0; i < mails.size(); ++i) {
        const NewMail &mail = mails[i];
        if (mail.uid == 0)
            continue;
        query.bind(u":account_id"_s, m_folder.accountId).bind(u":message_id"_s, mail.messageId);
        query.bind(u":size"_s, mail.size).bind(u":time"_s, timeOf(mail));
        query.exec();
        while (query.next())
            m_alike[i].append(readAlike(query));
    }
    return query.result();
}

Result<void> AlikeMails::prepareAll(const QList<NewMail> &mails)
{
    JsonRows rows({ "place", "account_id", "message_id", "size", "time" });
    for (qsizetype i = 0; i < mails.size(); ++i) {
        const NewMail &mail = mails[i];
        if (mail.uid == 0)
            continue;
        rows.begin().add(i).add(m_folder.accountId).add(mail.messageId);
        rows.add(mail.size).add(timeOf(mail));
    }
    if (rows.isEmpty())
        return {};
    Query query = m_session.query("mails_alike_all");
    query.bindName(u":rows"_s, rows.take()).exec();
    while (query.next())
        m_alike[query.int64("place")].append(readAlike(query));
    return query.result();
}

bool AlikeMails::isSame(const Alike &here, const NewMail &mail) const
{
    if (!here.emailId.isEmpty() && !mail.emailId.isEmpty())
        return here.emailId == mail.emailId;
    if (!mail.messageId.isEmpty())
        return true;
    return here.mail.counts.folderId != m_folder.id
        && here.createdAt == clampSeconds(mail.createdAt) && here.from == mail.from
        && here.subject == mail.subject;
}

namespace {

QList<qint64> idsWithout(const auto &alike, qint64 id)
{
    QList<qint64> ids;
    for (const auto &one : alike) {
        if (one.mail.id != id)
            ids.append(one.mail.id);
    }
    return ids;
}

} // namespace

Likeness AlikeMails::of(const NewMail &mail, qsizetype index) const
{
    QList<Alike> same;
    for (const Alike &here : m_alike.value(index)) {
        const bool isItself = here.mail.counts.folderId == m_folder.id && here.mail.uid == mail.uid;
        if (isItself)
            return {};
        if (isSame(here, mail))
            same.append(here);
    }
    const auto earlier = m_batch.constFind(mailEvidence(mail));
    if (earlier != m_batch.cend() && isSame(*earlier, mail))
        same.append(*earlier);
    const bool isProven = !mail.messageId.isEmpty()
        || (!mail.emailId.isEmpty() && !same.isEmpty() && same.first().emailId == mail.emailId);
    if (same.isEmpty() || (!isProven && same.size() > 1))
        return {};
    const auto isGone = [this](const Alike &here) {
        return here.mail.counts.listing != Listing::OnServer && !m_placed.contains(here.mail.id);
    };
    const auto gone = std::ranges::find_if(same, isGone);
    if (gone == same.cend())
        return {
            Likeness::Kind::Copy, same.first().mail, {}, idsWithout(same, same.first().mail.id)
        };
    Likeness likeness{ Likeness::Kind::Gone, gone->mail, {}, idsWithout(same, gone->mail.id) };
    const auto beside = std::ranges::find_if_not(same, isGone);
    if (beside != same.cend())
        likeness.beside = beside->mail;
    return likeness;
}

void AlikeMails::noteStored(const NewMail &mail, const MailState &as)
{
    if (!mail.messageId.isEmpty() || !mail.emailId.isEmpty())
        m_batch.insert(mailEvidence(mail),
                       { as, mail.emailId, clampSeconds(mail.createdAt), mail.from, mail.subject });
}

Result<QSet<quint32>> knownBodies(Session &session, const Folder &folder,
                                  const QList<NewMail> &mails)
{
    AlikeMails alike(session, folder);
    RETURN_IF_ERROR(alike.prepare(mails));
    QSet<quint32> known;
    for (qsizetype i = 0; i < mails.size(); ++i) {
        const bool isKnown = alike.of(mails[i], i).kind != Likeness::Kind::Unknown;
        if (isKnown && !mails[i].messageId.isEmpty())
            known.insert(mails[i].uid);
    }
    return known;
}

} // namespace Store
