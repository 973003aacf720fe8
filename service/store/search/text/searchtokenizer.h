// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/search/text/searchfold.h"

#include <QByteArray>
#include <QStringView>
#include <QVarLengthArray>

#include <string>

namespace Store {

/**
 * One pass of the normaliser over one text; created for it and then discarded. Other code calls
 * normalizedTokens() and normalizedKey().
 */
class SearchTokenizer
{
public:
    explicit SearchTokenizer(QStringView text);

    QByteArray tokens();
    QByteArray key();

private:
    enum class Form { Tokens, Key };

    void run();
    qsizetype takeAscii(qsizetype i);
    qsizetype takeOther(qsizetype i);
    qsizetype sequenceEnd(qsizetype i) const;
    void addFolded(char32_t c);
    void addCharacter(char32_t c);
    void addRunCharacter(char32_t c);
    void addWordCharacter(char32_t c);
    void addSeparator(char32_t c);
    const QChar *takeSign(const QChar *sign);
    void noteSpelling(char32_t c);
    void noteDroppedMark(char32_t mark);
    void endRun();
    void endWord();
    void addVariants();
    void putVariant(char first, const QByteArray &token);
    QByteArray otherSpellingOf(const QByteArray &word) const;
    void put(char32_t c);
    void put(std::u32string_view text);
    void reserve(qsizetype bytes);
    QByteArray finished();

    const SearchFold &m_fold;
    const QStringView m_text;
    Form m_form = Form::Tokens;
    QByteArray m_out; ///< larger than its content; m_to is the end
    char *m_to = nullptr;
    qsizetype m_wordStart = 0; ///< in m_out

    // Of the open run: its last two characters with their marks. Empty: there is none.
    std::u32string m_runBefore;
    std::u32string m_runLast;

    // Of the open word.
    /** A letter that the other spelling has in addition. */
    struct SpellingLetter {
        qsizetype at = 0; ///< in the word
        char letter = 0;
    };
    QVarLengthArray<SpellingLetter, 4> m_spelling;
    QByteArray m_signs;    ///< behind it: of C++ and C#
    bool m_hasDot = false; ///< before it: of .NET

    bool m_dropsMarks = false; ///< marks after the previous character are dropped
    std::u32string m_buffer;
};

} // namespace Store
