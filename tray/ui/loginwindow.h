// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QLineEdit;
class QPushButton;

namespace Spoken {
class Sentence;
}

namespace Ui {

/** Asks for name and password of a service elsewhere; keeps neither. */
class LoginWindow : public QDialog
{
    Q_OBJECT

public:
    explicit LoginWindow(const QString &host, QWidget *parent = nullptr);

    void showFailure(const QString &message); ///< it may be tried again

Q_SIGNALS:
    void given(const QString &username, const QString &password);

private:
    void give();

    Spoken::Sentence *m_failure;
    QLineEdit *m_username;
    QLineEdit *m_password;
    QPushButton *m_signIn;
};

} // namespace Ui
