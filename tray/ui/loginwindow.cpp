// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/loginwindow.h"

#include "spoken/sentence.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QShortcut>

namespace Ui {

LoginWindow::LoginWindow(const QString &host, QWidget *parent)
    : QDialog(parent), m_failure(new Spoken::Sentence(this)), m_username(new QLineEdit(this)),
      m_password(new QLineEdit(this))
{
    setWindowTitle(tr("Sign in – Postrider"));
    setAttribute(Qt::WA_DeleteOnClose);
    setMinimumWidth(360);
    auto *layout = new QFormLayout(this);
    auto *where = new QLabel(tr("Sign in to %1").arg(host), this);
    where->setTextFormat(Qt::PlainText);
    layout->addRow(where);
    m_username->setAccessibleName(tr("User name"));
    m_password->setAccessibleName(tr("Password"));
    m_password->setEchoMode(QLineEdit::Password);
    layout->addRow(tr("&User name"), m_username);
    layout->addRow(tr("&Password"), m_password);
    layout->addRow(m_failure);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_signIn = buttons->addButton(tr("&Sign in"), QDialogButtonBox::AcceptRole);
    layout->addRow(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &LoginWindow::give);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(new QShortcut(Qt::CTRL | Qt::Key_W, this), &QShortcut::activated, this,
            &QDialog::reject);
}

void LoginWindow::give()
{
    if (m_username->text().isEmpty() || m_password->text().isEmpty()) {
        showFailure(tr("Please enter the user name and the password."));
        return;
    }
    m_failure->say({});
    m_signIn->setEnabled(false);
    Q_EMIT given(m_username->text(), m_password->text());
}

void LoginWindow::showFailure(const QString &message)
{
    m_signIn->setEnabled(true);
    m_failure->say(message);
    adjustSize(); // its text may take two lines
    m_password->selectAll();
    m_password->setFocus();
}

} // namespace Ui
