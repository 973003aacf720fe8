// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzztarget.h"
#include "mime/filenameparameter.h"
#include "mime/flowed.h"
#include "mime/reader.h"
#include "mime/writer.h"

#include <QStringList>

using namespace Qt::StringLiterals;

namespace {

// The text as a reader shows it from a header: one line.
QString shown(QString text)
{
    for (QChar &c : text) {
        if (c.unicode() < 0x20 || c.unicode() == 0x7f)
            c = u' ';
    }
    return text.trimmed();
}

QString asText(const QString &text)
{
    const QString plain = Mime::withPlainLineEnds(text);
    return plain.isEmpty() || plain.endsWith(u'\n') ? plain : plain + u'\n';
}

bool isFitForTheWire(const QByteArray &raw)
{
    for (const QByteArray &line : raw.split('\n')) {
        const bool isWhole = line.endsWith('\r') || line.isEmpty();
        if (!isWhole || line.count('\r') > 1 || line.size() > 999)
            return false;
    }
    return true;
}

void check(bool isRight)
{
    if (!isRight)
        __builtin_trap();
}

} // namespace

/// Subject, names and texts of a mail, separated by 0x01. The writer either refuses the mail, or writes
/// it with valid lines, and our reader finds exactly the same values in it.
int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    QString all = QString::fromUtf8(reinterpret_cast<const char *>(data), qsizetype(size));
    all.remove(QChar::ByteOrderMark).remove(QChar(u'\0')); // readers drop them from texts
    QStringList fields = all.split(QChar(u'\1'));
    fields.resize(5);
    Mime::OutgoingMail mail;
    mail.from = { fields.at(1), u"a@example.org"_s };
    mail.to = { { fields.at(1), u"b@example.org"_s }, { {}, u"c@example.org"_s } };
    mail.subject = fields.at(0);
    mail.text = fields.at(3);
    mail.html = fields.at(4);
    mail.files = { { fields.at(2), "a/b", "content", {} } };
    mail.messageId = "<1@example.org>";
    const Result<QByteArray> raw = Mime::Writer::write(mail);
    if (!raw)
        return 0;
    check(isFitForTheWire(*raw));
    const Mime::Message read = Mime::Reader::parse(*raw);
    // The reader joins several blanks in a name to one.
    const QString name = shown(fields.at(1)).split(u' ', Qt::SkipEmptyParts).join(u' ');
    const Mime::Address first{ name, u"b@example.org"_s };
    check(!read.defects());
    check(read.headers().subject() == shown(mail.subject));
    check(read.headers().addresses("To") == QList<Mime::Address>({ first, mail.to.at(1) }));
    check(read.headers().count()
          == 7); // Date, From, To, Subject, Message-ID, MIME-Version, Content-Type
    const bool hasFileInText = mail.text.contains(u"begin "_s); // uuencode, yEnc: a file, not text
    if (!hasFileInText) {
        check(read.attachments().size() == 1);
        const QString file = Mime::bareFileName(fields.at(2));
        check(read.attachments().first().filename == (file.isEmpty() ? u"attachment.bin"_s : file));
    }
    if (!hasFileInText && !mail.text.isEmpty())
        check(read.textBody() == asText(mail.text));
    if (!mail.html.isEmpty())
        check(Mime::withPlainLineEnds(*read.htmlBody()) == asText(mail.html));
    return 0;
}
