// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/writer.h"

#include "mime/bodywriter.h"
#include "mime/date.h"
#include "mime/fieldwriter.h"
#include "mime/outgoingaddress.h"
#include "mime/outgoingcontent.h"

namespace Mime {

namespace {

Error refused(QLatin1StringView what, QLatin1StringView why)
{
    return { Error::Code::BadRequest, what + QLatin1StringView(" ") + why };
}

bool breaksLines(QStringView value)
{
    return value.contains(u'\r') || value.contains(u'\n') || value.contains(QChar(u'\0'));
}

bool breaksLines(QByteArrayView value)
{
    return value.contains('\r') || value.contains('\n') || value.contains('\0');
}

constexpr QLatin1StringView lineBreak("contains a line break or NUL");

// A Message-ID or Content-ID without its brackets: visible ASCII, short enough for one line.
bool isId(QByteArrayView id)
{
    constexpr qsizetype longest = 900;
    return !id.isEmpty() && id.size() <= longest && std::all_of(id.begin(), id.end(), [](char c) {
        return c > 0x20 && c < 0x7f && c != '<' && c != '>';
    });
}

bool isMessageId(QByteArrayView id)
{
    return id.startsWith('<') && id.endsWith('>') && isId(id.sliced(1).chopped(1));
}

/** The mail's own fields, in the order in which people look for them. */
class HeadWriter
{
public:
    HeadWriter(QByteArray &out, const OutgoingMail &mail) : m_out(out), m_mail(mail) { }

    Result<void> write()
    {
        addLine("Date", formatDate(m_mail.date, m_mail.utcOffsetMinutes));
        addAddresses("From", { m_mail.from });
        addAddresses("Reply-To", m_mail.replyTo);
        addAddresses("To", m_mail.to);
        addAddresses("Cc", m_mail.cc);
        checkAddresses("Bcc", m_mail.bcc);
        if (m_mail.to.isEmpty() && m_mail.cc.isEmpty())
            addLine("To", "undisclosed-recipients:;");
        addSubject();
        addMessageId();
        addReferences();
        addLine("MIME-Version", "1.0");
        return m_error ? Result<void>(*m_error) : Result<void>();
    }

private:
    void fail(Error error)
    {
        if (!m_error)
            m_error = std::move(error);
    }

    void addLine(const char *name, QByteArrayView value)
    {
        FieldWriter field(m_out, name);
        field.add(value);
        field.finish();
    }

    QByteArrayList checkAddresses(const char *name, const QList<Address> &addresses)
    {
        QByteArrayList wire;
        for (const Address &address : addresses) {
            if (breaksLines(address.name))
                fail(refused(QLatin1StringView(name), lineBreak));
            Result<QByteArray> checked = wireAddress(address.address, m_mail.allowsUtf8);
            if (checked)
                wire.append(*std::move(checked));
            else
                fail(checked.error());
        }
        return wire;
    }

    void addAddresses(const char *name, const QList<Address> &addresses)
    {
        const QByteArrayList wire = checkAddresses(name, addresses);
        if (m_error || wire.isEmpty())
            return;
        FieldWriter field(m_out, name);
        for (qsizetype i = 0; i < wire.size(); ++i)
            field.addMailbox(addresses.at(i).name, wire.at(i), i + 1 == wire.size());
        field.finish();
    }

    void addSubject()
    {
        if (breaksLines(m_mail.subject))
            return fail(refused(QLatin1StringView("the subject"), lineBreak));
        FieldWriter field(m_out, "Subject");
        field.addText(m_mail.subject);
        field.finish();
    }

    void addMessageId()
    {
        if (!isMessageId(m_mail.messageId))
            return fail(refused(QLatin1StringView("the Message-ID"),
                                QLatin1StringView("is not <id> of visible ASCII")));
        addLine("Message-ID", m_mail.messageId);
    }

    // The ids come from mails of strangers: what is not an id is left out, line breaks are refused,
    // because they could add header fields.
    void addReferences()
    {
        constexpr qsizetype most = 20; // the oldest and the newest ones
        QByteArrayList ids;
        for (const QByteArray &id : m_mail.references) {
            if (breaksLines(id))
                return fail(refused(QLatin1StringView("a reference"), lineBreak));
            if (isMessageId(id))
                ids.append(id);
        }
        if (breaksLines(m_mail.inReplyTo))
            return fail(refused(QLatin1StringView("In-Reply-To"), lineBreak));
        if (isMessageId(m_mail.inReplyTo))
            addLine("In-Reply-To", m_mail.inReplyTo);
        if (ids.size() > most)
            ids.remove(1, ids.size() - most);
        if (ids.isEmpty())
            return;
        FieldWriter field(m_out, "References");
        for (const QByteArray &id : std::as_const(ids))
            field.add(id);
        field.finish();
    }

    QByteArray &m_out;
    const OutgoingMail &m_mail;
    std::optional<Error> m_error;
};

Result<void> checkFiles(const QList<OutgoingFile> &files)
{
    for (const OutgoingFile &file : files) {
        if (breaksLines(file.filename) || breaksLines(file.contentType))
            return refused(QLatin1StringView("the name or type of a file"), lineBreak);
        if (!file.contentId.isEmpty() && !isId(file.contentId))
            return refused(QLatin1StringView("a Content-ID"),
                           QLatin1StringView("is not made of visible ASCII"));
    }
    return {};
}

qsizetype expectedSize(const OutgoingMail &mail)
{
    qsizetype size = 4096 + 2 * (mail.text.size() + mail.html.size());
    for (const OutgoingFile &file : mail.files)
        size += OutgoingContent(file).size() * 11 / 8 + 1024; // base64 with its line ends
    return size;
}

} // namespace

Result<QByteArray> Writer::write(const OutgoingMail &mail)
{
    QByteArray out;
    out.reserve(expectedSize(mail));
    const Result<Outline> written = write(mail, [&out](QByteArrayView bytes) {
        out.append(bytes);
        return Result<void>();
    });
    RETURN_IF_ERROR(written);
    return out;
}

Result<Outline> Writer::write(const OutgoingMail &mail, MessageOutput::Sink sink)
{
    MessageOutput out(std::move(sink));
    RETURN_IF_ERROR(HeadWriter(out.text(), mail).write());
    RETURN_IF_ERROR(checkFiles(mail.files));
    BodyWriter(out, mail).write();
    return out.finish();
}

} // namespace Mime
