// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "setup/page.h"

class QLabel;
class QProgressBar;
class QPushButton;

namespace Setup {

class Note;
class PasswordField;

/** The page for the password, or for the sign-in with the browser. */
class SignInPage : public Page
{
    Q_OBJECT

public:
    explicit SignInPage(Flow &flow, QWidget *parent = nullptr);

    QString title() const override;
    QString lead() const override;
    void refresh() override;
    void enter() override;
    QString nextText() const override;
    bool canGoOn() const override;
    void goOn() override;
    QWidget *firstField() override;

private:
    QWidget *foundRow();
    QWidget *browserPart();
    bool wantsBrowser() const; ///< Next signs in with the browser
    void refreshPassword();

    QLabel *m_found;
    QPushButton *m_change;
    Note *m_caution;
    Note *m_providerNote;
    Note *m_way;
    QLabel *m_passwordLabel;
    PasswordField *m_password;
    Note *m_problem;
    QPushButton *m_help;
    QWidget *m_browser;
    Note *m_browserText;
    QPushButton *m_openAgain;
    QPushButton *m_copy;
};

} // namespace Setup
