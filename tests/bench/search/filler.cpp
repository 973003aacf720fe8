// SPDX-License-Identifier: GPL-3.0-or-later
#include "filler.h"

#include "mime/reader.h"
#include "store/db/migrate.h"
#include "store/db/transaction.h"
#include "store/mail/accounts.h"
#include "store/mail/mailinsert.h"
#include "store/people/users.h"
#include "store/search/fill/searchversion.h"
#include "store/search/fill/upkeep.h"

#include <ctime>

using namespace Qt::StringLiterals;
using namespace Store;

namespace {

// Batch sizes as in a first sync.
constexpr qsizetype rowsAtOnce = 500;
constexpr qsizetype bodiesAtOnce = 200;
constexpr qint64 bodyBytesAtOnce = qint64(4) << 20;
constexpr qsizetype textBytesAtOnce = qsizetype(8) << 20;

template<typename T>
T must(Result<T> result)
{
    if (!result)
        qFatal("%s", qPrintable(result.error().message));
    if constexpr (!std::is_void_v<T>)
        return std::move(result).value();
}

/** Adds the processor time of its life to a sum. Other programs on the machine do not add to it. */
class Stopwatch
{
public:
    explicit Stopwatch(double &sum) : m_sum(sum) { }
    ~Stopwatch() { m_sum += double(std::clock() - m_began) / CLOCKS_PER_SEC; }
    Stopwatch(const Stopwatch &) = delete;
    Stopwatch &operator=(const Stopwatch &) = delete;

private:
    double &m_sum;
    const std::clock_t m_began = std::clock();
};

NewMail rowOf(const CorpusMail &mail, const Parsing::ReadBody &read, quint32 uid, qint64 shift)
{
    const Mime::Headers headers = Mime::Headers::parse(mail.raw);
    const Mime::Address from = headers.from();
    NewMail row;
    row.uid = uid;
    row.createdAt = mail.createdAt + shift;
    row.sentAt = headers.date();
    row.size = mail.raw.size();
    row.isRead = mail.isRead;
    row.isStarred = mail.isStarred;
    row.hasAttachment = read.body.hasAttachment;
    row.isHtml = read.body.isHtml;
    row.messageId = QString::fromUtf8(headers.messageId());
    row.from = from.address;
    row.fromName = from.name;
    for (const Mime::Address &to : headers.addresses("To"))
        row.to.append(to.address);
    row.subject = headers.subject();
    row.attachments = read.body.attachments;
    return row;
}

} // namespace

Filler::Filler(const DatabaseAddress &address)
    : m_connection(must(Connection::open(address, Connection::Kind::Writer))),
      m_session(std::make_unique<Session>(m_connection->handle(), m_clock))
{
    must(migrate(*m_session));
    must(prepareSearch(*m_session));
    User user;
    user.username = u"bench"_s;
    Account account;
    account.ownerId = must(insertUser(*m_session, user));
    account.email = u"bench@example.com"_s;
    const qint64 accountId = must(insertAccount(*m_session, account));
    m_folder = must(ensureFolder(*m_session, accountId, u"INBOX"_s, "inbox"));
}

void Filler::add(const QString &maildir, qint64 shift, bool withBodies)
{
    CorpusReader reader(maildir);
    for (;;) {
        const QList<CorpusMail> mails = reader.next(rowsAtOnce);
        if (mails.isEmpty())
            break;
        QList<Parsing::ReadBody> read;
        {
            const Stopwatch watch(m_costs.preparing);
            for (const CorpusMail &mail : mails)
                read.append(Parsing::readBody(m_uid--, mail.raw));
        }
        addRows(mails, read, shift);
        if (!withBodies) {
            for (Parsing::ReadBody &one : read)
                one.body.compressed = compressBody("-");
        }
        addBodies(read);
    }
    addTexts();
}

void Filler::merge()
{
    const Stopwatch watch(m_costs.merging);
    while (must(mergeStep(*m_session))) { }
    if (must(hasMuchFreeSpace(*m_session)))
        while (must(shrinkStep(*m_session))) { }
}

void Filler::addRows(const QList<CorpusMail> &mails, const QList<Parsing::ReadBody> &read,
                     qint64 shift)
{
    QList<NewMail> rows;
    for (qsizetype i = 0; i < mails.size(); ++i) {
        rows.append(rowOf(mails[i], read[i], read[i].uid, shift));
        m_costs.rawBytes += mails[i].raw.size();
    }
    m_costs.mails += mails.size();
    const Stopwatch watch(m_costs.rows);
    Transaction tx(*m_session);
    m_firstId = must(insertMails(*m_session, m_folder, rows)).first().id;
    must(tx.commit());
}

void Filler::addBodies(QList<Parsing::ReadBody> &read)
{
    QList<ParsedBody> chunk;
    qint64 bytes = 0;
    const auto store = [&] {
        const Stopwatch watch(m_costs.bodies);
        Transaction tx(*m_session);
        must(storeBodies(*m_session, chunk));
        must(tx.commit());
        chunk.clear();
        bytes = 0;
    };
    for (qsizetype i = 0; i < read.size(); ++i) {
        Parsing::ReadBody &one = read[i];
        one.body.mailId = m_firstId + i;
        bytes += one.body.rawSize;
        m_waitingBytes += one.document.body.size();
        m_waiting.append({ one.body.mailId, int(BodyState::Stored), std::move(one.document) });
        chunk.append(std::move(one.body));
        if (chunk.size() >= bodiesAtOnce || bytes >= bodyBytesAtOnce)
            store();
    }
    if (!chunk.isEmpty())
        store();
    if (m_waiting.size() >= searchBatchSize || m_waitingBytes >= textBytesAtOnce)
        addTexts();
}

void Filler::addTexts()
{
    const Stopwatch watch(m_costs.texts);
    Transaction tx(*m_session);
    must(storeSearchWork(*m_session, m_waiting));
    must(tx.commit());
    m_waiting.clear();
    m_waitingBytes = 0;
}
