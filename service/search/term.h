// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <initializer_list>

/**
 * A term of the index is a token, a zero byte and the letter of its space, in byte order: all terms
 * that begin with the same letters stand side by side, whatever their space, so one range of the index
 * answers "anywhere".
 */
namespace Search {

/** Where a token stands in a mail. The letters are part of the stored format. */
enum class Space : char {
    Account = 'a',     ///< the token is the account's id in digits
    Folder = 'd',      ///< the folder's id
    SenderPart = 'e',  ///< proper suffix of a word of the sender
    Sender = 'f',      ///< word of the sender
    SubjectPart = 'r', ///< proper suffix of a word of the subject
    Subject = 's',     ///< word of the subject
    Word = 'w',        ///< word of sender, subject or text
};

/** A set of spaces. */
class Spaces
{
public:
    constexpr Spaces(std::initializer_list<Space> spaces)
    {
        for (const Space space : spaces)
            m_bits |= bit(char(space));
    }
    constexpr bool contains(char letter) const { return (m_bits & bit(letter)) != 0; }

    friend constexpr bool operator==(const Spaces &, const Spaces &) = default;

private:
    static constexpr quint32 bit(char letter)
    {
        return letter >= 'a' && letter <= 'z' ? quint32(1) << (letter - 'a') : 0;
    }
    quint32 m_bits = 0;
};

/// Whether the index keeps where in the mail the words of this space stand. For phrases.
constexpr bool hasPlaces(Space space)
{
    return space == Space::Word || space == Space::Sender || space == Space::Subject;
}

inline QByteArray termOf(QByteArrayView token, Space space)
{
    QByteArray term = token.toByteArray();
    term += '\0';
    term += char(space);
    return term;
}

} // namespace Search
