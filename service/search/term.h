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
    Account = 'a',       ///< the token is the account's id in digits
    Bcc = 'b',           ///< word of Bcc
    Cc = 'c',            ///< word of Cc
    Folder = 'd',        ///< the folder's id
    SenderPart = 'e',    ///< proper suffix of a word of the sender
    Sender = 'f',        ///< word of the sender
    FilenamePart = 'm',  ///< proper suffix of a word of a file name
    Filename = 'n',      ///< word of the name of an attached file
    Pair = 'p',          ///< two frequent words side by side (wordpairs.h)
    SubjectPart = 'r',   ///< proper suffix of a word of the subject
    Subject = 's',       ///< word of the subject
    Recipient = 't',     ///< word of To or Cc
    RecipientPart = 'u', ///< proper suffix of a word of To or Cc
    Word = 'w',          ///< word of the sender, the subject or the text
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
    switch (space) {
    case Space::Bcc:
    case Space::Cc:
    case Space::Filename:
    case Space::Recipient:
    case Space::Sender:
    case Space::Subject:
    case Space::Word:
        return true;
    default:
        return false;
    }
}

inline QByteArray termOf(QByteArrayView token, Space space)
{
    QByteArray term = token.toByteArray();
    term += '\0';
    term += char(space);
    return term;
}

} // namespace Search
