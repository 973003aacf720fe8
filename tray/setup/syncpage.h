// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "setup/page.h"

class QLabel;
class QListWidget;
class QProgressBar;

namespace Setup {

class Note;

/** The page that shows the progress of the first synchronisation and the newest mails. */
class SyncPage : public Page
{
    Q_OBJECT

public:
    explicit SyncPage(Flow &flow, QWidget *parent = nullptr);

    QString title() const override;
    QString lead() const override;
    void refresh() override;
    QString nextText() const override;
    void goOn() override;
    QWidget *firstField() override;

private:
    QString stateText() const;
    void showMails();

    QLabel *m_state;
    QProgressBar *m_bar;
    Note *m_problem;
    QListWidget *m_mails;
};

} // namespace Setup
