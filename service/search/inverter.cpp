// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/inverter.h"

#include "search/places.h"
#include "search/postings.h"
#include "search/segmentwriter.h"
#include "search/termtable.h"
#include "search/wordpairs.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <memory>
#include <mutex>

namespace Search {

namespace {

static_assert(qint64(maxMailsInverted) << placeBits == qint64(1) << 32);

/// The memory of a larger batch is released, because otherwise one huge mail would keep it forever.
constexpr size_t mostNumbersKept = size_t(4) << 20;

/// The number of bytes before the first space; 8: there is no space.
qsizetype bytesBeforeSpace(quint64 bytes)
{
    const quint64 zeroWhereSpace = bytes ^ 0x2020202020202020u;
    const quint64 marks =
        (zeroWhereSpace - 0x0101010101010101u) & ~zeroWhereSpace & 0x8080808080808080u;
    return std::countr_zero(marks) / 8;
}

/**
 * Inverts batches of mails, one after another, in the same memory. Each token of the batch becomes the
 * number of its term, in one long array; a counting sort of it gives each term its occurrences.
 */
class Inverter
{
public:
    void invert(const QList<MailTokens> &mails, SegmentSink &sink);
    bool isLarge() const { return m_numbersSize > mostNumbersKept; }

private:
    static constexpr quint32 gap = TermTable::gap;
    static constexpr quint32 samePlace = TermTable::samePlace;
    static bool isTerm(quint32 number) { return number < samePlace; }
    /// Tokens that are collected before they are looked up, so that their slots are loaded meanwhile.
    static constexpr size_t pendingTokens = 16;

    /** A mail in the high bits, and the place of a word in it in the low bits. */
    using Occurrence = quint32;
    static quint32 mailOf(Occurrence occurrence) { return occurrence >> placeBits; }
    static quint32 placeOf(Occurrence occurrence) { return occurrence & unknownPlace; }

    void clear(const QList<MailTokens> &mails);
    void addMail(const MailTokens &mail);
    void addField(QByteArrayView text, Space space);
    void addNumber(qint64 number, Space space);
    void addToken(const char *begin, qsizetype size, quint64 head, Space space);
    void addPending();
    void addGap() { *m_end++ = gap; }

    void countOccurrences();
    void sortOccurrences();
    void writeTerms(SegmentSink &sink);
    void prefetchTerms(size_t index) const;
    void writeTerm(quint32 term, SegmentWriter &writer);
    void writeSingle(quint32 term, Occurrence occurrence, SegmentWriter &writer);
    /// Fills m_documents; the places are in m_places.
    QByteArrayView encodedPlaces(std::span<const Occurrence> occurrences, bool hasPlaces);

    quint32 m_mails = 0;
    TermTable m_terms;
    std::array<HashedToken, pendingTokens> m_pending;
    size_t m_pendingSize = 0;

    WordPairs m_pairs;

    std::unique_ptr<quint32[]> m_numbers; ///< of all tokens in order: terms and gaps
    size_t m_numbersSize = 0;             ///< enough for tokens of one byte; a third of it is used
    quint32 *m_end = nullptr;             ///< of the used part of m_numbers
    std::vector<size_t> m_mailEnds;       ///< the end of each mail in m_numbers

    std::vector<quint32> m_begins; ///< the start of each term in m_occurrences, and the end
    std::vector<quint32> m_next;   ///< where each term's next occurrence goes, while sorting
    std::vector<Occurrence> m_occurrences;

    std::vector<TermTable::SortKey> m_order;
    std::vector<quint32> m_documents; ///< of the present term
    QByteArray m_term;                ///< this and the next two are buffers, which only grow
    QByteArray m_postings;
    QByteArray m_places;
};

void Inverter::invert(const QList<MailTokens> &mails, SegmentSink &sink)
{
    clear(mails);
    for (const MailTokens &mail : mails)
        addMail(mail);
    countOccurrences();
    sortOccurrences();
    writeTerms(sink);
}

/// Makes room for all numbers: a field of n bytes has at most (n + 1) / 2 tokens.
void Inverter::clear(const QList<MailTokens> &mails)
{
    size_t most = 0;
    for (const MailTokens &mail : mails) {
        most += size_t(2 * mail.sender.size() + 2 * mail.subject.size() + mail.body.size()
                       + mail.senderParts.size() + mail.subjectParts.size() + mail.recipients.size()
                       + mail.cc.size() + mail.bcc.size() + mail.filenames.size()
                       + mail.recipientParts.size() + mail.filenameParts.size())
                / 2
            + 64;
    }
    if (m_numbersSize < most) {
        // Not initialised: pages that are never written need no memory.
        m_numbers = std::make_unique_for_overwrite<quint32[]>(most);
        m_numbersSize = most;
    }
    m_end = m_numbers.get();
    m_mailEnds.clear();
    m_mails = quint32(mails.size());
    m_terms.clear(most / 2);
    m_pairs.begin(m_terms);
}

void Inverter::addMail(const MailTokens &mail)
{
    addField(mail.sender, Space::Sender);
    addField(mail.subject, Space::Subject);
    addField(mail.recipients, Space::Recipient);
    addField(mail.cc, Space::Cc);
    addField(mail.bcc, Space::Bcc);
    addField(mail.filenames, Space::Filename);
    const quint32 *const words = m_end;
    addField(mail.sender, Space::Word);
    addField(mail.subject, Space::Word);
    addField(mail.body, Space::Word);
    m_pairs.add(quint32(m_mailEnds.size()), { words, m_end });
    addField(mail.senderParts, Space::SenderPart);
    addField(mail.subjectParts, Space::SubjectPart);
    addField(mail.recipientParts, Space::RecipientPart);
    addField(mail.filenameParts, Space::FilenamePart);
    addNumber(mail.accountId, Space::Account);
    addNumber(mail.folderId, Space::Folder);
    m_mailEnds.push_back(size_t(m_end - m_numbers.get()));
}

void Inverter::addField(QByteArrayView text, Space space)
{
    if (text.isEmpty())
        return;
    const char *at = text.begin();
    const char *const end = text.end();
    while (at < end) {
        if (*at > 0 && *at <= lastSamePlaceMark) {
            addPending();
            *m_end++ = samePlace;
            ++at;
        }
        quint64 head = headOf(at, end - at);
        qsizetype size = bytesBeforeSpace(head);
        if (size == 8 && end - at > 8) {
            const void *found = std::memchr(at + 8, ' ', size_t(end - at - 8));
            size = (found ? static_cast<const char *>(found) : end) - at;
        } else if (size < 8) {
            head &= (quint64(1) << (size * 8)) - 1;
        }
        size = std::min(size, qsizetype(end - at));
        if (size > 0)
            addToken(at, size, head, space);
        at += size + 1;
    }
    addPending();
    addGap();
}

void Inverter::addNumber(qint64 number, Space space)
{
    const QByteArray digits = QByteArray::number(number);
    addToken(digits.data(), digits.size(), headOf(digits.data(), digits.size()), space);
    addPending();
}

void Inverter::addToken(const char *begin, qsizetype size, quint64 head, Space space)
{
    const auto taken = quint32(std::min(size, maxTokenBytes));
    HashedToken &token = m_pending[m_pendingSize++];
    token = { begin, head, TermTable::hashOf(begin, taken, head, space), taken, space };
    m_terms.prefetch(token);
    if (m_pendingSize == pendingTokens)
        addPending();
}

void Inverter::addPending()
{
    for (size_t i = 0; i < m_pendingSize; ++i)
        *m_end++ = m_terms.numberOf(m_pending[i]);
    m_pendingSize = 0;
}

void Inverter::countOccurrences()
{
    m_begins.assign(size_t(m_terms.size()) + 1, 0);
    for (const quint32 *at = m_numbers.get(); at < m_end; ++at) {
        if (isTerm(*at))
            ++m_begins[*at + 1];
    }
    for (size_t term = 1; term < m_begins.size(); ++term)
        m_begins[term] += m_begins[term - 1];
}

void Inverter::sortOccurrences()
{
    m_occurrences.resize(m_begins.back());
    m_next.assign(m_begins.begin(), m_begins.end() - 1);
    size_t begin = 0;
    for (quint32 mail = 0; mail < m_mails; ++mail) {
        const size_t end = m_mailEnds[mail];
        quint32 place = 0; // of the next token
        for (size_t i = begin; i < end; ++i) {
            const quint32 number = m_numbers[i];
            if (number == samePlace) {
                --place;
                continue;
            }
            if (number != gap)
                m_occurrences[m_next[number]++] = mail << placeBits | std::min(place, unknownPlace);
            ++place;
        }
        begin = end;
    }
}

void Inverter::writeTerms(SegmentSink &sink)
{
    m_terms.sorted(m_order);
    SegmentWriter writer(sink);
    m_pairs.write(m_mails, writer);
    for (size_t i = 0; i < m_order.size(); ++i) {
        prefetchTerms(i);
        writeTerm(m_order[i].term, writer);
    }
    writer.finish();
}

/// Loads the data of the next terms, because terms in byte order are scattered in memory.
void Inverter::prefetchTerms(size_t index) const
{
    if (index + 16 < m_order.size()) {
        const quint32 term = m_order[index + 16].term;
        m_terms.prefetchTerm(term);
        prefetch(&m_begins[term]);
    }
    if (index + 8 < m_order.size())
        prefetch(m_occurrences.data() + m_begins[m_order[index + 8].term]); // may be the end
}

void Inverter::writeTerm(quint32 term, SegmentWriter &writer)
{
    const std::span<const Occurrence> occurrences(m_occurrences.data() + m_begins[term],
                                                  m_begins[term + 1] - m_begins[term]);
    if (occurrences.empty()) // a frequent word that is in none of these mails
        return;
    if (occurrences.size() == 1 && !isDense(1, m_mails)) {
        writeSingle(term, occurrences.front(), writer);
        return;
    }
    const QByteArrayView places = encodedPlaces(occurrences, hasPlaces(m_terms.space(term)));
    writer.add(m_terms.term(term, m_term), encodedPostings(m_documents, m_mails, m_postings),
               places);
}

/// A quicker way for a term that occurs once, like most terms of a batch.
void Inverter::writeSingle(quint32 term, Occurrence occurrence, SegmentWriter &writer)
{
    char document[maxVarintBytes];
    char place[maxVarintBytes];
    char *placeEnd = place;
    const char *const documentEnd = putVarint(document, mailOf(occurrence));
    if (hasPlaces(m_terms.space(term)))
        placeEnd = putOnlyPlace(place, placeOf(occurrence));
    writer.add(m_terms.term(term, m_term), { 1, QByteArrayView(document, documentEnd) },
               QByteArrayView(place, placeEnd));
}

QByteArrayView Inverter::encodedPlaces(std::span<const Occurrence> occurrences, bool hasPlaces)
{
    m_documents.clear();
    const qsizetype most = qsizetype(occurrences.size()) * maxPlaceBytes;
    if (m_places.size() < most)
        m_places.resize(most);
    char *const begin = m_places.data();
    char *to = begin;
    const size_t size = occurrences.size();
    for (size_t i = 0; i < size;) {
        const quint32 mail = mailOf(occurrences[i]);
        m_documents.push_back(mail);
        size_t end = i + 1;
        while (end < size && mailOf(occurrences[end]) == mail)
            ++end;
        if (hasPlaces)
            to = putPlaces(to, end - i, [&](size_t k) { return placeOf(occurrences[i + k]); });
        i = end;
    }
    return { begin, to };
}

/** Keeps the memory of one Inverter for the next batch: batches seldom overlap, whatever thread inverts them. */
class KeptInverter
{
public:
    std::unique_ptr<Inverter> take()
    {
        const std::lock_guard lock(m_mutex);
        return m_inverter ? std::move(m_inverter) : std::make_unique<Inverter>();
    }

    void giveBack(std::unique_ptr<Inverter> inverter)
    {
        if (inverter->isLarge())
            return;
        const std::lock_guard lock(m_mutex);
        m_inverter = std::move(inverter);
    }

private:
    std::mutex m_mutex;
    std::unique_ptr<Inverter> m_inverter;
};

} // namespace

Segment invert(const QList<MailTokens> &mails)
{
    static KeptInverter kept;
    Q_ASSERT(mails.size() <= maxMailsInverted);
    std::unique_ptr<Inverter> inverter = kept.take();
    Segment segment;
    for (const MailTokens &mail : mails)
        segment.keys += mail.key;
    inverter->invert(mails, segment);
    kept.giveBack(std::move(inverter));
    return segment;
}

} // namespace Search
