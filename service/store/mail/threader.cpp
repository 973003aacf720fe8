// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/mail/threader.h"

#include "common/jsonwriter.h"
#include "store/sql/session.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

constexpr int largeEnough = 10'000; ///< larger sizes count as equal

QStringList addresses(const QByteArray &json)
{
    QStringList list;
    const QJsonArray array = QJsonDocument::fromJson(json).array();
    for (const QJsonValue &address : array)
        list.append(address.toString());
    return list;
}

} // namespace

Result<void> Threader::prepare(QList<ThreadNodes> mails)
{
    m_mails = std::move(mails);
    QSet<qint64> nodes;
    for (const ThreadNodes &mail : std::as_const(m_mails)) {
        nodes.unite(QSet<qint64>(mail.ids.cbegin(), mail.ids.cend()));
        if (mail.subject != 0)
            nodes.insert(mail.subject);
    }
    if (nodes.isEmpty())
        return {};
    QList<qint64> sorted = nodes.values();
    std::ranges::sort(sorted);
    Query query = m_session.query("thread_nodes_find");
    query.bind(u":hashes"_s, m_session.dialect().numberList(sorted)).exec();
    while (query.next())
        m_threadOf.insert(query.int64("hash"), query.int64("thread_id"));
    return query.result();
}

qint64 Threader::current(qint64 thread) const
{
    for (auto into = m_into.constFind(thread); into != m_into.cend();
         into = m_into.constFind(thread))
        thread = *into;
    return thread;
}

/// For the first reply without references to a subject: the conversations of the stored mails that it may
/// answer. Such mails that arrive later find the node that this reply stores.
Result<QSet<qint64>> Threader::answeredBy(const ThreadNodes &reply)
{
    QSet<qint64> threads; // thousands if a user replies to one of many daily reports
    for (const qint64 thread : m_answerable.value(reply.subject))
        threads.insert(current(thread));
    Query query = m_session.query("threads_alike");
    query.bind(u":subject_key"_s, reply.subjectKey).bind(u":owner"_s, reply.ownerId).exec();
    while (query.next()) {
        const QString from = query.text("from_addr");
        const QStringList to = addresses(query.bytes("to_json"));
        if (subjectNode(reply.ownerId, reply.subjectKey, from, to) == reply.subject)
            threads.insert(current(query.int64("thread_id")));
    }
    if (query.failed())
        return query.error();
    return threads;
}

Result<QList<qint64>> Threader::threadsOf(const ThreadNodes &nodes)
{
    QSet<qint64> threads;
    for (const qint64 node : nodes.ids) {
        if (const auto known = m_threadOf.constFind(node); known != m_threadOf.cend())
            threads.insert(current(*known));
    }
    const auto ofSubject =
        nodes.subject == 0 ? m_threadOf.cend() : m_threadOf.constFind(nodes.subject);
    if (ofSubject != m_threadOf.cend()) {
        threads.insert(current(*ofSubject));
    } else if (nodes.subject != 0 && nodes.isReply) {
        const Result<QSet<qint64>> answered = answeredBy(nodes);
        RETURN_IF_ERROR(answered);
        threads.unite(*answered);
    }
    return threads.values();
}

Result<QHash<qint64, qint64>> Threader::sizesOf(const QList<qint64> &threads)
{
    QHash<qint64, qint64> sizes;
    Query query = m_session.query("threads_sizes");
    query.bind(u":threads"_s, m_session.dialect().numberList(threads)).exec();
    while (query.next())
        sizes.insert(query.int64("thread_id"), std::min<qint64>(query.int64("total"), largeEnough));
    if (query.failed())
        return query.error();
    return sizes;
}

/// The largest of these; of equally large ones, the oldest.
Result<qint64> Threader::largest(const QList<qint64> &threads)
{
    qint64 best = threads.first();
    if (threads.size() == 1)
        return best;
    const auto sizes = sizesOf(threads);
    RETURN_IF_ERROR(sizes);
    qint64 most = -1;
    for (const qint64 thread : threads) {
        const qint64 size = sizes->value(thread); // 0: it has a single mail
        if (size > most || (size == most && thread < best)) {
            most = size;
            best = thread;
        }
    }
    return best;
}

Result<ThreadPlace> Threader::placeOf(qsizetype index, qint64 id)
{
    const ThreadNodes &nodes = m_mails[index];
    Result<QList<qint64>> threads = threadsOf(nodes);
    RETURN_IF_ERROR(threads);
    m_found = { index, id, id, {} };
    if (!threads->isEmpty()) {
        const Result<qint64> thread = largest(*threads);
        RETURN_IF_ERROR(thread);
        m_found.thread = *thread;
        threads->removeOne(*thread);
        m_found.others = *threads;
    }
    // A mail with references will probably not stay alone. It gets its conversation now, so that its row is
    // not written again.
    const bool isAlone = threads->isEmpty() && m_found.thread == id && !nodes.hasReferences;
    ThreadPlace place{ std::nullopt, nodes.state() };
    if (!isAlone)
        place.threadId = m_found.thread;
    return place;
}

void Threader::know(qint64 node, qint64 thread)
{
    if (m_threadOf.contains(node))
        return;
    m_threadOf.insert(node, thread);
    m_newNodes.append(node);
}

void Threader::noteStored()
{
    const ThreadNodes &nodes = m_mails[m_found.index];
    const qint64 thread = m_found.thread;
    for (const qint64 other : std::as_const(m_found.others)) {
        m_into.insert(other, thread);
        m_joined.insert(other);
    }
    if (thread != m_found.id)
        m_joined.insert(thread);
    for (const qint64 node : nodes.ids)
        know(node, thread);
    if (nodes.subject != 0 && nodes.isReply)
        know(nodes.subject, thread);
    else if (nodes.subject != 0)
        m_answerable[nodes.subject].append(thread);
}

Result<void> Threader::begin()
{
    if (m_joined.isEmpty())
        return {};
    QList<qint64> joined = m_joined.values();
    std::ranges::sort(joined);
    return m_session.query("threads_begin")
        .bind(u":ids"_s, m_session.dialect().numberList(joined))
        .run();
}

Result<void> Threader::merge(QList<qint64> from, qint64 into)
{
    std::ranges::sort(from);
    const QString list = m_session.dialect().numberList(from);
    for (const char *table : { "threads_merge", "thread_nodes_merge" }) {
        RETURN_IF_ERROR(m_session.query(table).bind(u":from"_s, list).bind(u":into"_s, into).run());
    }
    return {};
}

Result<void> Threader::writeNodes()
{
    if (m_newNodes.isEmpty())
        return {};
    std::ranges::sort(m_newNodes); // in the order of the table's key
    Json::Writer json;
    json.beginObject();
    for (const qint64 node : std::as_const(m_newNodes))
        json.key(QByteArray::number(node)).value(current(m_threadOf.value(node)));
    const Json::Bytes nodes = json.endObject().take();
    return m_session.query("thread_nodes_put").bindName(u":nodes"_s, nodes).run();
}

Result<void> Threader::finish()
{
    RETURN_IF_ERROR(begin());
    QHash<qint64, QList<qint64>> merges; // one statement for each target
    for (auto it = m_into.cbegin(); it != m_into.cend(); ++it)
        merges[current(it.key())].append(it.key());
    for (auto it = merges.cbegin(); it != merges.cend(); ++it) {
        RETURN_IF_ERROR(merge(it.value(), it.key()));
    }
    return writeNodes();
}

} // namespace Store
