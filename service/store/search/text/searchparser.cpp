// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/search/text/searchparser.h"

#include "store/search/text/searchamounts.h"
#include "store/search/text/searchterm.h"
#include "store/search/text/searchwords.h"

#include <algorithm>
#include <array>
#include <optional>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

using Kind = SearchToken::Kind;

constexpr int mostDepth = 20;

/** Reads terms. Collects the mistakes in them. */
class TermParser
{
public:
    TermParser(qint64 now, QStringList &mistakes) : m_now(now), m_mistakes(mistakes) { }

    /// Nothing: a term without a word, which stands between others and means nothing.
    std::optional<SearchCondition> read(const SearchTerm &term)
    {
        std::optional<SearchCondition> condition = readIncluded(term);
        if (condition && term.isExcluded && condition->kind != SearchCondition::Kind::Nothing)
            return SearchCondition::without(*condition);
        return condition;
    }

    bool hasUnknownOperator() const { return m_hasUnknownOperator; }

private:
    std::optional<SearchCondition> readIncluded(const SearchTerm &term)
    {
        if (term.name.isEmpty())
            return words(term, SearchField::Anywhere);
        if (!isSearchOperator(term.name)) {
            m_hasUnknownOperator = true;
            return mistake(
                u"%1: is not an operator. Known are %2. For the text itself write \"%3\" in quotes"_s
                    .arg(term.name, searchOperators().join(u", "_s),
                         term.name + u':' + term.value));
        }
        if (term.value.isEmpty())
            return mistake(u"%1 needs a value right after the colon"_s.arg(asTyped(term)));
        if (const std::optional<SearchField> field = fieldOf(term.name))
            return words(term, *field);
        if (term.name == u"in" || term.name == u"folder")
            return SearchCondition::ofFolder(term.value);
        if (term.name == u"has")
            return has(term);
        if (term.name == u"is")
            return is(term);
        return term.name == u"larger" || term.name == u"smaller" ? size(term) : time(term);
    }

    std::optional<SearchCondition> mistake(const QString &sentence)
    {
        m_mistakes.append(sentence);
        return std::nullopt;
    }

    static std::optional<SearchField> fieldOf(QStringView name)
    {
        struct Named {
            QLatin1StringView name;
            SearchField field;
        };
        static constexpr std::array fields{
            Named{ "from"_L1, SearchField::Sender },
            Named{ "subject"_L1, SearchField::Subject },
            Named{ "to"_L1, SearchField::Recipients },
            Named{ "cc"_L1, SearchField::Cc },
            Named{ "bcc"_L1, SearchField::Bcc },
            Named{ "filename"_L1, SearchField::Filenames },
        };
        const auto found =
            std::ranges::find_if(fields, [name](const Named &known) { return name == known.name; });
        return found == fields.end() ? std::nullopt : std::optional(found->field);
    }

    // Punctuation between words means nothing; in quotes, excluded or for a field it matches no mail.
    std::optional<SearchCondition> words(const SearchTerm &term, SearchField field)
    {
        QList<SearchCondition> all;
        if (term.isQuoted) {
            if (const auto phrase = phraseExpression(term.value, field))
                return SearchCondition::ofWords(*phrase);
        } else {
            for (const Search::Expression &word : wordExpressions(term.value, field))
                all.append(SearchCondition::ofWords(word));
        }
        if (!all.isEmpty())
            return all.size() == 1 ? all.first() : SearchCondition::all(all);
        const bool isPunctuation = term.name.isEmpty() && !term.isQuoted;
        if (isPunctuation || term.isExcluded)
            return std::nullopt;
        return SearchCondition::nothing();
    }

    std::optional<SearchCondition> has(const SearchTerm &term)
    {
        if (term.value.compare("attachment"_L1, Qt::CaseInsensitive) == 0)
            return SearchCondition::ofRow({ RowCondition::Kind::Attachment, 1 });
        return mistake(u"%1 is unknown: use has:attachment"_s.arg(asTyped(term)));
    }

    std::optional<SearchCondition> is(const SearchTerm &term)
    {
        struct Named {
            QLatin1StringView name;
            RowCondition row;
        };
        using Row = RowCondition::Kind;
        static constexpr std::array states{
            Named{ "read"_L1, { Row::Read, 1 } },
            Named{ "unread"_L1, { Row::Read, 0 } },
            Named{ "starred"_L1, { Row::Starred, 1 } },
            Named{ "unstarred"_L1, { Row::Starred, 0 } },
            Named{ "replied"_L1, { Row::Replied, 1 } },
            Named{ "unreplied"_L1, { Row::Replied, 0 } },
        };
        const auto found =
            std::ranges::find_if(states, [value = term.value.toLower()](const Named &known) {
                return value == known.name;
            });
        if (found != states.end())
            return SearchCondition::ofRow(found->row);
        return mistake(
            u"%1 is unknown: use is:read, is:unread, is:starred, is:unstarred, is:replied or "
            "is:unreplied"_s.arg(asTyped(term)));
    }

    std::optional<SearchCondition> size(const SearchTerm &term)
    {
        using Row = RowCondition::Kind;
        if (const std::optional<qint64> bytes = searchSize(term.value))
            return SearchCondition::ofRow(
                { term.name == u"larger" ? Row::Larger : Row::Smaller, *bytes });
        return mistake(u"%1 is not a size: write %2:500k, %2:20M or a number of bytes"_s.arg(
            asTyped(term), term.name));
    }

    std::optional<SearchCondition> time(const SearchTerm &term)
    {
        const bool takesAge = term.name == u"older" || term.name == u"newer";
        std::optional<qint64> seconds = searchDate(term.value);
        if (!seconds && takesAge)
            seconds = timeBefore(m_now, term.value);
        if (!seconds)
            return mistake(
                (takesAge
                     ? u"%1 is neither an age nor a date: write %2:3d, %2:2w, %2:6m, %2:1y or "
                       "%2:2026-05-28"_s
                     : u"%1 is not a date: write %2:2026, %2:2026-05-28 or %2:2026-05-28T20:30:00Z"_s)
                    .arg(asTyped(term), term.name));
        const bool isUpperBound = term.name == u"before" || term.name == u"older";
        return SearchCondition::ofRow(
            { isUpperBound ? RowCondition::Kind::Before : RowCondition::Kind::Since, *seconds });
    }

    const qint64 m_now;
    QStringList &m_mistakes;
    bool m_hasUnknownOperator = false;
};

/** Recursive descent: alternatives of sequences of terms and groups. */
class Parser
{
public:
    Parser(const QList<SearchToken> &tokens, qint64 now)
        : m_tokens(tokens), m_terms(now, m_mistakes)
    {
    }

    ParsedCondition parse()
    {
        SearchCondition condition = alternatives(0);
        if (!atEnd()
            && m_mistakes
                   .isEmpty()) // only a closing parenthesis ends the outermost alternatives early
            m_mistakes.append(
                u"There is a ) without a ( before it. To search for a parenthesis, put it in quotes"_s);
        return { condition, m_mistakes, m_terms.hasUnknownOperator() };
    }

private:
    bool atEnd() const { return m_at == m_tokens.size(); }
    bool isAt(Kind kind) const { return !atEnd() && m_tokens[m_at].kind == kind; }

    SearchCondition alternatives(int depth)
    {
        QList<SearchCondition> any;
        for (;;) {
            const qsizetype begin = m_at;
            const SearchCondition one = sequence(depth);
            const bool isOr = isAt(Kind::Or);
            if (m_at == begin && (isOr || !any.isEmpty()) && m_mistakes.isEmpty())
                m_mistakes.append(
                    u"OR needs something to search for on both sides. The word itself is \"or\""_s);
            if (!any.contains(one))
                any.append(one);
            if (!isOr)
                break;
            ++m_at;
        }
        return any.size() == 1 ? any.first() : SearchCondition::any(any);
    }

    // A repeated part is added, and so looked up, only once.
    SearchCondition sequence(int depth)
    {
        QList<SearchCondition> all;
        bool hasTerms = false;
        while (!atEnd() && !isAt(Kind::Or) && !isAt(Kind::Close)) {
            hasTerms = true;
            const std::optional<SearchCondition> part =
                isAt(Kind::Open) ? group(depth) : m_terms.read(m_tokens[m_at++].term);
            if (!part)
                continue;
            for (const SearchCondition &one :
                 part->kind == SearchCondition::Kind::And ? part->parts : QList{ *part }) {
                if (!all.contains(one))
                    all.append(one);
            }
        }
        if (all.isEmpty() && hasTerms) // punctuation alone
            return SearchCondition::nothing();
        return all.size() == 1 ? all.first() : SearchCondition::all(all);
    }

    std::optional<SearchCondition> group(int depth)
    {
        const bool isExcluded = m_tokens[m_at++].isExcluded;
        if (depth == mostDepth) {
            m_at = m_tokens.size();
            m_mistakes.append(u"More than %1 parentheses are open at once"_s.arg(mostDepth));
            return std::nullopt;
        }
        const qsizetype begin = m_at;
        const SearchCondition inner = alternatives(depth + 1);
        if (m_mistakes.isEmpty() && !isAt(Kind::Close))
            m_mistakes.append(u"A parenthesis is not closed: a ) is missing at the end"_s);
        else if (m_mistakes.isEmpty() && m_at == begin)
            m_mistakes.append(u"There is nothing to search for between ( and )"_s);
        m_at += isAt(Kind::Close);
        return isExcluded ? SearchCondition::without(inner) : inner;
    }

    const QList<SearchToken> m_tokens;
    QStringList m_mistakes;
    TermParser m_terms;
    qsizetype m_at = 0;
};

} // namespace

SearchCondition keywordCondition(QStringView keyword)
{
    QList<SearchCondition> words;
    for (const Search::Expression &word :
         wordExpressions(keyword, SearchField::Keyword, Punctuation::Separates)) {
        if (const auto condition = SearchCondition::ofWords(word); !words.contains(condition))
            words.append(condition);
    }
    if (words.isEmpty() && !keyword.trimmed().isEmpty())
        return SearchCondition::nothing();
    return SearchCondition::all(words);
}

ParsedCondition parseCondition(QStringView q, qint64 now)
{
    return Parser(searchTokensOf(q), now).parse();
}

} // namespace Store
