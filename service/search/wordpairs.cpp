// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/wordpairs.h"

#include "search/postings.h"

#include <QByteArrayList>
#include <QSet>

#include <algorithm>
#include <array>
#include <string_view>

namespace Search {

namespace {

// Normalised: without accents, in small letters. Only words that many mails have many times, because each pair costs
// time and space in each batch. Part of the stored format: after a change all mails must be indexed again, because
// searches take the pairs of a mail to be complete.
constexpr std::string_view words =
    // English
    "the of and to in is for on that it with as at by be this are was from or you we your our have "
    "a "
    // German
    "die der und den von zu das mit im auf fur fuer ist des "
    // French
    "de la le les et en du que un une "
    // Spanish, Italian and Portuguese
    "el y los con para di che e il o da do "
    // Dutch
    "het een van "
    // Russian
    "и в не на с";

constexpr char pairMark = '\x01'; // lower than every byte of a word

/** The words, numbered from 0. */
class FrequentWords
{
public:
    FrequentWords()
    {
        m_words = QByteArray(words.data(), qsizetype(words.size())).split(' ');
        for (const QByteArray &word : std::as_const(m_words))
            m_known.insert(word);
        Q_ASSERT(m_known.size() == m_words.size());
    }

    bool contains(QByteArrayView word) const { return m_known.contains(word.toByteArray()); }
    const QByteArray &word(quint32 number) const { return m_words[qsizetype(number)]; }
    quint32 size() const { return quint32(m_words.size()); }

private:
    QByteArrayList m_words;
    QSet<QByteArray> m_known;
};

const FrequentWords &frequentWords()
{
    static const FrequentWords all;
    return all;
}

QByteArray tokenOf(QByteArrayView first, QByteArrayView second)
{
    QByteArray token(1, pairMark);
    token += first;
    token += ' ';
    token += second;
    return token;
}

} // namespace

std::optional<QByteArray> pairToken(QByteArrayView first, QByteArrayView second)
{
    const FrequentWords &all = frequentWords();
    if (!all.contains(first) || !all.contains(second))
        return std::nullopt;
    return tokenOf(first, second);
}

void WordPairs::begin(TermTable &terms)
{
    const FrequentWords &all = frequentWords();
    m_slots.assign(size_t(all.size()) * all.size(), {});
    m_pairs.clear();
    for (quint32 number = 0; number < all.size(); ++number) {
        const QByteArray &word = all.word(number);
        const auto size = quint32(word.size());
        const quint64 head = headOf(word.data(), word.size());
        const quint64 hash = TermTable::hashOf(word.data(), size, head, Space::Word);
        const quint32 term = terms.numberOf({ word.data(), head, hash, size, Space::Word });
        Q_ASSERT(term == number);
        Q_UNUSED(term);
    }
}

void WordPairs::add(quint32 mail, std::span<const quint32> numbers)
{
    const quint32 frequent = frequentWords().size();
    Place before;
    Place here;
    bool isSamePlace = false;
    for (const quint32 number : numbers) {
        if (number == TermTable::samePlace) {
            isSamePlace = true;
            continue;
        }
        if (!isSamePlace) {
            before = here;
            here.size = 0;
        }
        isSamePlace = false;
        if (number >= frequent || here.size == here.words.size())
            continue;
        here.words[here.size++] = number;
        if (before.size > 0)
            addPairs(mail, before, number);
    }
}

void WordPairs::addPairs(quint32 mail, const Place &before, quint32 word)
{
    const size_t row = frequentWords().size();
    for (quint8 i = 0; i < before.size; ++i) {
        Slot &slot = m_slots[before.words[i] * row + word];
        if (slot.endOfMails == mail + 1) // most pairs of a long mail come again
            continue;
        slot.endOfMails = mail + 1;
        if (slot.pair == 0) {
            m_pairs.push_back({ before.words[i], word, {} });
            slot.pair = quint32(m_pairs.size());
        }
        m_pairs[slot.pair - 1].mails.push_back(mail);
    }
}

void WordPairs::write(quint32 mails, SegmentWriter &writer) const
{
    const FrequentWords &all = frequentWords();
    std::vector<std::pair<QByteArray, const Pair *>> sorted;
    sorted.reserve(m_pairs.size());
    for (const Pair &pair : m_pairs) {
        const QByteArray token = tokenOf(all.word(pair.first), all.word(pair.second));
        sorted.emplace_back(termOf(token, Space::Pair), &pair);
    }
    std::ranges::sort(sorted, {}, &std::pair<QByteArray, const Pair *>::first);
    QByteArray postings;
    for (const auto &[term, pair] : sorted)
        writer.add(term, encodedPostings(pair->mails, mails, postings), {});
}

} // namespace Search
