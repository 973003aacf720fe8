// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "setup/page.h"

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace Setup {

class Note;

/** The actions for a stored account: each button opens a page or acts at once. */
class AccountPage : public Page
{
    Q_OBJECT

public:
    explicit AccountPage(Flow &flow, QWidget *parent = nullptr);

    QString title() const override;
    QString lead() const override;
    void refresh() override;
    QString nextText() const override;
    void goOn() override;
    QWidget *firstField() override;

private:
    QPushButton *addChoice(QVBoxLayout *layout, const QString &text, const QString &what);
    void askToRemove();

    Note *m_status;
    Note *m_node; ///< which service synchronises it, if several share a database
    Note *m_note;
    QPushButton *m_signIn;
    QPushButton *m_servers;
    QPushButton *m_folders;
    QPushButton *m_pause;
    QPushButton *m_remove;
};

} // namespace Setup
