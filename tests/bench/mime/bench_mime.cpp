// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * How fast mails are read, ours beside GMime: fields, structure, every text in Unicode, a summary.
 * Arguments: a folder of mails, how many rounds. Prints JSON: mails, bytes, and each round's seconds of
 * processor time. Both read from memory, by turns, on one thread.
 */
#include "mime/reader.h"
#include "support/mime/gmimereader.h"

#include <QDirIterator>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTextStream>

#include <ctime>

using namespace Qt::StringLiterals;

namespace {

QList<QByteArray> mailsIn(const QString &folder)
{
    QList<QByteArray> mails;
    for (QDirIterator files(folder, QDir::Files); files.hasNext();) {
        QFile file(files.next());
        if (file.open(QIODevice::ReadOnly))
            mails.append(file.readAll());
    }
    return mails;
}

qsizetype skimWithOurs(const QByteArray &raw)
{
    const Mime::Message mail = Mime::Reader::parse(raw);
    const Mime::Headers &headers = mail.headers();
    qsizetype characters = headers.subject().size();
    for (const char *name : { "From", "To" })
        characters += headers.addresses(name).size();
    characters += headers.date() ? 1 : 0;
    characters += mail.textBody().value_or(QString()).size();
    characters += mail.htmlBody().value_or(QString()).size();
    return characters + mail.summary().size();
}

template<typename Skim>
double secondsFor(const QList<QByteArray> &mails, const Skim &skim)
{
    const std::clock_t began = std::clock();
    qsizetype characters = 0;
    for (const QByteArray &mail : mails)
        characters += skim(mail);
    const double seconds = double(std::clock() - began) / CLOCKS_PER_SEC;
    return characters > 0 ? seconds : 0; // so that the work is not optimised away
}

} // namespace

int main(int count, char **words)
{
    const QString folder = QFile::decodeName(words[count > 1 ? 1 : 0]);
    const int rounds = count > 2 ? QByteArray(words[2]).toInt() : 3;
    const QList<QByteArray> mails = mailsIn(folder);
    const GmimeReader gmime;
    QJsonArray ours, theirs;
    for (int round = 0; round < rounds; ++round) {
        ours.append(secondsFor(mails, skimWithOurs));
        theirs.append(secondsFor(mails, [&](const QByteArray &raw) { return gmime.skim(raw); }));
    }
    qint64 bytes = 0;
    for (const QByteArray &mail : mails)
        bytes += mail.size();
    const QJsonObject result{ { u"mails"_s, mails.size() },
                              { u"bytes"_s, bytes },
                              { u"gmimeVersion"_s, gmime.version() },
                              { u"ours"_s, ours },
                              { u"gmime"_s, theirs } };
    QTextStream(stdout) << QJsonDocument(result).toJson(QJsonDocument::Compact) << '\n';
    return mails.isEmpty() ? 1 : 0;
}
