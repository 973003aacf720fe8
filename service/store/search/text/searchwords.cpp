// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/search/text/searchwords.h"

#include "store/search/text/searchfold.h"
#include "store/search/text/searchtext.h"
#include "store/search/text/searchutf8.h"

#include <QByteArray>
#include <QString>

#include <utility>

namespace Store {

namespace {

using Search::Expression;
using Search::Space;
using Search::Spaces;
using Search::TermRange;

// The spaces for whole words and for phrases: for these the index has places.
Spaces wordsOf(SearchField field)
{
    switch (field) {
    case SearchField::Sender:
        return { Space::Sender };
    case SearchField::Subject:
        return { Space::Subject };
    case SearchField::Recipients:
        return { Space::Recipient };
    case SearchField::Cc:
        return { Space::Cc };
    case SearchField::Bcc:
        return { Space::Bcc };
    case SearchField::Filenames:
        return { Space::Filename };
    case SearchField::Keyword:
        return { Space::Word };
    case SearchField::Anywhere:
        break;
    }
    return { Space::Word, Space::Recipient, Space::Filename };
}

// The spaces for beginnings: in most fields also beginnings of parts of words.
Spaces partsOf(SearchField field)
{
    switch (field) {
    case SearchField::Sender:
        return { Space::Sender, Space::SenderPart };
    case SearchField::Subject:
        return { Space::Subject, Space::SubjectPart };
    case SearchField::Recipients:
        return { Space::Recipient, Space::RecipientPart };
    case SearchField::Filenames:
        return { Space::Filename, Space::FilenamePart };
    case SearchField::Cc:
    case SearchField::Bcc:
        return wordsOf(field);
    case SearchField::Keyword:
        return { Space::Word, Space::SenderPart, Space::SubjectPart };
    case SearchField::Anywhere:
        break;
    }
    return { Space::Word,        Space::Recipient,     Space::Filename,    Space::SenderPart,
             Space::SubjectPart, Space::RecipientPart, Space::FilenamePart };
}

// The spaces of all fields but the text.
Spaces headsOf(SearchField field)
{
    if (field == SearchField::Keyword)
        return { Space::Sender, Space::Subject, Space::SenderPart, Space::SubjectPart };
    return { Space::Sender,     Space::Subject,     Space::Recipient,     Space::Filename,
             Space::SenderPart, Space::SubjectPart, Space::RecipientPart, Space::FilenamePart };
}

// Three or more letters match the beginning of a word, and in sender and subject any part of it. Two letters
// match whole words, and in sender and subject any part. One letter matches whole words.
Expression wordExpression(const QByteArray &word, SearchField field)
{
    const qsizetype letters = utf8Length(word);
    if (letters == 1)
        return Expression::anyOf({ { word, wordsOf(field), false } });
    const bool hasText = field == SearchField::Anywhere || field == SearchField::Keyword;
    if (letters >= 3 || !hasText) // a beginning finds the whole word too
        return Expression::anyOf({ { word, partsOf(field), true } });
    return Expression::anyOf({ { word, { Space::Word }, false }, { word, headsOf(field), true } });
}

/** A token with the second form of it (searchtext.h). */
struct Token {
    QByteArrayView text;
    QByteArrayView spelling; ///< empty: it has only one
};

QList<Token> tokensOf(QByteArrayView normalized)
{
    QList<Token> tokens;
    for (const QByteArrayView token : searchTokens(normalized)) {
        if (token.front() == otherSpelling)
            tokens.last().spelling = token.sliced(1);
        else if (token.front() == withSigns)
            tokens.last() = { token.sliced(1), {} };
        else
            tokens.append({ token, {} });
    }
    return tokens;
}

// Drops the single last character of a run: in the index it is only at the end of a run, but the run that is
// searched may continue in the mail.
void dropRunEnd(QList<Token> &tokens)
{
    const auto isRun = [&tokens](qsizetype at, qsizetype length) {
        return isRunToken(tokens[at].text) && runLength(tokens[at].text) == length;
    };
    if (tokens.size() >= 2 && isRun(tokens.size() - 1, 1) && isRun(tokens.size() - 2, 2))
        tokens.removeLast();
}

// Whether the last token is searched as a beginning. A single character of a run begins a pair or is the
// end of its run, so as a beginning it is found everywhere. A pair needs no beginning.
bool endsInBeginning(const QList<Token> &tokens, bool lastIsBeginning)
{
    const QByteArrayView last = tokens.last().text;
    return isRunToken(last) ? runLength(last) == 1 : lastIsBeginning && utf8Length(last) >= 3;
}

Expression inOrder(const QList<TermRange> &ranges)
{
    return ranges.size() == 1 ? Expression::anyOf(ranges) : Expression::phrase(ranges);
}

// Matches adjacent tokens, in either spelling.
Expression adjacent(QList<Token> tokens, bool lastIsBeginning, SearchField field)
{
    dropRunEnd(tokens);
    QList<TermRange> ranges;
    QList<TermRange> others;
    for (const Token &token : std::as_const(tokens)) {
        ranges.append({ token.text.toByteArray(), wordsOf(field), false });
        const QByteArrayView other = token.spelling.isEmpty() ? token.text : token.spelling;
        others.append({ other.toByteArray(), wordsOf(field), false });
    }
    ranges.last().isBeginning = endsInBeginning(tokens, lastIsBeginning);
    others.last().isBeginning = ranges.last().isBeginning;
    const Expression one = inOrder(ranges);
    return ranges == others ? one : Expression::either({ one, inOrder(others) });
}

bool isDigit(QChar c)
{
    return c >= u'0' && c <= u'9';
}

bool isPartOfWord(QStringView text, qsizetype at)
{
    return at >= 0 && at < text.size() && (text[at].isLetterOrNumber() || text[at].isSurrogate());
}

// A sign that belongs to a word: of C++, C# or .NET; see SearchTokenizer::takeSign().
bool isSign(QStringView text, qsizetype at)
{
    const QChar before = at > 0 ? text[at - 1] : QChar(u' ');
    if (text[at] == u'.')
        return (before.isSpace() || before == u'(') && isPartOfWord(text, at + 1);
    const bool isBehindWord = isPartOfWord(text, at - 1) || before == u'+';
    return isBehindWord && (text[at] == u'+' || text[at] == u'#') && !isPartOfWord(text, at + 1);
}

// Whether this separator does not end a part of the input that is searched as one.
bool joins(QStringView text, qsizetype at, Punctuation punctuation)
{
    const char16_t c = text[at].unicode();
    if (punctuation == Punctuation::Separates || c <= u' ' || c >= 0x7f || c == u';' || c == u'|')
        return c > u' ' && c < 0x7f && isSign(text, at);
    const bool isInNumber =
        at > 0 && at + 1 < text.size() && isDigit(text[at - 1]) && isDigit(text[at + 1]);
    return c != u',' || isInNumber;
}

// The texts between separators. NFKC is applied first, because some characters contain separators (㈱ is (株)).
QList<QString> chunksOf(QStringView input, Punctuation punctuation)
{
    const SearchFold &fold = SearchFold::instance();
    const QString text = input.toString().normalized(QString::NormalizationForm_KC);
    QList<QString> chunks{ QString() };
    for (qsizetype at = 0; at < text.size(); ++at) {
        const bool isPair = text[at].isHighSurrogate() && at + 1 < text.size();
        const char32_t c =
            isPair ? QChar::surrogateToUcs4(text[at], text[at + 1]) : text[at].unicode();
        const bool isPlus = c == u'+' && at + 1 < text.size() && text[at + 1] == u'+'; // of C++
        if (fold.classOf(c) == CharClass::Separator && !joins(text, at + isPlus, punctuation))
            chunks.append(QString());
        else
            chunks.last() += QStringView(text).sliced(at, isPair ? 2 : 1);
        at += isPair;
    }
    chunks.removeIf([](const QString &chunk) { return chunk.isEmpty(); });
    return chunks;
}

} // namespace

QList<Expression> wordExpressions(QStringView text, SearchField field, Punctuation punctuation)
{
    QList<Expression> expressions;
    for (const QString &chunk : chunksOf(text, punctuation)) {
        const QByteArray normalized = normalizedTokens(chunk);
        const QList<Token> tokens = tokensOf(normalized);
        if (tokens.isEmpty())
            continue;
        const Token &only = tokens.first();
        if (tokens.size() > 1 || isRunToken(only.text)) {
            expressions.append(adjacent(tokens, true, field));
            continue;
        }
        const Expression word = wordExpression(only.text.toByteArray(), field);
        expressions.append(
            only.spelling.isEmpty()
                ? word
                : Expression::either({ word, wordExpression(only.spelling.toByteArray(), field) }));
    }
    return expressions;
}

std::optional<Expression> phraseExpression(QStringView text, SearchField field)
{
    const QByteArray normalized = normalizedTokens(text);
    const QList<Token> tokens = tokensOf(normalized);
    if (tokens.isEmpty())
        return std::nullopt;
    return adjacent(tokens, false, field);
}

} // namespace Store
