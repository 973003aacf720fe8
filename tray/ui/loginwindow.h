// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QLineEdit;
class QPushButton;

namespace Spoken {
class Sentence;
}

namespace Ui {

/** The login at a service elsewhere. Does not keep name and password. */
class LoginWindow : public QDialog
{
    Q_OBJECT

public:
    explicit LoginWindow(const QString &host, QWidget *parent = nullptr);

    void showFailure(const QString &message); ///< the person may try again

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
