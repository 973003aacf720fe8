// SPDX-License-Identifier: GPL-3.0-or-later
#include "mailfiles/mailsource.h"

#include "mailfiles/maildirname.h"
#include "mime/headers.h"
#include "parsing/listing.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace MailFiles {

namespace {

constexpr qint64 headBytes = 5;

bool isMaildir(const QString &path)
{
    return QFileInfo(path + "/cur"_L1).isDir() && QFileInfo(path + "/new"_L1).isDir();
}

bool isNamedMbox(const QString &path)
{
    return path.endsWith(".mbox"_L1, Qt::CaseInsensitive)
        || path.endsWith(".mbx"_L1, Qt::CaseInsensitive);
}

bool isNamedMail(const QString &path)
{
    return path.endsWith(".eml"_L1, Qt::CaseInsensitive);
}

// Bits of Thunderbird's `X-Mozilla-Status`, four hexadecimal digits (its nsMsgMessageFlags.idl).
constexpr uint mozillaRead = 0x0001;
constexpr uint mozillaMarked = 0x0004;
constexpr uint mozillaExpunged = 0x0008;

/// The letters that mail programs write; empty for other values, which are from the sender of the mail.
QByteArrayView lettersOf(QByteArrayView value)
{
    const QByteArrayView letters = value.trimmed();
    const bool isTheirs =
        std::ranges::all_of(letters, [](char c) { return QByteArrayView("ROADFTUN").contains(c); });
    return isTheirs && letters.size() <= 8 ? letters : QByteArrayView();
}

/// Reads the marks that mail programs add to each mail in an mbox: `Status: RO`, `X-Status: F`, or
/// Thunderbird's own field. A deleted mail stays in the file until the program compacts it.
void readStatus(SourceMail &mail)
{
    const Mime::Headers headers = Mime::Headers::parse(mail.raw);
    const QByteArrayView status = lettersOf(headers.raw("Status"));
    const QByteArrayView more = lettersOf(headers.raw("X-Status"));
    if (!status.isEmpty())
        mail.isRead = status.contains('R');
    mail.isStarred = more.contains('F');
    mail.isDeleted = status.contains('D') || more.contains('D');
    bool isNumber = false;
    const uint mozilla =
        headers.raw("X-Mozilla-Status").trimmed().toByteArray().toUInt(&isNumber, 16);
    if (!isNumber)
        return;
    mail.isRead = mozilla & mozillaRead;
    mail.isStarred = mail.isStarred || (mozilla & mozillaMarked);
    mail.isDeleted = mail.isDeleted || (mozilla & mozillaExpunged);
}

} // namespace

MailSource::MailSource(const QString &path, SourceFormat format) : m_format(format)
{
    const QFileInfo there(path);
    if (there.isDir())
        collect(QDir::cleanPath(path));
    else
        m_entries.append({ path, there.size() });
    for (const Entry &entry : std::as_const(m_entries))
        m_bytes += entry.size;
}

MailSource::~MailSource() = default;

void MailSource::collect(const QString &folder)
{
    const QDir::Filters wanted = QDir::Files | QDir::Dirs | QDir::NoDotAndDotDot | QDir::NoSymLinks;
    const QFileInfo here(folder);
    if (!here.isReadable() || !here.isExecutable()) {
        m_entries.append({ folder, 0 }); // open() reports it
        return;
    }
    const bool hasParts = isMaildir(folder);
    if (hasParts) {
        collectMaildir(folder);
        collectSubfolders(folder);
    }
    for (const QFileInfo &one : QDir(folder).entryInfoList(wanted, QDir::Name)) {
        static const QStringList parts{ u"cur"_s, u"new"_s, u"tmp"_s };
        if (one.isDir() && !(hasParts && parts.contains(one.fileName())))
            collect(one.filePath());
        else if (one.isFile() && !hasParts) // other files in a Maildir belong to its program
            m_entries.append({ one.filePath(), one.size() });
    }
}

// Maildir++ names subfolders `.Sent`, `.Sent.2024`, all beside `cur` of the inbox.
void MailSource::collectSubfolders(const QString &maildir)
{
    const QDir::Filters wanted =
        QDir::Dirs | QDir::Hidden | QDir::NoDotAndDotDot | QDir::NoSymLinks;
    for (const QFileInfo &one : QDir(maildir).entryInfoList(wanted, QDir::Name)) {
        if (one.fileName().startsWith(u'.') && isMaildir(one.filePath()))
            collect(one.filePath());
    }
}

void MailSource::collectMaildir(const QString &folder)
{
    for (const QString &part : { u"/cur"_s, u"/new"_s }) {
        const auto files = QDir(folder + part).entryInfoList(QDir::Files, QDir::Name);
        for (const QFileInfo &one : files)
            m_entries.append({ one.filePath(), one.size(), true });
    }
}

qint64 MailSource::position() const
{
    return m_done + (m_mbox ? m_mbox->position() : 0);
}

void MailSource::finishEntry()
{
    m_done += m_entries[m_at++].size;
    m_mbox.reset();
    m_file.close();
}

SourceMail MailSource::problem(const Entry &entry, const QString &what) const
{
    SourceMail mail;
    mail.file = entry.path;
    mail.problem = what;
    return mail;
}

SourceMail MailSource::readWhole(const Entry &entry)
{
    if (entry.size > Parsing::maxBodyStored)
        return problem(entry, u"it is larger than %1 MiB"_s.arg(Parsing::maxBodyStored >> 20));
    SourceMail mail;
    mail.file = entry.path;
    mail.raw = m_file.readAll();
    mail.fileTime = QFileInfo(entry.path).lastModified().toSecsSinceEpoch();
    if (m_file.error() != QFileDevice::NoError)
        mail.problem = u"the file cannot be read: "_s + m_file.errorString();
    else if (mail.raw.trimmed().isEmpty())
        mail.problem = u"it is empty"_s;
    else if (m_format == SourceFormat::Auto && !entry.isMaildir && !isNamedMail(entry.path)
             && !isHeaderLine(mail.raw))
        mail.problem = u"it is neither an mbox file nor a mail"_s;
    if (entry.isMaildir) {
        const MaildirName name = maildirName(QFileInfo(entry.path).fileName());
        mail.isRead = name.isRead;
        mail.isStarred = name.isStarred;
        mail.isDeleted = name.isDeleted;
        mail.time = name.time ? name.time : std::optional(mail.fileTime);
    }
    return mail;
}

std::optional<SourceMail> MailSource::open(const Entry &entry)
{
    if (QFileInfo(entry.path).isDir())
        return problem(entry, u"the folder cannot be read"_s);
    m_file.setFileName(entry.path);
    if (!m_file.open(QIODevice::ReadOnly))
        return problem(entry, u"the file cannot be read: "_s + m_file.errorString());
    const bool isMbox = m_format == SourceFormat::MboxRd || m_format == SourceFormat::MboxO
        || (m_format == SourceFormat::Auto && !isNamedMail(entry.path)
            && (isNamedMbox(entry.path) || m_file.peek(headBytes).startsWith("From ")));
    if (entry.isMaildir || !isMbox)
        return readWhole(entry);
    m_mbox = std::make_unique<MboxReader>(
        m_file, m_format == SourceFormat::MboxO ? MboxQuoting::O : MboxQuoting::Rd,
        Parsing::maxBodyStored);
    return {};
}

std::optional<SourceMail> MailSource::nextOfMbox()
{
    std::optional<MboxMail> found = m_mbox->next();
    if (!found)
        return {};
    SourceMail mail;
    mail.file = m_file.fileName();
    mail.offset = found->offset;
    mail.raw = std::move(found->raw);
    mail.time = found->time;
    mail.fileTime = m_file.fileTime(QFileDevice::FileModificationTime).toSecsSinceEpoch();
    mail.problem = found->problem;
    if (mail.problem.isEmpty())
        readStatus(mail);
    return mail;
}

std::optional<SourceMail> MailSource::next()
{
    while (m_at < m_entries.size()) {
        if (!m_mbox) {
            std::optional<SourceMail> whole = open(m_entries[m_at]);
            if (whole) {
                finishEntry();
                return whole;
            }
        }
        std::optional<SourceMail> mail = nextOfMbox();
        if (mail)
            return mail;
        finishEntry();
    }
    return {};
}

} // namespace MailFiles
