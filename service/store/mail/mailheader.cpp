// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/mail/mailheader.h"

#include "common/jsonwriter.h"
#include "store/search/text/searchtext.h"
#include "store/sql/columns.h"
#include "store/sql/session.h"

using namespace Qt::StringLiterals;

namespace Store {

namespace {

const Columns<MailHeader> headerColumns{
    { "from_addr", &MailHeader::from },  { "from_name", &MailHeader::fromName },
    { "to_json", &MailHeader::toJson },  { "cc_json", &MailHeader::ccJson },
    { "subject", &MailHeader::subject },
};

} // namespace

QByteArray jsonOf(const QStringList &addresses)
{
    Json::Writer json;
    json.beginArray();
    for (const QString &address : addresses)
        json.value(address);
    return json.endArray().take();
}

ListedMail readListed(const Query &query)
{
    return { readState(query), query.read(headerColumns), query.bytes("message_id").isEmpty() };
}

Result<std::optional<ListedMail>> listedMail(Session &session, qint64 id)
{
    Query query = session.query("mails_listed");
    query.bind(u":id"_s, id).exec();
    if (query.next())
        return std::optional(readListed(query));
    return query.failed() ? Result<std::optional<ListedMail>>(query.error())
                          : Result<std::optional<ListedMail>>(std::nullopt);
}

Result<void> correctHeader(Session &session, const ListedMail &listed, const MailHeader &read)
{
    if (listed.isKnownByHeader || listed.header == read)
        return {};
    const QString &sender = read.fromName.isEmpty() ? read.from : read.fromName;
    return session.query("mails_correct_header")
        .bind(u":from_key"_s, normalizedKey(sender))
        .bind(u":subject_key"_s, normalizedKey(read.subject))
        .bind(u":from_addr"_s, read.from)
        .bind(u":from_name"_s, read.fromName)
        .bindName(u":to_json"_s, read.toJson)
        .bindName(u":cc_json"_s, read.ccJson)
        .bind(u":subject"_s, read.subject)
        .bind(u":id"_s, listed.state.id)
        .run();
}

} // namespace Store
