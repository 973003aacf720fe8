// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "search/expression.h"
#include "search/inverter.h"

#include <QByteArrayList>
#include <QRandomGenerator>

#include <algorithm>
#include <memory>

/** A mail as lists of tokens. Expressions are evaluated on these, token by token. */
struct NaiveMail {
    qint64 key = 0;
    qint64 accountId = 1;
    qint64 folderId = 1;
    QByteArrayList sender;
    QByteArrayList subject;
    QByteArrayList body;
    QByteArrayList senderParts;
    QByteArrayList subjectParts;
    QByteArrayList recipients;
    QByteArrayList cc;
    QByteArrayList filenames;

    struct Field {
        QByteArrayList tokens;
        Search::Space space;
    };

    /// In the order in which the index counts their places.
    QList<Field> fields() const
    {
        using enum Search::Space;
        return { { sender, Sender },
                 { subject, Subject },
                 { recipients, Recipient },
                 { cc, Cc },
                 { filenames, Filename },
                 { sender, Word },
                 { subject, Word },
                 { body, Word },
                 { senderParts, SenderPart },
                 { subjectParts, SubjectPart },
                 { { QByteArray::number(accountId) }, Account },
                 { { QByteArray::number(folderId) }, Folder } };
    }
};

inline bool naiveFits(const QByteArray &token, Search::Space space, const Search::TermRange &range)
{
    return range.spaces.contains(char(space))
        && (range.isBeginning ? token.startsWith(range.token) : token == range.token);
}

inline bool naiveHasPhrase(const NaiveMail::Field &field, const QList<Search::TermRange> &ranges)
{
    for (qsizetype from = 0; from + ranges.size() <= field.tokens.size(); ++from) {
        qsizetype i = 0;
        while (i < ranges.size() && naiveFits(field.tokens[from + i], field.space, ranges[i]))
            ++i;
        if (i == ranges.size())
            return true;
    }
    return false;
}

/// `fields` are those of the mail.
inline bool naiveFits(const QList<NaiveMail::Field> &fields, const Search::Expression &expression)
{
    using Kind = Search::Expression::Kind;
    const auto fits = [&](const Search::Expression &part) {
        return naiveFits(fields, part);
    };
    const auto &parts = expression.parts;
    switch (expression.kind) {
    case Kind::AnyOf:
        for (const Search::TermRange &range : expression.ranges) {
            for (const NaiveMail::Field &field : fields) {
                for (const QByteArray &token : field.tokens) {
                    if (naiveFits(token, field.space, range))
                        return true;
                }
            }
        }
        return false;
    case Kind::Phrase:
        return std::any_of(fields.begin(), fields.end(), [&](const NaiveMail::Field &field) {
            return naiveHasPhrase(field, expression.ranges);
        });
    case Kind::And:
        return std::all_of(parts.begin(), parts.end(), fits);
    case Kind::Or:
        return std::any_of(parts.begin(), parts.end(), fits);
    case Kind::Not:
        return !fits(parts.first());
    }
    return false;
}

/** Naive mails as the inverter takes them; owns the texts. */
class JoinedMails
{
public:
    /// Newest first.
    explicit JoinedMails(QList<NaiveMail> mails)
    {
        std::sort(mails.begin(), mails.end(),
                  [](const NaiveMail &a, const NaiveMail &b) { return a.key > b.key; });
        m_texts.reserve(mails.size() * 5);
        for (const NaiveMail &mail : mails) {
            m_tokens.append({ mail.key,
                              mail.accountId,
                              mail.folderId,
                              text(mail.sender),
                              text(mail.subject),
                              text(mail.body),
                              text(mail.senderParts),
                              text(mail.subjectParts),
                              text(mail.recipients),
                              text(mail.cc),
                              {},
                              text(mail.filenames) });
        }
    }
    JoinedMails(const JoinedMails &) = delete;

    const QList<Search::MailTokens> &tokens() const { return m_tokens; }

private:
    /// In memory of exactly its size, so that AddressSanitizer detects reads behind it.
    QByteArrayView text(const QByteArrayList &tokens)
    {
        const QByteArray joined = tokens.join(' ');
        auto &copy = m_texts.emplace_back(new char[size_t(joined.size())]);
        std::copy(joined.begin(), joined.end(), copy.get());
        return { copy.get(), joined.size() };
    }

    std::vector<std::unique_ptr<char[]>> m_texts;
    QList<Search::MailTokens> m_tokens;
};

inline Search::Segment inverted(const QList<NaiveMail> &mails)
{
    return Search::invert(JoinedMails(mails).tokens());
}

/** Mails and expressions from a small vocabulary, so that hits are frequent. Equal for equal seeds. */
class RandomMails
{
public:
    explicit RandomMails(quint32 seed) : m_random(seed) { }

    int below(int limit) { return int(m_random.bounded(limit)); }

    NaiveMail mail(qint64 key)
    {
        return { key,       1 + below(3), 1 + below(12), tokens(4),
                 tokens(6), tokens(25),   tokens(4),     tokens(4) };
    }

    Search::Expression expression(int depth = 3)
    {
        using Search::Expression;
        switch (depth > 0 ? below(6) : below(3)) {
        case 0:
            return Expression::phrase(ranges(1 + below(3), true));
        case 1:
        case 2:
            return Expression::anyOf(ranges(below(3) == 0 ? 2 : 1, false));
        case 3:
            return Expression::both(expressions(depth - 1));
        case 4:
            return Expression::either(expressions(depth - 1));
        default:
            return Expression::without(expression(depth - 1));
        }
    }

private:
    QByteArray token()
    {
        static const QByteArrayList vocabulary = { "a",
                                                   "an",
                                                   "ann",
                                                   "anna",
                                                   "annual",
                                                   "annual-report",
                                                   "annual-reports",
                                                   "b",
                                                   "re",
                                                   "1",
                                                   "11",
                                                   "2",
                                                   "会议",
                                                   "议纪",
                                                   "纪要",
                                                   "会",
                                                   "müller",
                                                   "mülle",
                                                   "straße",
                                                   "ß",
                                                   "a1",
                                                   "zz",
                                                   "find",
                                                   "please",
                                                   "please2" };
        const int size = int(vocabulary.size());
        return vocabulary[std::min(below(size), below(size))]; // the first ones more often
    }
    QByteArrayList tokens(int limit)
    {
        QByteArrayList tokens;
        for (int i = below(limit); i > 0; --i)
            tokens += token();
        return tokens;
    }
    Search::Spaces spaces(bool withPlaces)
    {
        using enum Search::Space;
        static const QList<Search::Spaces> some = {
            { Word },         { Word },    { Subject }, { Sender, Subject },
            { Word, Sender }, { Account }, { Folder },  { SenderPart, SubjectPart, Word },
            { Folder, Word }
        };
        return some[below(withPlaces ? 5 : int(some.size()))];
    }
    QList<Search::TermRange> ranges(int count, bool withPlaces)
    {
        QList<Search::TermRange> ranges;
        const Search::Spaces same = spaces(withPlaces);
        for (int i = 0; i < count; ++i) {
            const QByteArray word = token();
            const bool isBeginning = below(3) == 0;
            ranges.append({ isBeginning ? word.left(1 + below(int(word.size()))) : word,
                            below(8) == 0 ? spaces(withPlaces) : same, isBeginning });
        }
        return ranges;
    }
    QList<Search::Expression> expressions(int depth)
    {
        QList<Search::Expression> parts;
        for (int i = below(10) == 0 ? 0 : 1 + below(3); i > 0; --i)
            parts += expression(depth);
        return parts;
    }

    QRandomGenerator m_random;
};
