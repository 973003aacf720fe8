// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/highlights.h"

#include "parsing/bodyparse.h"
#include "store/lists/mailpage.h"
#include "store/mail/bodies.h"
#include "store/search/text/searchparser.h"

#include <array>

namespace Api {

namespace {

using Store::HitField;
using Store::HitFinder;
using Store::SearchHit;
using Store::TextSpan;

constexpr qint64 mostParsed = qint64(16) << 20; // bytes of the messages of one page

QList<TextSpan> spansIn(const HitFinder &finder, const QByteArray &utf8, HitField field)
{
    QList<TextSpan> spans;
    for (const SearchHit &hit : finder.hits(QString::fromUtf8(utf8), field))
        spans.append(hit.span);
    return spans;
}

void addSnippet(MailHighlight &highlight, const HitFinder &finder, const QByteArray &compressed)
{
    const Result<QByteArray> raw = Store::decompressBody(compressed);
    if (!raw)
        return;
    const Store::SearchFields fields = Parsing::searchFields(*raw);
    struct Candidate {
        QByteArrayView name;
        QString text;
        HitField field;
    };
    const std::array candidates{
        Candidate{ "text", fields.body, HitField::Text },
        Candidate{ "recipients", fields.to + fields.cc + fields.bcc, HitField::Recipients },
        Candidate{ "filenames", fields.filenames, HitField::Filenames },
    };
    for (const Candidate &one : candidates) {
        const QList<SearchHit> hits = finder.hits(one.text, one.field);
        if (hits.isEmpty())
            continue;
        highlight.snippetField = one.name;
        highlight.snippet = Store::snippetOf(one.text, hits);
        return;
    }
}

void writeSpans(Json::Writer &json, QByteArrayView name, const QList<TextSpan> &spans)
{
    json.key(name).beginArray();
    for (const TextSpan &span : spans) {
        json.beginObject().key("start").value(span.begin);
        json.key("length").value(span.end - span.begin).endObject();
    }
    json.endArray();
}

} // namespace

Result<PageWithBodies> pageWithBodies(Store::Session &session, const Store::MailQuery &query)
{
    Result<Store::MailPage> page = Store::listMails(session, query);
    RETURN_IF_ERROR(page);
    PageWithBodies found{ *std::move(page), {} };
    qint64 left = mostParsed;
    for (const Store::MailRow &mail : std::as_const(found.page.items)) {
        const Result<Store::PackedBody> body = Store::packedBody(session, mail.id, left);
        RETURN_IF_ERROR(body);
        left -= body->rawSize;
        found.bodies.append(body->compressed);
    }
    return found;
}

QList<MailHighlight> highlightsOf(const PageWithBodies &found, const Store::MailQuery &query)
{
    const HitFinder finder(
        Store::SearchCondition::all({ Store::keywordCondition(query.keyword),
                                      Store::parseCondition(query.search, 0).condition }));
    QList<MailHighlight> highlights;
    for (qsizetype i = 0; i < found.page.items.size(); ++i) {
        const Store::MailRow &mail = found.page.items[i];
        MailHighlight one{ spansIn(finder, mail.from, HitField::Sender),
                           spansIn(finder, mail.fromName, HitField::Sender),
                           spansIn(finder, mail.subject, HitField::Subject),
                           {},
                           {} };
        if (!finder.findsNothing() && !found.bodies[i].isEmpty())
            addSnippet(one, finder, found.bodies[i]);
        highlights.append(one);
    }
    return highlights;
}

void writeHighlight(Json::Writer &json, const MailHighlight &highlight)
{
    json.key("highlight").beginObject();
    writeSpans(json, "from", highlight.from);
    writeSpans(json, "fromName", highlight.fromName);
    writeSpans(json, "subject", highlight.subject);
    json.key("snippet");
    if (highlight.snippetField.isEmpty()) {
        json.null();
    } else {
        json.beginObject().key("field").value(highlight.snippetField);
        json.key("text").value(highlight.snippet.text);
        writeSpans(json, "hits", highlight.snippet.hits);
        json.endObject();
    }
    json.endObject();
}

} // namespace Api
