// SPDX-License-Identifier: GPL-3.0-or-later
#include "imap/connection.h"
#include "imap/mailboxname.h"
#include "imap/session.h"
#include "imap/statuserror.h"

namespace Imap {

using namespace Qt::StringLiterals;

namespace {

/// RFC 7162 4: servers must accept 8,192 bytes; many accept no more.
constexpr qsizetype longestSet = 7000;

/// Pieces whose text is short enough for one command.
QList<UidSet> split(const UidSet &uids)
{
    QList<UidSet> pieces;
    QList<UidRange> ranges;
    qsizetype length = 0;
    for (const UidRange &range : uids.ranges()) {
        const qsizetype more = UidSet::range(range.first, range.last).toImap().size() + 1;
        if (length + more > longestSet) {
            pieces.append(UidSet::fromRanges(std::exchange(ranges, {})));
            length = 0;
        }
        ranges.append(range);
        length += more;
    }
    if (!ranges.isEmpty())
        pieces.append(UidSet::fromRanges(ranges));
    return pieces;
}

QByteArray fetchText(const FetchRequest &request)
{
    QByteArray text = "UID FETCH " + request.uids.toImap() + ' ' + fetchItems(request);
    if (request.changedSince > 0)
        text += " (CHANGEDSINCE " + QByteArray::number(request.changedSince)
            + (request.vanished ? " VANISHED)" : ")");
    return text;
}

} // namespace

QCoro::Task<Result<Mailbox>> Session::examine(QString path, Resync since)
{
    Result<Mailbox> mailbox = co_await enter("EXAMINE", std::move(path), since);
    co_return mailbox;
}

QCoro::Task<Result<Mailbox>> Session::select(QString path, Resync since)
{
    Result<Mailbox> mailbox = co_await enter("SELECT", std::move(path), since);
    co_return mailbox;
}

bool Session::offersModSeq() const
{
    return !m_opensPlainly && (m_capabilities.has("CONDSTORE") || m_capabilities.has("QRESYNC"));
}

/// The parameters after the folder's name, RFC 7162 3.1.8 and 3.2.5.
QByteArray Session::openParameters(const Resync &since)
{
    if (!offersModSeq())
        return {};
    if (m_capabilities.has("QRESYNC") && !std::exchange(m_qresyncEnabled, true))
        send("ENABLE QRESYNC"); // not awaited: servers execute commands in order
    if (m_qresyncEnabled && since.modSeq > 0)
        return " (QRESYNC (" + QByteArray::number(since.uidValidity) + ' '
            + QByteArray::number(since.modSeq) + "))";
    return " (CONDSTORE)";
}

QCoro::Task<Result<Mailbox>> Session::enter(QByteArray verb, QString path, Resync since)
{
    const Result<QByteArray> name = mailboxArgument(path);
    CO_RETURN_IF_ERROR(name);
    const QByteArray parameters = openParameters(since);
    const auto mailbox = std::make_shared<Mailbox>();
    m_entering = mailbox;
    m_isExamined = verb == "EXAMINE";
    startEntering(path);
    m_uidValidity = 0;
    takeNotifications();
    const Answer sent = send(verb + ' ' + *name + parameters);
    const Result<StatusLine> answer = co_await sent;
    CO_RETURN_IF_ERROR(answer);
    m_entering.reset();
    if (answer->kind == StatusLine::Kind::Bad && !parameters.isEmpty()) {
        // Quirk: proxies pass on the capabilities of their server, but reject its commands.
        m_opensPlainly = true;
        Result<Mailbox> plain = co_await enter(verb, path, Resync());
        co_return plain;
    }
    if (answer->kind != StatusLine::Kind::Ok)
        co_return statusError(*answer);
    if (mailbox->uidValidity == 0)
        co_return Error{ Error::Code::Server,
                         u"The folder %1 has no persistent UIDs."_s.arg(path) };
    m_uidValidity = mailbox->uidValidity;
    mailbox->readOnly = verb == "EXAMINE" || answer->code == "READ-ONLY";
    const bool isOverfull =
        std::max(m_enteredEntries, m_enteredVanished.heldRanges()) > m_options.limits.newsEntries;
    mailbox->vanished = m_enteredVanished.take();
    mailbox->isResync = parameters.contains("QRESYNC") && !isOverfull
        && mailbox->uidValidity == since.uidValidity && mailbox->highestModSeq >= since.modSeq;
    co_return *mailbox;
}

QCoro::Task<Result<void>> Session::leaveExamined()
{
    if (!m_isExamined)
        co_return Result<void>();
    m_isExamined = false;
    const Answer sent = send(m_capabilities.has("UNSELECT") ? "UNSELECT" : "CLOSE");
    const Result<StatusLine> answer = co_await sent;
    CO_RETURN_IF_ERROR(answer);
    m_uidValidity = 0;
    co_return Result<void>();
}

QCoro::Task<Result<Mailbox>> Session::steadied(Mailbox found, bool isFirst)
{
    const QString path = found.path;
    if (isFirst && found.uidNext != 0)
        co_return found;
    if (!m_isUnsteady || !isFirst) {
        Async::Completion<bool> pause;
        pause.finishAfter(m_options.nextSecond, this, true);
        co_await pause;
        const Result<Mailbox> again = co_await examine(path);
        if (!again || again->uidValidity == found.uidValidity)
            co_return again;
    }
    m_isUnsteady = true;
    const Result<Mailbox> selected = co_await select(path);
    if (!selected && !isOpen())
        co_return selected.error();
    Result<Mailbox> settled = co_await examine(path); // read-only again
    if (settled)
        settled->wasUnsteady = selected.ok();
    co_return settled;
}

QCoro::Task<Result<void>> Session::fetch(FetchRequest request, FetchSink sink)
{
    QList<std::shared_ptr<Command>> parts;
    for (const UidSet &piece : split(request.uids)) {
        request.uids = piece;
        const auto command = std::make_shared<Command>();
        command->fetch = std::make_shared<const FetchRequest>(request);
        command->text = fetchText(request);
        command->sink = sink;
        parts.append(command);
        send(command);
    }
    // All are awaited, also after a refusal: the sink is valid only until this function returns.
    std::optional<Error> first;
    for (const std::shared_ptr<Command> &part : std::as_const(parts)) {
        const Answer sent = part->done;
        const Result<StatusLine> answer = co_await sent;
        if (!answer)
            first = first.value_or(answer.error());
        else if (part->spoiled)
            first = first.value_or(*part->spoiled);
        // RFC 5530: some messages were deleted meanwhile; the others were returned.
        else if (answer->kind != StatusLine::Kind::Ok && answer->code != "EXPUNGEISSUED")
            first = first.value_or(statusError(*answer));
    }
    if (first)
        co_return *first;
    co_return Result<void>();
}

QCoro::Task<Result<SearchResult>> Session::uidSearch(QByteArray criteria)
{
    if (criteria.contains('\r') || criteria.contains('\n') || criteria.contains('\0'))
        co_return Error{ Error::Code::BadRequest,
                         u"A search must not contain line breaks or NUL."_s };
    const auto found = std::make_shared<SearchResult>();
    m_searching = found;
    const QByteArray verb =
        m_capabilities.has("ESEARCH") ? "UID SEARCH RETURN (ALL) " : "UID SEARCH ";
    const auto command = std::make_shared<Command>();
    command->text = verb + criteria;
    command->isSearch = true;
    const Answer sent = send(command);
    const Result<StatusLine> answer = co_await sent;
    CO_RETURN_IF_ERROR(answer);
    m_searching.reset();
    if (answer->kind != StatusLine::Kind::Ok)
        co_return statusError(*answer);
    co_return *found;
}

QCoro::Task<Result<UidSet>> Session::store(UidSet uids, bool add, QList<QByteArray> flags,
                                           quint64 unchangedSince)
{
    QByteArray change = add ? " +FLAGS.SILENT (" : " -FLAGS.SILENT (";
    if (unchangedSince > 0)
        change.prepend(" (UNCHANGEDSINCE " + QByteArray::number(unchangedSince) + ')');
    UidSet modified;
    for (const UidSet &piece : split(uids)) {
        const Answer sent = send("UID STORE " + piece.toImap() + change + flags.join(' ') + ')');
        const Result<StatusLine> answer = co_await sent;
        CO_RETURN_IF_ERROR(answer);
        // RFC 7162 3.1.3: comes with OK, or with NO if a message was deleted meanwhile. The flags of the
        // other messages are stored.
        const std::optional<UidSet> left =
            answer->code == "MODIFIED" ? UidSet::parse(answer->codeData) : std::nullopt;
        if (left)
            modified = UidSet::fromRanges(modified.ranges() + left->ranges());
        else if (answer->kind != StatusLine::Kind::Ok)
            co_return statusError(*answer);
    }
    co_return modified;
}

QCoro::Task<Result<void>> Session::uidExpunge(UidSet uids)
{
    if (!m_capabilities.has("UIDPLUS") && !m_capabilities.has("IMAP4REV2"))
        co_return Error{ Error::Code::Server, u"The server does not offer UIDPLUS."_s };
    for (const UidSet &piece : split(uids)) {
        const Result<void> gone = co_await simple("UID EXPUNGE " + piece.toImap());
        CO_RETURN_IF_ERROR(gone);
    }
    co_return Result<void>();
}

} // namespace Imap
