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

// Tokens beside each other. A single character at the end of a run begins a pair or stands alone,
// so its beginning finds it anywhere; a pair is complete.
QByteArray adjacent(QList<QByteArrayView> tokens, bool lastIsBeginning, const Columns &columns)
{
    dropRunEnd(tokens);
    QByteArray phrase;
    for (const QByteArrayView token : tokens) {
        if (!phrase.isEmpty())
            phrase += " + ";
        phrase += quoted(token);
    }
    const QByteArrayView last = tokens.last();
    const bool beginning =
        isRunToken(last) ? utf8Length(last) == 1 : lastIsBeginning && utf8Length(last) >= 3;
    const bool hasRun = std::ranges::any_of(tokens, isRunToken);
    return '(' + (hasRun ? columns.whole : columns.phrase) + phrase + (beginning ? " *)" : ")");
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

QList<QByteArray> wordExpressions(QStringView text, SearchField field)
{
    const Columns columns = columnsOf(field);
    QList<QByteArray> expressions;
    for (const QString &chunk : chunksOf(text)) {
        const QByteArray normalized = normalizedTokens(chunk);
        const QList<QByteArrayView> tokens = searchTokens(normalized);
        if (tokens.isEmpty())
            continue;
        const bool plainWord = tokens.size() == 1 && !isRunToken(tokens.first());
        const QByteArray expression =
            plainWord ? wordExpression(tokens.first(), columns) : adjacent(tokens, true, columns);
        if (!expressions.contains(expression))
            expressions.append(expression);
    }
    return expressions;
}

QByteArray phraseExpression(QStringView text, SearchField field)
{
    const QByteArray normalized = normalizedTokens(text);
    const QList<QByteArrayView> tokens = searchTokens(normalized);
    return tokens.isEmpty() ? QByteArray() : adjacent(tokens, false, columnsOf(field));
}

} // namespace Store
