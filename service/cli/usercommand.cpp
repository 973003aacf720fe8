// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/usercommand.h"

#include "cli/userarguments.h"
#include "common/timestamp.h"
#include "store/db/transaction.h"
#include "store/people/settings.h"
#include "store/people/users.h"
#include "store/people/visibility.h"
#include "store/sql/session.h"

using namespace Qt::StringLiterals;

namespace Cli {

namespace {

const QString visibilityKey = u"visibility"_s;

Error refused(const QString &message)
{
    return { Error::Code::BadRequest, message };
}

bool isAcceptableName(const QString &name)
{
    const bool hasControl = std::ranges::any_of(name, [](QChar c) { return !c.isPrint(); });
    return !hasControl && name == name.trimmed() && !name.isEmpty() && name.size() <= 100;
}

Result<QByteArray> newPasswordHash(UserCommandContext &context)
{
    const auto password = context.input.ask(u"New password"_s);
    if (!password)
        return refused(u"No password was given."_s);
    if (password->size() < 8 || password->size() > 256)
        return refused(
            u"The password has %1 bytes; it must have 8 to 256."_s.arg(password->size()));
    if (context.input.isTerminal() && context.input.ask(u"Again"_s) != password)
        return refused(u"The two passwords differ."_s);
    return Crypto::hashPassword(*password, context.cost);
}

/// Before a second user is added, an administrator must choose the visibility of mails.
Result<void> checkVisibility(Store::Session &session, const UserArguments &arguments,
                             const QString &configured)
{
    const auto stored = Store::setting(session, Store::wholeInstallation, visibilityKey);
    RETURN_IF_ERROR(stored);
    if (!arguments.visibility.isEmpty() || !configured.isEmpty() || stored->has_value())
        return {};
    return refused(
        u"Before a second user is added, decide who sees which mail. Choose it once with\n"
        "--visibility, or set `visibility` in the configuration file:\n"
        "  owner   each user sees only the accounts that this user added, and their mail\n"
        "          (recommended)\n"
        "  shared  every user sees all accounts, all mail and all events\n"
        "Drafts, webhooks and push subscriptions are always the user's own."_s);
}

/// The choice for the next starts, and for running services unless the configuration decides.
Result<void> storeVisibility(const UserCommandContext &context, const QString &visibility)
{
    RETURN_IF_ERROR(
        Store::setSetting(context.session, Store::wholeInstallation, visibilityKey, visibility));
    return context.configuredVisibility.isEmpty()
        ? Store::setVisibilityInForce(context.session, visibility)
        : Result<void>();
}

/// One transaction, so that no service knows the new user without the visibility.
Result<void> insert(const UserCommandContext &context, const UserArguments &arguments,
                    const QByteArray &hash, Store::Role role)
{
    Store::Transaction tx(context.session);
    Store::User user;
    user.username = arguments.username;
    user.passwordHash = hash;
    user.role = role;
    const Result<qint64> id = Store::insertUser(context.session, user);
    RETURN_IF_ERROR(id);
    if (!arguments.visibility.isEmpty()) {
        RETURN_IF_ERROR(storeVisibility(context, arguments.visibility));
    }
    return tx.commit();
}

Result<void> add(const UserArguments &arguments, UserCommandContext &context)
{
    if (!isAcceptableName(arguments.username))
        return refused(u"A user name has 1 to 100 visible characters."_s);
    const auto users = Store::users(context.session);
    RETURN_IF_ERROR(users);
    if (!users->isEmpty()) {
        RETURN_IF_ERROR(checkVisibility(context.session, arguments, context.configuredVisibility));
    }
    const auto known = Store::userByName(context.session, arguments.username);
    if (known)
        return refused(u"There is a user %1 already."_s.arg(known->username));
    const Result<QByteArray> hash = newPasswordHash(context);
    RETURN_IF_ERROR(hash);
    const auto usual = users->isEmpty() ? Store::Role::Admin : Store::Role::User;
    const Store::Role role = arguments.role.value_or(usual);
    const Result<void> inserted = insert(context, arguments, *hash, role);
    if (inserted)
        context.out << "Added " << arguments.username << " (" << Store::roleName(role) << ").\n";
    return inserted;
}

Result<Store::User> named(const UserArguments &arguments, UserCommandContext &context)
{
    Result<Store::User> user = Store::userByName(context.session, arguments.username);
    if (!user && user.error().code == Error::Code::NotFound)
        return refused(u"There is no user %1."_s.arg(arguments.username));
    return user;
}

Result<void> passwd(const UserArguments &arguments, UserCommandContext &context)
{
    const Result<Store::User> user = named(arguments, context);
    RETURN_IF_ERROR(user);
    const Result<QByteArray> hash = newPasswordHash(context);
    RETURN_IF_ERROR(hash);
    Store::Transaction tx(context.session);
    RETURN_IF_ERROR(Store::setPasswordHash(context.session, user->id, *hash, true));
    const Result<void> done = tx.commit();
    if (done)
        context.out << "Changed the password of " << user->username
                    << "; all tokens of this user are revoked.\n";
    return done;
}

Result<void> list(UserCommandContext &context)
{
    const auto users = Store::users(context.session);
    RETURN_IF_ERROR(users);
    for (const Store::User &user : *users)
        context.out << user.id << '\t' << user.username << '\t' << Store::roleName(user.role)
                    << '\t' << Timestamp::toIso(user.createdAt) << '\n';
    return {};
}

Result<void> remove(const UserArguments &arguments, UserCommandContext &context)
{
    const Result<Store::User> user = named(arguments, context);
    RETURN_IF_ERROR(user);
    const auto users = Store::users(context.session);
    RETURN_IF_ERROR(users);
    if (users->size() == 1)
        return refused(u"%1 is the only user; add another one first."_s.arg(user->username));
    Store::Transaction tx(context.session);
    const Result<void> removed = Store::deleteUser(context.session, user->id);
    if (!removed && removed.error().code == Error::Code::Conflict)
        return refused(u"%1 still has mail accounts; delete them first."_s.arg(user->username));
    RETURN_IF_ERROR(removed);
    const Result<void> done = tx.commit();
    if (done)
        context.out << "Removed " << user->username << ".\n";
    return done;
}

Result<void> run(const UserArguments &arguments, UserCommandContext &context)
{
    switch (arguments.action) {
    case UserArguments::Action::Add:
        return add(arguments, context);
    case UserArguments::Action::Passwd:
        return passwd(arguments, context);
    case UserArguments::Action::List:
        return list(context);
    case UserArguments::Action::Remove:
        return remove(arguments, context);
    }
    Q_UNREACHABLE();
}

} // namespace

int runUserCommand(const QStringList &arguments, UserCommandContext context)
{
    const auto parsed = parseUserArguments(arguments);
    if (!parsed) {
        context.err << parsed.error().message << "\n\n" << userUsage();
        context.err.flush();
        return 2;
    }
    const Result<void> done = run(*parsed, context);
    if (!done)
        context.err << "postriderd: " << done.error().message << '\n';
    context.out.flush();
    context.err.flush();
    return done ? 0 : 1;
}

} // namespace Cli
