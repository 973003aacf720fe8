// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/sql/mailids.h"

#include "store/sql/sortkey.h"

#include <QByteArrayList>

namespace Store {

namespace {

template<typename F>
void forEachId(QByteArrayView text, F take)
{
    if (text.isEmpty())
        return;
    qint64 number = 0;
    for (const char c : text) {
        if (c != ',') {
            number = number * 10 + (c - '0');
            continue;
        }
        take(number);
        number = 0;
    }
    take(number);
}

} // namespace

QByteArray jsonOfIds(const QList<qint64> &ids)
{
    QByteArray json = "[";
    for (const qint64 id : ids) {
        if (json.size() > 1)
            json += ',';
        json += QByteArray::number(id);
    }
    return json + ']';
}

QList<qint64> idsOfText(QByteArrayView text)
{
    QList<qint64> ids;
    forEachId(text, [&ids](qint64 id) { ids.append(id); });
    return ids;
}

QList<qint64> mailIdsOf(const QList<qint64> &keys)
{
    QList<qint64> ids;
    ids.reserve(keys.size());
    for (const qint64 key : keys)
        ids.append(mailIdOf(key));
    return ids;
}

void MailIdSet::insert(qint64 id)
{
    if (id < 0 || id > maxMailId)
        return;
    const size_t word = wordOf(id);
    if (word >= m_words.size())
        m_words.resize(std::max(word + 1, m_words.size() * 2));
    m_words[word] |= bitOf(id);
}

MailIdSet MailIdSet::ofText(QByteArrayView text)
{
    MailIdSet set;
    forEachId(text, [&set](qint64 id) { set.insert(id); });
    return set;
}

MailIdSet MailIdSet::ofKeys(const QList<qint64> &keys)
{
    MailIdSet set;
    for (const qint64 key : keys)
        set.insert(mailIdOf(key));
    return set;
}

MailIdSet MailIdSet::complement() const
{
    MailIdSet set = *this;
    set.m_isComplement = !m_isComplement;
    return set;
}

// Behind the end of the longer one every id is as the one behind it.
MailIdSet MailIdSet::intersected(const MailIdSet &other) const
{
    MailIdSet set;
    set.m_isComplement = m_isComplement && other.m_isComplement;
    set.m_words.resize(std::max(m_words.size(), other.m_words.size()));
    for (size_t i = 0; i < set.m_words.size(); ++i)
        set.m_words[i] = (word(i) & other.word(i)) ^ set.flipped();
    return set;
}

MailIdSet MailIdSet::united(const MailIdSet &other) const
{
    return complement().intersected(other.complement()).complement();
}

} // namespace Store
