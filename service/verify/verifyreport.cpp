// SPDX-License-Identifier: GPL-3.0-or-later
#include "verify/verifyreport.h"

#include "store/mail/mailrow.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStringList>

#include <numeric>

using namespace Qt::StringLiterals;

namespace Verify {

namespace {

using Kind = Difference::Kind;

QString nameOf(Kind kind)
{
    switch (kind) {
    case Kind::MissingHere:
        return u"missing-here"_s;
    case Kind::GoneThere:
        return u"gone-there"_s;
    case Kind::Flags:
        return u"flags"_s;
    case Kind::Size:
        return u"size"_s;
    case Kind::UidValidity:
        return u"uidvalidity"_s;
    case Kind::NoFolder:
        return u"no-folder"_s;
    case Kind::NotHere:
        return u"not-synchronised"_s;
    }
    Q_UNREACHABLE();
}

QString flagsText(qint64 flags)
{
    QStringList names;
    if (flags & Store::ServerSeen)
        names.append(u"seen"_s);
    if (flags & Store::ServerFlagged)
        names.append(u"flagged"_s);
    if (flags & Store::ServerAnswered)
        names.append(u"answered"_s);
    return names.isEmpty() ? u"none"_s : names.join(u'+');
}

QString valuesOf(const Difference &one)
{
    switch (one.kind) {
    case Kind::Flags:
        return u"here %1, there %2"_s.arg(flagsText(one.here), flagsText(one.there));
    case Kind::Size:
        return u"here %1 bytes, there %2"_s.arg(one.here).arg(one.there);
    case Kind::UidValidity:
        return u"here %1, there %2; the next synchronisation recognises the mails"_s.arg(one.here)
            .arg(one.there);
    case Kind::MissingHere:
        return u"%1 bytes"_s.arg(one.there);
    case Kind::GoneThere:
        return u"%1 bytes"_s.arg(one.here);
    case Kind::NoFolder:
    case Kind::NotHere:
        return {};
    }
    Q_UNREACHABLE();
}

QString lineOf(const Difference &one)
{
    QString line = u"  "_s + nameOf(one.kind);
    if (one.uid != 0)
        line += u" uid %1"_s.arg(one.uid);
    if (!one.messageId.isEmpty())
        line += u' ' + QString::fromUtf8(one.messageId);
    const QString values = valuesOf(one);
    return line + (values.isEmpty() ? QString() : u": "_s + values) + u'\n';
}

QJsonObject objectOf(const Difference &one)
{
    return { { u"kind"_s, nameOf(one.kind) },
             { u"uid"_s, qint64(one.uid) },
             { u"messageId"_s, QString::fromUtf8(one.messageId) },
             { u"here"_s, one.here },
             { u"there"_s, one.there } };
}

QJsonObject objectOf(const FolderReport &folder)
{
    QJsonArray differences;
    for (const Difference &one : folder.differences)
        differences.append(objectOf(one));
    return { { u"path"_s, folder.path },       { u"here"_s, folder.here },
             { u"there"_s, folder.there },     { u"pendingTexts"_s, folder.pendingTexts },
             { u"problem"_s, folder.problem }, { u"differences"_s, differences } };
}

} // namespace

qsizetype AccountReport::count() const
{
    return std::accumulate(
        folders.begin(), folders.end(), qsizetype(0),
        [](qsizetype sum, const FolderReport &folder) { return sum + folder.differences.size(); });
}

QString textOf(const AccountReport &report)
{
    QString text;
    for (const FolderReport &folder : report.folders) {
        text += u"%1: %2 here, %3 there"_s.arg(folder.path, QString::number(folder.here),
                                               QString::number(folder.there));
        if (folder.pendingTexts > 0)
            text += u", %1 bodies not fetched yet"_s.arg(folder.pendingTexts);
        if (!folder.problem.isEmpty())
            text += u": "_s + folder.problem;
        text += u'\n';
        for (const Difference &one : folder.differences)
            text += lineOf(one);
    }
    const qsizetype count = report.count();
    return text
        + (count == 0 ? u"%1: no differences\n"_s.arg(report.email)
                      : u"%1: %2 differences\n"_s.arg(report.email).arg(count));
}

QByteArray jsonOf(const AccountReport &report)
{
    QJsonArray folders;
    for (const FolderReport &folder : report.folders)
        folders.append(objectOf(folder));
    const QJsonObject all{ { u"accountId"_s, report.accountId },
                           { u"email"_s, report.email },
                           { u"equal"_s, report.count() == 0 },
                           { u"folders"_s, folders } };
    return QJsonDocument(all).toJson();
}

} // namespace Verify
