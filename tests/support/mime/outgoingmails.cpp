// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/mime/outgoingmails.h"

#include "mime/htmltext.h"

using namespace Mime;
using namespace Qt::StringLiterals;

namespace {

OutgoingMail usual()
{
    OutgoingMail mail;
    mail.from = { u"Ann Lee"_s, u"ann@example.org"_s };
    mail.to = { { u"Bob"_s, u"bob@example.com"_s } };
    mail.subject = u"Hello"_s;
    mail.text = u"A line.\nAnother one.\n"_s;
    mail.messageId = "<1.2@example.org>";
    mail.date = 1780644600; // 5 June 2026, 07:30 UTC
    mail.utcOffsetMinutes = 120;
    return mail;
}

OutgoingFile file(const QString &name, const QByteArray &type, const QByteArray &content,
                  const QByteArray &contentId = {})
{
    return { name, type, content, contentId };
}

QByteArray everyByte()
{
    QByteArray bytes;
    for (int i = 0; i < 1000; ++i)
        bytes.append(static_cast<char>(i));
    return bytes;
}

OutgoingMail withSubject(const QString &subject)
{
    OutgoingMail mail = usual();
    mail.subject = subject;
    return mail;
}

OutgoingMail withText(const QString &text)
{
    OutgoingMail mail = usual();
    mail.text = text;
    return mail;
}

OutgoingMail withFrom(const QString &name)
{
    OutgoingMail mail = usual();
    mail.from.name = name;
    return mail;
}

OutgoingMail withFile(const OutgoingFile &file)
{
    OutgoingMail mail = usual();
    mail.files = { file };
    return mail;
}

OutgoingMail withHtml(const QString &html, const QString &text = {})
{
    OutgoingMail mail = usual();
    mail.html = html;
    mail.text = text;
    return mail;
}

OutgoingMail toMany()
{
    OutgoingMail mail = usual();
    for (int i = 0; i < 100; ++i)
        mail.to.append({ u"Ünal Nr. %1"_s.arg(i), u"nr%1@example.com"_s.arg(i) });
    mail.cc = { { {}, u"cc@example.com"_s }, { u"Lee, Ann \"the\" boss"_s, u"b@example.com"_s } };
    mail.replyTo = { { u"Antworten an Jörg"_s, u"reply@example.com"_s } };
    return mail;
}

OutgoingMail aReply()
{
    OutgoingMail mail = usual();
    mail.inReplyTo = "<newest@example.com>";
    for (int i = 0; i < 60; ++i)
        mail.references.append("<a-reference-of-some-length." + QByteArray::number(i)
                               + "@mail.example.com>");
    return mail;
}

OutgoingMail withEverything()
{
    OutgoingMail mail = withHtml(u"<p>Grüße <img src=\"cid:pic@x\"></p>"_s, u"Grüße\n"_s);
    mail.files = { file(u"bild.png"_s, "image/png", everyByte(), "pic@x"),
                   file(u"会议纪要.pdf"_s, "application/pdf", "%PDF-1.4"),
                   file(u"unused.png"_s, "image/png", "PNG", "unused@x") };
    return mail;
}

ReadLeaf textLeaf(const QByteArray &type, QString text)
{
    if (!text.isEmpty() && !text.endsWith(u'\n'))
        text.append(u'\n');
    return { .type = type, .text = text };
}

} // namespace

QList<NamedMail> outgoingMails()
{
    const QString longWord = u"x"_s.repeated(2000);
    return {
        { "plain", usual() },
        { "no text", withText({}) },
        { "no line end", withText(u"Hello"_s) },
        { "umlauts", withText(u"Grüße aus Köln, schöne Tage euch allen und bis bald.\n"_s) },
        { "chinese", withText(u"会议纪要和发票\n第二行\n"_s) },
        { "emoji", withText(u"😀 👩‍👩‍👧 done\n"_s) },
        { "long line", withText(u"a very long line of words "_s.repeated(100) + u"end\n"_s) },
        { "long line of non-ASCII", withText(u"žluťoučký kůň "_s.repeated(300)) },
        { "From and dots", withText(u"From here on\n.\n..\nFrom\n. x\n"_s) },
        { "equals and blanks at ends", withText(u"é = x \n\t\ny\t\n= \n"_s) },
        { "control characters", withText(u"bell\u0007 form\u000c end\n"_s) },
        { "empty subject", withSubject({}) },
        { "umlaut in subject", withSubject(u"Grüße aus Köln"_s) },
        { "long chinese subject", withSubject(u"会议纪要和发票的项目"_s.repeated(12)) },
        { "long emoji subject", withSubject(u"😀👩‍👩‍👧"_s.repeated(25)) },
        { "long plain subject",
          withSubject(u"several words of plain text "_s.repeated(30).trimmed()) },
        { "subject of one word", withSubject(longWord) },
        { "subject with blanks", withSubject(u"two  blanks   in a row"_s) },
        { "subject like a word", withSubject(u"this is =?utf-8?Q?not?= one"_s) },
        { "subject with marks", withSubject(u"=é?_ \"quotes\" <b> (x), y; z: @"_s) },
        { "quotes in name", withFrom(u"Lee, \"Ann\" \\ (boss) <x>"_s) },
        { "umlauts in name", withFrom(u"Jörg Müller-Lüdenscheidt, Köln"_s) },
        { "long name", withFrom(u"Freiherr von und zu "_s.repeated(3) + u"Ende"_s) },
        { "name like an address", withFrom(u"ann@example.org"_s) },
        { "no name", withFrom({}) },
        { "many recipients", toMany() },
        { "reply", aReply() },
        { "html", withHtml(u"<p>Hello <b>world</b></p>"_s) },
        { "html and text", withHtml(u"<p>Hällo</p>\n"_s, u"Hällo\n"_s) },
        { "html of one line", withHtml(u"<p>Hello &amp; more</p>"_s.repeated(500)) },
        { "file", withFile(file(u"report.pdf"_s, "application/pdf", everyByte())) },
        { "empty file", withFile(file(u"empty.bin"_s, "application/octet-stream", {})) },
        { "file without name", withFile(file({}, "image/png", "PNG")) },
        { "chinese file name", withFile(file(u"会议纪要.pdf"_s, "application/pdf", "x")) },
        { "long file name",
          withFile(file(u"ein sehr langer Name für eine Datei – "_s.repeated(5) + u".pdf"_s,
                        "application/pdf", "x")) },
        { "quotes in file name", withFile(file(u"a\"b;c=d%20.pdf"_s, "application/pdf", "x")) },
        { "file name like a word",
          withFile(file(u"=?utf-8?Q?not?=.pdf"_s, "application/pdf", "x")) },
        { "text file",
          withFile(file(u"notes.txt"_s, "application/x-notes", "a\r\nb\n.\nFrom x\n")) },
        { "everything", withEverything() },
    };
}

ReadMail asRead(const OutgoingMail &mail)
{
    ReadMail read;
    read.subject = mail.subject;
    read.from = { mail.from };
    read.to = mail.to;
    read.cc = mail.cc;
    read.replyTo = mail.replyTo;
    read.date = mail.date;
    read.messageId = QString::fromLatin1(mail.messageId.mid(1, mail.messageId.size() - 2));
    read.leaves.append(
        textLeaf("text/plain", mail.text.isEmpty() ? htmlToPlainMail(mail.html) : mail.text));
    if (!mail.html.isEmpty())
        read.leaves.append(textLeaf("text/html", mail.html));
    for (const OutgoingFile &file : mail.files)
        read.leaves.append({ file.contentType, file.filename, file.contentId, {}, file.content });
    return read;
}
