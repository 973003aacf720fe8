// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/search/text/searchfold.h"

#include <QByteArray>
#include <QStringView>

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
    void endRun();
    void endWord();
    void put(char32_t c);
    void reserve(qsizetype bytes);
    QByteArray finished();

    const SearchFold &m_fold;
    const QStringView m_text;
    Form m_form = Form::Tokens;
    QByteArray m_out; ///< larger than its content; m_to is the end
    char *m_to = nullptr;
    qsizetype m_wordStart = 0;  ///< in m_out
    char32_t m_runPrevious = 0; ///< last character of the open run, 0: none is open
    bool m_runHasPair = false;
    bool m_dropsMarks = false; ///< marks after the previous character are dropped
    std::u32string m_buffer;
};

} // namespace Store
