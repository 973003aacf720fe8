// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mime/message.h"

#include <QJsonObject>

/// A part that holds no others, as any reader finds it. Texts are in Unicode, their line ends \n.
struct ReadLeaf {
    QByteArray type;
    QString filename;
    QByteArray contentId;
    QString text;       ///< of text/*
    QByteArray content; ///< of everything else, decoded
};

/// What several readers can be asked about one mail: ours, GMime, Python's.
struct ReadMail {
    QString subject;
    QList<Mime::Address> from, to, cc, replyTo;
    std::optional<qint64> date;
    QString messageId; ///< without brackets
    QList<ReadLeaf> leaves;
};

/// Field by field, so that two readers can be compared and a difference has a name.
QJsonObject toJson(const ReadMail &mail);

/// The leaves of the whole tree, attached messages' too, and the fields of the outermost.
ReadMail readWithOurs(const QByteArray &raw);

/// Asks Python's email package (policy "default"); an empty object and `error` where it cannot.
QJsonObject readWithPython(const QByteArray &raw, QString &error);
