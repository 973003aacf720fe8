// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QStringView>

/**
 * The only normaliser of the full text search. Both databases index its output for a mail
 * unchanged, and look up its output for a keyword. Pure, any thread.
 */
namespace Store {

/// Must be increased whenever the same mail gives other tokens than before, because of a change
/// here or in the parsing of messages: the index is then rebuilt.
constexpr int searchTextVersion = 4;

/// Text of one mail that is indexed, in UTF-8 bytes; the rest is not searchable.
constexpr qsizetype maxSearchText = 256 * 1024;

/// A longer word is cut here, in the index and in a keyword (for example remains of base64).
constexpr qsizetype maxTokenBytes = 200;

/// The first byte of a token that stands at the same place as the token before it:
///  - another spelling of it: Müller is "muller" and "mueller", each of which finds it;
///  - the form of it with signs: C++ is "c" and "c++", and somebody who writes C++ means the second one.
constexpr char otherSpelling = '\x01';
constexpr char withSigns = '\x02';

/**
 * The words of `text` in order, folded (searchfold.h), separated by one space, in UTF-8. A run of
 * CJK or another script without spaces gives its overlapping pairs and then its last character
 * alone: 会议纪要 is "会议 议纪 纪要 要". Emoji and currency signs are such characters too. Some words have
 * a second token (otherSpelling, withSigns). Reads at most `limit` UTF-8 bytes of the text. ASCII goes
 * through at several hundred MB/s.
 */
QByteArray normalizedTokens(QStringView text, qsizetype limit = maxSearchText);

/// Every proper suffix of two or more characters of the words among `tokens` (as made by
/// normalizedTokens()), for finding a part of a word by its beginning. Runs have none: their pairs
/// are enough. At most 32 KiB.
QByteArray wordParts(QByteArrayView tokens);

/// The key by which texts are sorted, in byte order on both databases: folded as the tokens are,
/// punctuation kept, white space as single spaces. Leading "Re:" stays. At most 512 bytes.
QByteArray normalizedKey(QStringView text);

} // namespace Store
