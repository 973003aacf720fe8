// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/recipients.h"

#include "mime/outgoingaddress.h"

using namespace Qt::StringLiterals;

namespace Api {

namespace {

constexpr qsizetype mostRecipients = 100;

bool hasAsciiLocalPart(const QByteArray &wire)
{
    return std::all_of(wire.begin(), wire.end(), [](char c) { return c > 0; });
}

/**
 * Splits an entry into its elements, without quoted texts, comments and the content of angle brackets.
 * Empty: something is not closed. isPlain() compares the found addresses with them:
 * Mime::parseAddresses() also guesses, and a guessed recipient could be a stranger.
 */
QStringList elementsOf(const QString &entry)
{
    QStringList elements{ QString() };
    QString closing; // the characters that close what is open, innermost last
    for (qsizetype i = 0; i < entry.size(); ++i) {
        const QChar c = entry.at(i);
        if (c == u'\\' && !closing.isEmpty()) {
            ++i;
        } else if (!closing.isEmpty()) {
            if (closing.endsWith(c))
                closing.chop(1);
        } else if (c == u'"' || c == u'(' || c == u'<') {
            closing += c == u'(' ? u')' : c == u'<' ? u'>' : c;
            if (c == u'<')
                elements.last() += c; // marks an address in brackets
        } else if (c == u',' || c == u';' || c == u':') {
            elements.append(QString());
        } else {
            elements.last() += c;
        }
    }
    if (!closing.isEmpty())
        return {};
    return elements;
}

/// Whether the address is clearly in the entry: as a whole element, or in brackets at the end of one.
bool isPlain(const QString &entry, const QStringList &elements, const QString &address)
{
    for (const QString &element : elements) {
        if (element.trimmed() == address)
            return true;
        const bool endsInBrackets = element.trimmed().endsWith(u'<');
        if (endsInBrackets && element.count(u'<') == 1 && entry.contains(u'<' + address + u'>'))
            return true;
    }
    return false;
}

class RecipientReader
{
public:
    QList<Mime::Address> read(const QString &field, const QStringList &entries)
    {
        QList<Mime::Address> all;
        for (qsizetype i = 0; i < entries.size(); ++i) {
            const QString where = u"%1[%2]"_s.arg(field).arg(i);
            const QByteArray bytes = entries.at(i).toUtf8();
            const QList<Mime::Address> found = Mime::parseAddresses(Mime::Slice(bytes), "utf-8");
            if (found.isEmpty())
                m_problems.append({ where, u"is not an e-mail address"_s });
            const QStringList elements = elementsOf(entries.at(i));
            for (const Mime::Address &address : found) {
                if (isPlain(entries.at(i), elements, address.address))
                    take(where, address, all);
                else
                    m_problems.append({ where,
                                        u"must be one address, or several that are "
                                        "separated by commas"_s });
            }
        }
        return all;
    }

    void addToEnvelope(const QList<Mime::Address> &addresses)
    {
        for (const Mime::Address &address : addresses) {
            const Result<QByteArray> wire = Mime::wireAddress(address.address, true);
            if (wire && !m_recipients.envelope.contains(*wire))
                m_recipients.envelope.append(*wire);
        }
    }

    Recipients &recipients() { return m_recipients; }
    const QList<ApiErrorDetail> &problems() const { return m_problems; }

private:
    void take(const QString &where, const Mime::Address &address, QList<Mime::Address> &into)
    {
        const Result<QByteArray> wire = Mime::wireAddress(address.address, true);
        if (!wire) {
            m_problems.append({ where, wire.error().message });
            return;
        }
        m_recipients.needsUtf8 = m_recipients.needsUtf8 || !hasAsciiLocalPart(*wire);
        into.append(address);
    }

    Recipients m_recipients;
    QList<ApiErrorDetail> m_problems;
};

} // namespace

Result<Recipients, ApiFailure> readRecipients(const MailInput &mail)
{
    RecipientReader reader;
    Recipients &all = reader.recipients();
    all.to = reader.read(u"to"_s, mail.to);
    all.cc = reader.read(u"cc"_s, mail.cc);
    all.bcc = reader.read(u"bcc"_s, mail.bcc);
    all.replyTo = reader.read(u"replyTo"_s, mail.replyTo);
    if (!reader.problems().isEmpty())
        return ApiFailure{ .error = ApiError::InvalidRecipient, .details = reader.problems() };
    const qsizetype count = all.to.size() + all.cc.size() + all.bcc.size();
    const auto wrong = [](const QString &reason) {
        return ApiFailure{ .error = ApiError::ValidationFailed,
                           .details = { { u"to"_s, reason } } };
    };
    if (all.to.isEmpty())
        return wrong(u"must contain at least one recipient"_s);
    if (count > mostRecipients || all.replyTo.size() > mostRecipients)
        return wrong(
            u"must have at most %1 recipients together with cc and bcc"_s.arg(mostRecipients));
    for (const QList<Mime::Address> *list : { &all.to, &all.cc, &all.bcc })
        reader.addToEnvelope(*list);
    return all;
}

} // namespace Api
