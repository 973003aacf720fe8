// SPDX-License-Identifier: GPL-3.0-or-later
// The part of Session that lists the folders and requests their counts (LIST, STATUS).
#include "imap/mailboxname.h"
#include "imap/session.h"
#include "imap/statuserror.h"

namespace Imap {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype inFlight = 50; ///< STATUS commands; some servers limit the waiting ones

} // namespace

QCoro::Task<Result<QList<ListedFolder>>> Session::list()
{
    Result<FolderList> listed = co_await listFolders(false);
    CO_RETURN_IF_ERROR(listed);
    co_return std::move(listed->folders);
}

QCoro::Task<Result<FolderList>> Session::listWithStatus()
{
    Result<FolderList> listed = co_await listFolders(true);
    co_return listed;
}

/// The options after the pattern, RFC 5258 3. Some servers send the roles only on request, RFC 6154 5.2.
QByteArray Session::listParameters(bool isWithStatus) const
{
    const bool isNew = m_capabilities.has("IMAP4REV2"); // includes these extensions, RFC 9051 6.3.9
    if (m_listsPlainly || (!isNew && !m_capabilities.has("LIST-EXTENDED")))
        return {};
    QByteArrayList wanted;
    if (isNew || m_capabilities.has("SPECIAL-USE"))
        wanted.append("SPECIAL-USE");
    if (isWithStatus && (isNew || m_capabilities.has("LIST-STATUS")))
        wanted.append("STATUS (" + statusItems() + ')');
    return wanted.isEmpty() ? QByteArray() : " RETURN (" + wanted.join(' ') + ')';
}

QByteArray Session::statusItems() const
{
    const QByteArray usual = "MESSAGES UNSEEN UIDNEXT UIDVALIDITY";
    return offersModSeq() ? usual + " HIGHESTMODSEQ" : usual;
}

bool Session::offersSize() const
{
    return m_capabilities.has("STATUS=SIZE") || m_capabilities.has("IMAP4REV2");
}

QCoro::Task<Result<FolderList>> Session::listFolders(bool isWithStatus)
{
    const auto folders = std::make_shared<QList<ListedFolder>>();
    const auto statuses = std::make_shared<QHash<QString, FolderStatus>>();
    m_listing = folders;
    m_statuses = statuses;
    const QByteArray parameters = listParameters(isWithStatus);
    const Answer sent = send(R"(LIST "" "*")" + parameters);
    const Result<StatusLine> answer = co_await sent;
    CO_RETURN_IF_ERROR(answer);
    m_listing.reset();
    m_statuses.reset();
    if (answer->kind == StatusLine::Kind::Bad && !parameters.isEmpty()) {
        // Quirk, as in enter(): behind a proxy an offered extension may be rejected.
        m_listsPlainly = true;
        Result<FolderList> plain = co_await listFolders(isWithStatus);
        co_return plain;
    }
    if (answer->kind != StatusLine::Kind::Ok)
        co_return statusError(*answer);
    if (folders->size() > m_options.limits.folders)
        co_return Error{ Error::Code::Server,
                         u"The server lists more than %1 folders."_s.arg(
                             m_options.limits.folders) };
    for (const ListedFolder &folder : std::as_const(*folders)) {
        if (encodeMailboxName(folder.path) != folder.wireName)
            m_wireNames.insert(folder.path, folder.wireName);
    }
    co_return FolderList{ std::move(*folders), std::move(*statuses) };
}

QCoro::Task<Result<QHash<QString, Result<FolderStatus>>>> Session::status(QStringList paths,
                                                                          bool withSize)
{
    const QByteArray items = withSize ? statusItems() + " SIZE" : statusItems();
    QHash<QString, Result<FolderStatus>> all;
    const auto told = std::make_shared<QHash<QString, FolderStatus>>();
    for (qsizetype at = 0; at < paths.size(); at += inFlight) {
        const QStringList some = paths.mid(at, inFlight);
        m_statuses = told;
        QList<Answer> sent;
        for (const QString &path : some) {
            const Result<QByteArray> name = mailboxArgument(path);
            Answer answer;
            if (name)
                answer = send("STATUS " + *name + " (" + items + ')');
            else
                answer.finish(name.error());
            sent.append(answer);
        }
        for (qsizetype i = 0; i < some.size(); ++i) {
            const Answer waiting = sent[i];
            const Result<StatusLine> answer = co_await waiting;
            if (!answer && answer.error().code != Error::Code::BadRequest)
                co_return answer.error();
            if (!answer)
                all.insert(some[i], answer.error());
            else if (answer->kind != StatusLine::Kind::Ok)
                all.insert(some[i], statusError(*answer));
            else // OK without data: the folder exists, its counts are not known
                all.insert(some[i], told->value(some[i], FolderStatus{ .path = some[i] }));
        }
        m_statuses.reset();
    }
    co_return all;
}

} // namespace Imap
