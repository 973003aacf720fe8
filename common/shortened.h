// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

/**
 * The maximum length of texts in lists, events, webhook calls and browser notices. These texts come
 * from mails and servers and can be very long. The details of a mail contain the complete text.
 */
namespace Text {

// Code points.
constexpr qsizetype mostName = 256;
constexpr qsizetype mostSubject = 998;   ///< RFC 5322 2.1.1: the limit of a line
constexpr qsizetype mostMessageId = 998; ///< the same limit, also in bytes
constexpr qsizetype mostAddress = 320;   ///< RFC 3696 3: 64 and 255 with the `@` between
constexpr qsizetype mostFileName = 255;
constexpr qsizetype mostError = 1000; ///< of an error text from a server

constexpr qsizetype mostAddresses = 20;         ///< of one list
constexpr qsizetype mostListBytes = 8 * 1024;   ///< of one list as JSON
constexpr qsizetype mostEventBytes = 63 * 1024; ///< of the data; the frame has at most 64 KiB
constexpr qsizetype mostIdsInEvent = 2'000;     ///< more ids need several events

/// The text if it has at most `characters` code points (1 or more); otherwise its beginning and `…`,
/// together not more than that. The cut is never inside a surrogate pair, nor between a letter and its
/// combining marks (up to 15 before the cut). A text of at most `characters` code units is not scanned.
QString shortened(const QString &text, qsizetype characters);
QByteArray shortened(const QByteArray &utf8, qsizetype characters); ///< the same for UTF-8

/// At most mostFileName code points; a file extension of up to 16 characters (with the dot) is kept.
QString shortFileName(const QString &name);

/// A Message-ID as it is stored and compared. If it has more than mostMessageId bytes, the result is its
/// first 248 code points and `…`, because an index row of PostgreSQL has at most 2,704 bytes.
QString shortMessageId(const QString &id);

/** The first strings of a list. */
struct ShortList {
    QByteArray json;     ///< JSON array of strings
    qsizetype count = 0; ///< number of strings in the whole list

    friend bool operator==(const ShortList &, const ShortList &) = default;
};

/// The first strings of a JSON array of strings: at most mostAddresses and mostListBytes, each string at
/// most mostAddress code points; at least one if the list is not empty. A short list is not changed.
ShortList shortList(const QByteArray &json);
ShortList shortList(const QStringList &texts);

/// The number of strings in a JSON array of strings.
qsizetype countOf(const QByteArray &json);

} // namespace Text
