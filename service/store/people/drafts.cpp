// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/people/drafts.h"

#include "common/jsonwriter.h"
#include "store/db/transaction.h"
#include "store/search/text/searchfold.h"
#include "store/sql/columns.h"
#include "store/sql/session.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

constexpr qsizetype mostSearchText = 64 * 1024; // UTF-16 units

QString listJson(const QStringList &texts)
{
    Json::Writer json;
    json.beginArray();
    for (const QString &text : texts)
        json.value(text);
    return QString::fromUtf8(json.endArray().take());
}

QStringList listFrom(const QByteArray &json)
{
    QStringList texts;
    for (const QJsonValue &value : QJsonDocument::fromJson(json).array())
        texts.append(value.toString());
    return texts;
}

/// Folds case, width and accents as the full text search does, but keeps punctuation.
QString folded(const QString &text)
{
    const SearchFold &fold = SearchFold::instance();
    std::u32string buffer;
    QString out;
    char32_t base = 0;
    for (const uint c : text.left(mostSearchText).toUcs4()) {
        const char32_t one = c;
        const CharClass kind = fold.classOf(one);
        if (kind == CharClass::Ignored || (kind == CharClass::Mark && fold.dropsMarks(base)))
            continue;
        base = one;
        if (kind == CharClass::Separator) {
            out += QString::fromUcs4(&one, 1);
            continue;
        }
        const std::u32string_view plain = fold.fold(one, buffer);
        out += QString::fromUcs4(plain.data(), qsizetype(plain.size()));
    }
    return out;
}

QString searchTextOf(const Draft &draft, const QString &text)
{
    const QStringList all =
        QStringList{ draft.subject } + draft.to + draft.cc + draft.bcc + QStringList{ text };
    return folded(all.join(u'\n'));
}

void bindDraft(Query &query, qint64 userId, const Draft &draft, const QString &text, qint64 now)
{
    query.bind(u":user_id"_s, userId).bind(u":account_id"_s, draft.accountId);
    query.bind(u":to_json"_s, listJson(draft.to)).bind(u":cc_json"_s, listJson(draft.cc));
    query.bind(u":bcc_json"_s, listJson(draft.bcc)).bind(u":subject"_s, draft.subject);
    query.bind(u":body"_s, draft.body);
    query.bind(u":attachments_json"_s, listJson(draft.attachments));
    query.bindName(u":extras"_s, draft.extras).bind(u":summary"_s, draft.summary);
    query.bind(u":search_text"_s, searchTextOf(draft, text)).bind(u":now"_s, now);
}

// Without the body, which only drafts_by_id reads.
const Columns<Draft> draftColumns{
    { "id", &Draft::id },
    { "account_id", &Draft::accountId },
    { "account_name", &Draft::accountName },
    { "to_json", &Draft::to, listFrom },
    { "cc_json", &Draft::cc, listFrom },
    { "bcc_json", &Draft::bcc, listFrom },
    { "subject", &Draft::subject },
    { "attachments_json", &Draft::attachments, listFrom },
    { "extras", &Draft::extras },
    { "summary", &Draft::summary },
    { "version", &Draft::version },
    { "created_at", &Draft::createdAt },
    { "updated_at", &Draft::updatedAt },
};

Result<QList<qint64>> found(Session &session, qint64 userId, const QString &keyword)
{
    QStringList words;
    for (const QString &word : keyword.simplified().split(u' ', Qt::SkipEmptyParts))
        words.append(folded(word));
    Query query = session.query("drafts_texts");
    query.bind(u":user_id"_s, userId).exec();
    QList<qint64> ids;
    while (query.next()) {
        const QString text = query.text("search_text");
        if (std::ranges::all_of(words,
                                [&text](const QString &word) { return text.contains(word); }))
            ids.append(query.int64("id"));
    }
    if (query.failed())
        return query.error();
    return ids;
}

Result<DraftPage> foundPage(Session &session, qint64 userId, const QString &keyword, qint64 offset,
                            int count)
{
    const Result<QList<qint64>> ids = found(session, userId, keyword);
    RETURN_IF_ERROR(ids);
    DraftPage page;
    page.total = ids->size();
    for (const qint64 id : ids->mid(qsizetype(std::min<qint64>(offset, ids->size())), count)) {
        Result<Draft> draft = draftById(session, userId, id);
        RETURN_IF_ERROR(draft);
        draft->body.clear();
        page.items.append(*std::move(draft));
    }
    return page;
}

} // namespace

Result<qint64> insertDraft(Session &session, qint64 userId, const Draft &draft, const QString &text)
{
    Query query = session.query("drafts_insert");
    bindDraft(query, userId, draft, text, session.now());
    return query.readNumber();
}

Result<bool> updateDraft(Session &session, qint64 userId, const Draft &draft, const QString &text)
{
    Query query = session.query("drafts_update");
    bindDraft(query, userId, draft, text, session.now());
    query.bind(u":id"_s, draft.id).exec();
    if (query.failed())
        return query.error();
    return query.affected() > 0;
}

Result<Draft> draftById(Session &session, qint64 userId, qint64 id)
{
    Query query = session.query("drafts_by_id");
    query.bind(u":id"_s, id).bind(u":user_id"_s, userId).exec();
    if (!query.next())
        return query.failed() ? query.error()
                              : Error{ Error::Code::NotFound, u"There is no such draft."_s };
    Draft draft = query.read(draftColumns);
    draft.body = query.text("body");
    return draft;
}

Result<DraftPage> draftPage(Session &session, qint64 userId, const QString &keyword, qint64 offset,
                            int count)
{
    const Snapshot snapshot(session);
    if (!keyword.trimmed().isEmpty())
        return foundPage(session, userId, keyword, offset, count);
    Query number = session.query("drafts_count");
    const Result<qint64> total = number.bind(u":user_id"_s, userId).readNumber();
    RETURN_IF_ERROR(total);
    Query rows = session.query("drafts_page");
    rows.bind(u":user_id"_s, userId).bind(u":offset"_s, offset).bind(u":count"_s, count);
    Result<QList<Draft>> drafts = rows.readAll(draftColumns);
    RETURN_IF_ERROR(drafts);
    return DraftPage{ *std::move(drafts), *total };
}

Result<bool> deleteDraft(Session &session, qint64 userId, qint64 id, int version)
{
    const Result<Draft> draft = draftById(session, userId, id);
    if (!draft)
        return draft.error().code == Error::Code::NotFound ? Result<bool>(false)
                                                           : Result<bool>(draft.error());
    if (version != 0 && draft->version != version)
        return false;
    Query query = session.query("drafts_delete");
    query.bind(u":id"_s, id).bind(u":user_id"_s, userId).exec();
    if (query.failed())
        return query.error();
    return query.affected() > 0;
}

} // namespace Store
