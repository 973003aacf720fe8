// SPDX-License-Identifier: GPL-3.0-or-later
#include "backup/manifest.h"

#include <QDateTime>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStringList>

using namespace Qt::StringLiterals;

namespace Backup {

namespace {

using Store::CopyColumn;

constexpr int format = 1;

QString typeName(CopyColumn::Type type)
{
    switch (type) {
    case CopyColumn::Type::Integer:
        return u"integer"_s;
    case CopyColumn::Type::Text:
        return u"text"_s;
    case CopyColumn::Type::Bytes:
        break;
    }
    return u"bytes"_s;
}

CopyColumn::Type typeNamed(const QString &name)
{
    if (name == u"integer")
        return CopyColumn::Type::Integer;
    return name == u"text" ? CopyColumn::Type::Text : CopyColumn::Type::Bytes;
}

QString text(const QByteArray &bytes)
{
    return QString::fromUtf8(bytes);
}

QJsonObject toObject(const TableParts &table)
{
    QJsonArray columns;
    for (const CopyColumn &column : table.columns)
        columns.append(
            QJsonObject{ { u"name"_s, text(column.name) }, { u"type"_s, typeName(column.type) } });
    QJsonArray parts;
    for (const QByteArray &part : table.parts)
        parts.append(text(part));
    return { { u"name"_s, text(table.name) },
             { u"rows"_s, table.digest.rows() },
             { u"digest"_s, text(table.digest.value().toHex()) },
             { u"columns"_s, columns },
             { u"parts"_s, parts } };
}

TableParts tableFrom(const QJsonObject &object)
{
    TableParts table;
    table.name = object[u"name"].toString().toUtf8();
    table.digest = Store::CopyDigest(object[u"rows"].toInteger(),
                                     QByteArray::fromHex(object[u"digest"].toString().toLatin1()));
    for (const QJsonValue column : object[u"columns"].toArray())
        table.columns.append(
            { column[u"name"].toString().toUtf8(), typeNamed(column[u"type"].toString()) });
    for (const QJsonValue part : object[u"parts"].toArray())
        table.parts.append(part.toString().toUtf8());
    return table;
}

QMap<QByteArray, Part> partsFrom(const QJsonObject &object)
{
    QMap<QByteArray, Part> parts;
    for (auto part = object.begin(); part != object.end(); ++part)
        parts.insert(part.key().toUtf8(),
                     { part.value()[u"size"].toInteger(),
                       QByteArray::fromHex(part.value()[u"sha256"].toString().toLatin1()) });
    return parts;
}

// A file must not be restored outside of its folder.
bool isInside(const QString &path)
{
    const QStringList names = path.split(u'/');
    return !path.contains(u'\\') && !path.contains(QChar::Null) && !names.contains(QString())
        && !names.contains(u"."_s) && !names.contains(u".."_s);
}

Error wrong(const QString &what)
{
    return { Error::Code::Storage, u"The list of contents of the backup %1."_s.arg(what) };
}

Result<void> check(const Manifest &manifest)
{
    QList<QByteArray> named = manifest.files.values();
    for (const TableParts &table : manifest.tables)
        named += table.parts;
    if (manifest.hasKeys)
        named.append(keysName);
    for (const QByteArray &name : std::as_const(named)) {
        if (!manifest.parts.contains(name))
            return wrong(u"names %1, which is missing in the backup"_s.arg(text(name)));
    }
    for (auto file = manifest.files.begin(); file != manifest.files.end(); ++file) {
        if (!isInside(file.key()))
            return wrong(u"names a file outside of its folder"_s);
    }
    return {};
}

} // namespace

QByteArray toJson(const Manifest &manifest)
{
    QJsonArray tables;
    for (const TableParts &table : manifest.tables)
        tables.append(toObject(table));
    QJsonObject lastIds;
    for (auto id = manifest.lastIds.begin(); id != manifest.lastIds.end(); ++id)
        lastIds.insert(text(id.key()), id.value());
    QJsonObject files;
    for (auto file = manifest.files.begin(); file != manifest.files.end(); ++file)
        files.insert(file.key(), text(file.value()));
    QJsonObject parts;
    for (auto part = manifest.parts.begin(); part != manifest.parts.end(); ++part)
        parts.insert(
            text(part.key()),
            QJsonObject{ { u"size"_s, part->size }, { u"sha256"_s, text(part->sha256.toHex()) } });
    const QJsonObject whole{
        { u"format"_s, format },
        { u"version"_s, manifest.version },
        { u"schema"_s, manifest.schema },
        { u"engine"_s, manifest.engine },
        { u"madeAt"_s,
          QDateTime::fromSecsSinceEpoch(manifest.madeAt, Qt::UTC).toString(Qt::ISODate) },
        { u"hasKeys"_s, manifest.hasKeys },
        { u"tables"_s, tables },
        { u"lastIds"_s, lastIds },
        { u"files"_s, files },
        { u"parts"_s, parts }
    };
    return QJsonDocument(whole).toJson();
}

Result<Manifest> manifestFrom(const QByteArray &json)
{
    const QJsonObject whole = QJsonDocument::fromJson(json).object();
    if (whole[u"format"].toInt() > format)
        return wrong(
            u"was written by a later version of Postrider; restore it with that version"_s);
    if (whole[u"format"].toInt() != format)
        return wrong(u"cannot be read"_s);
    Manifest manifest;
    manifest.version = whole[u"version"].toString();
    manifest.schema = whole[u"schema"].toInt();
    manifest.engine = whole[u"engine"].toString();
    manifest.madeAt =
        QDateTime::fromString(whole[u"madeAt"].toString(), Qt::ISODate).toSecsSinceEpoch();
    manifest.hasKeys = whole[u"hasKeys"].toBool();
    for (const QJsonValue table : whole[u"tables"].toArray())
        manifest.tables.append(tableFrom(table.toObject()));
    const QJsonObject lastIds = whole[u"lastIds"].toObject();
    for (auto id = lastIds.begin(); id != lastIds.end(); ++id)
        manifest.lastIds.insert(id.key().toUtf8(), id.value().toInteger());
    const QJsonObject files = whole[u"files"].toObject();
    for (auto file = files.begin(); file != files.end(); ++file)
        manifest.files.insert(file.key(), file.value().toString().toUtf8());
    manifest.parts = partsFrom(whole[u"parts"].toObject());
    const Result<void> checked = check(manifest);
    return checked ? Result<Manifest>(std::move(manifest)) : checked.error();
}

} // namespace Backup
