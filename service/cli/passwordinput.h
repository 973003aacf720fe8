// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <optional>

namespace Cli {

/** The source of a password for a command; tests use their own implementation. */
class PasswordInput
{
public:
    virtual ~PasswordInput() = default;

    /// The password as UTF-8 without its line end; nothing at the end of the input.
    virtual std::optional<QByteArray> ask(const QString &prompt) = 0;
    /// Whether the input is a terminal; then a new password is requested twice.
    virtual bool isTerminal() const = 0;
};

/**
 * Standard input: on a terminal with a prompt on stderr and without echo, else one line, so that
 * scripts can pipe a password in, and it does not appear in the list of processes.
 */
class StandardPasswordInput : public PasswordInput
{
public:
    std::optional<QByteArray> ask(const QString &prompt) override;
    bool isTerminal() const override;
};

} // namespace Cli
