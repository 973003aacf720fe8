// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/searchwords.h"

#include "store/searchfold.h"
#include "store/searchtext.h"
#include "store/searchutf8.h"

#include <QList>
#include <QString>

#include <algorithm>

namespace Store {

namespace {

// Column filters, with their colon; empty: none. What a filter does not have to look at is two to
// four times faster, so there is none where the tokens themselves see to it: no word of a text is
// one of `scope`, and *_parts hold neither single characters nor runs.
struct Columns {
    QByteArray whole;  ///< for whole words and runs
    QByteArray begin;  ///< for beginnings of words of three letters or more
    QByteArray part;   ///< for those of two letters
    QByteArray phrase; ///< for words beside each other
};

Columns columnsOf(SearchField field)
{
    switch (field) {
    case SearchField::Sender:
        return { "sender : ", "{sender sender_parts} : ", "{sender sender_parts} : ", "sender : " };
    case SearchField::Subject:
        return { "subject : ", "{subject subject_parts} : ", "{subject subject_parts} : ",
                 "subject : " };
    case SearchField::Anywhere:
        break;
    }
    return { {}, {}, "{sender subject sender_parts subject_parts} : ", "{sender subject body} : " };
}

QByteArray quoted(QByteArrayView token)
{
    return '"' + token.toByteArray() + '"';
}

// A word of three letters or more: the beginning of a word, or in sender and subject any part. Of
// two: whole words, in sender and subject any part. Of one: whole words.
QByteArray wordExpression(QByteArrayView word, const Columns &columns)
{
    const QByteArray token = quoted(word);
    const qsizetype letters = utf8Length(word);
    if (letters >= 3)
        return '(' + columns.begin + token + " *)";
    const QByteArray whole = columns.whole + token;
    if (letters == 1)
        return '(' + whole + ')';
    return '(' + whole + " OR " + columns.part + token + " *)";
}

// The last character alone ends a run in the index; what is looked for may go on there.
void dropRunEnd(QList<QByteArrayView> &tokens)
{
    if (tokens.size() < 2 || utf8Length(tokens.last()) != 1 || !isRunToken(tokens.last()))
        return;
    const QByteArrayView before = tokens[tokens.size() - 2];
    if (utf8Length(before) == 2 && isRunToken(before))
        tokens.removeLast();
}

// A single character at the end of a run begins a pair or stands alone, so its beginning finds it
// anywhere; a pair is complete.
bool endsInBeginning(const QList<QByteArrayView> &tokens, bool lastIsBeginning)
{
    const QByteArrayView last = tokens.last();
    return isRunToken(last) ? utf8Length(last) == 1 : lastIsBeginning && utf8Length(last) >= 3;
}

// Tokens beside each other.
QByteArray adjacent(const QList<QByteArrayView> &tokens, bool beginning, const Columns &columns)
{
    QByteArray phrase;
    for (const QByteArrayView token : tokens) {
        if (!phrase.isEmpty())
            phrase += " + ";
        phrase += quoted(token);
    }
    const bool hasRun = std::ranges::any_of(tokens, isRunToken);
    return '(' + (hasRun ? columns.whole : columns.phrase) + phrase + (beginning ? " *)" : ")");
}

QByteArray lexeme(QByteArrayView mark, QByteArrayView token, bool beginning)
{
    return '\'' + mark.toByteArray() + token.toByteArray() + (beginning ? "':*" : "'");
}

QByteArrayView markOf(SearchField field)
{
    if (field == SearchField::Anywhere)
        return {};
    return field == SearchField::Sender ? senderMark : subjectMark;
}

// As wordExpression(). The marked tokens are of words and their parts alike.
QByteArray wordLexemes(QByteArrayView word, SearchField field)
{
    const qsizetype letters = utf8Length(word);
    const QByteArray whole = lexeme(markOf(field), word, letters >= 3);
    if (letters != 2)
        return '(' + whole + ')';
    if (field != SearchField::Anywhere)
        return '(' + lexeme(markOf(field), word, true) + ')';
    return '(' + whole + " | " + lexeme(senderMark, word, true) + " | "
        + lexeme(subjectMark, word, true) + ')';
}

// The mails that have all of the tokens, and what tells those where they stand beside each other.
SearchExpression adjacentLexemes(const QList<QByteArrayView> &tokens, bool beginning,
                                 SearchField field)
{
    SearchExpression expression;
    QByteArrayList lexemes;
    QByteArray phrase;
    for (const QByteArrayView token : tokens) {
        const bool isLast = lexemes.size() == tokens.size() - 1;
        lexemes.append(lexeme(markOf(field), token, beginning && isLast));
        phrase += ' ' + token.toByteArray();
    }
    expression.text = '(' + lexemes.join(" & ") + ')';
    if (tokens.size() > 1)
        expression.phrase = QByteArray::number(int(field)) + phrase + (beginning ? "" : " ");
    return expression;
}

SearchExpression expressionOf(QList<QByteArrayView> tokens, bool lastIsBeginning, SearchField field,
                              SearchSyntax syntax)
{
    dropRunEnd(tokens);
    const bool beginning = endsInBeginning(tokens, lastIsBeginning);
    return syntax == SearchSyntax::Vector
        ? adjacentLexemes(tokens, beginning, field)
        : SearchExpression{ adjacent(tokens, beginning, columnsOf(field)), {} };
}

// What stands between separators. NFKC first: some characters hide a separator (㈱ is (株)).
QList<QString> chunksOf(QStringView text)
{
    const SearchFold &fold = SearchFold::instance();
    QList<QString> chunks;
    QString chunk;
    for (const char32_t c : text.toString().normalized(QString::NormalizationForm_KC).toUcs4()) {
        if (fold.classOf(c) != CharClass::Separator) {
            chunk += QString::fromUcs4(&c, 1);
        } else if (!chunk.isEmpty()) {
            chunks.append(chunk);
            chunk.clear();
        }
    }
    if (!chunk.isEmpty())
        chunks.append(chunk);
    return chunks;
}

} // namespace

QList<SearchExpression> wordExpressions(QStringView text, SearchField field, SearchSyntax syntax)
{
    QList<SearchExpression> expressions;
    for (const QString &chunk : chunksOf(text)) {
        const QByteArray normalized = normalizedTokens(chunk);
        const QList<QByteArrayView> tokens = searchTokens(normalized);
        if (tokens.isEmpty())
            continue;
        SearchExpression expression;
        if (tokens.size() > 1 || isRunToken(tokens.first()))
            expression = expressionOf(tokens, true, field, syntax);
        else if (syntax == SearchSyntax::Vector)
            expression.text = wordLexemes(tokens.first(), field);
        else
            expression.text = wordExpression(tokens.first(), columnsOf(field));
        if (!expressions.contains(expression))
            expressions.append(expression);
    }
    return expressions;
}

SearchExpression phraseExpression(QStringView text, SearchField field, SearchSyntax syntax)
{
    const QByteArray normalized = normalizedTokens(text);
    const QList<QByteArrayView> tokens = searchTokens(normalized);
    return tokens.isEmpty() ? SearchExpression() : expressionOf(tokens, false, field, syntax);
}

} // namespace Store
