// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

/**
 * The maximum length of texts in lists, events, webhook calls and browser notices. The sender of a
 * mail and its server choose the length of such a text, but a row must stay small. The detail of a
 * mail has the whole text.
 */
namespace Text {

// Code points.
constexpr qsizetype mostName = 256;
constexpr qsizetype mostSubject = 998;   ///< RFC 5322 2.1.1: of a line
constexpr qsizetype mostMessageId = 998; ///< the same; bytes too
constexpr qsizetype mostAddress = 320;   ///< RFC 3696 3: 64 and 255 with the `@` between
constexpr qsizetype mostFileName = 255;
constexpr qsizetype mostError = 1000; ///< of a text from a server

constexpr qsizetype mostAddresses = 20;         ///< of one list
constexpr qsizetype mostListBytes = 8 * 1024;   ///< of one list as JSON; fewer addresses then
constexpr qsizetype mostEventBytes = 63 * 1024; ///< of an event's data: its frame has 64 KiB
constexpr qsizetype mostIdsInEvent = 2'000;     ///< more: several events

/// The text, or its beginning and `…`, together at most `characters` code points (1 or more). Never
/// ends inside a surrogate pair, nor between a letter and its marks where these are a few. Costs a
/// comparison where the text is no longer than that in code units.
QString shortened(const QString &text, qsizetype characters);
QByteArray shortened(const QByteArray &utf8, qsizetype characters); ///< the same of UTF-8

/// At most mostFileName code points; an extension of up to 16 characters stays.
QString shortFileName(const QString &name);

/// A Message-ID as it is stored and compared: one of more than mostMessageId bytes is its first 248
/// code points and `…`. An index of PostgreSQL takes rows of 2,704 bytes.
QString shortMessageId(const QString &id);

/** The beginning of a list. */
struct ShortList {
    QByteArray json;     ///< JSON array of strings
    qsizetype count = 0; ///< of the whole list

    friend bool operator==(const ShortList &, const ShortList &) = default;
};

/// Of a JSON array of strings: the first ones, at most mostAddresses and mostListBytes, each at most
/// mostAddress code points; at least one where there is one. A short list is answered as it is.
ShortList shortList(const QByteArray &json);
ShortList shortList(const QStringList &texts);

/// How many strings a JSON array of strings has.
qsizetype countOf(const QByteArray &json);

} // namespace Text
