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

/// The values of a mail by which our reader, GMime and Python's are compared.
struct ReadMail {
    QString subject;
    QList<Mime::Address> from, to, cc, replyTo;
    std::optional<qint64> date;
    QString messageId; ///< without brackets
    QList<ReadLeaf> leaves;
};

/// Field by field, so that a difference between two readers can be named.
QJsonObject toJson(const ReadMail &mail);

/// The leaves of the whole tree, attached messages' too, and the fields of the outermost.
ReadMail readWithOurs(const QByteArray &raw);

/// Reads with Python's email package (policy "default"); an empty object and `error` if it fails.
QJsonObject readWithPython(const QByteArray &raw, QString &error);
