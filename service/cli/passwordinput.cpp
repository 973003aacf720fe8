// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/passwordinput.h"

#include <cstdio>

#ifdef Q_OS_WIN
#include <io.h>
#include <windows.h>
#else
#include <termios.h>
#include <unistd.h>
#endif

namespace Cli {

namespace {

constexpr qsizetype maxLine = 4096;

/** The terminal does not show what is typed while this object exists. */
class NoEcho
{
public:
#ifdef Q_OS_WIN
    NoEcho() : m_input(GetStdHandle(STD_INPUT_HANDLE))
    {
        m_wasChanged = GetConsoleMode(m_input, &m_mode)
            && SetConsoleMode(m_input, m_mode & ~DWORD(ENABLE_ECHO_INPUT));
    }
    ~NoEcho()
    {
        if (m_wasChanged)
            SetConsoleMode(m_input, m_mode);
    }

private:
    HANDLE m_input;
    DWORD m_mode = 0;
#else
    NoEcho()
    {
        m_wasChanged = ::tcgetattr(STDIN_FILENO, &m_mode) == 0;
        termios silent = m_mode;
        silent.c_lflag &= ~tcflag_t(ECHO);
        m_wasChanged = m_wasChanged && ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent) == 0;
    }
    ~NoEcho()
    {
        if (m_wasChanged)
            ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &m_mode);
    }

private:
    termios m_mode{};
#endif
    Q_DISABLE_COPY_MOVE(NoEcho)

    bool m_wasChanged = false;
};

std::optional<QByteArray> readLine()
{
    QByteArray line(maxLine, '\0');
    if (!std::fgets(line.data(), int(line.size()), stdin))
        return {};
    line.truncate(qstrlen(line.constData()));
    while (line.endsWith('\n') || line.endsWith('\r'))
        line.chop(1);
    return line;
}

} // namespace

std::optional<QByteArray> StandardPasswordInput::ask(const QString &prompt)
{
    if (!isTerminal())
        return readLine();
    std::fprintf(stderr, "%s: ", qPrintable(prompt));
    std::fflush(stderr);
    const NoEcho silent;
    const auto line = readLine();
    std::fputc('\n', stderr); // the typed line end was not shown
    return line;
}

bool StandardPasswordInput::isTerminal() const
{
#ifdef Q_OS_WIN
    return _isatty(_fileno(stdin)) != 0;
#else
    return ::isatty(STDIN_FILENO) != 0;
#endif
}

} // namespace Cli
