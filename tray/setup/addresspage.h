// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "setup/page.h"

class QLineEdit;
class QProgressBar;
class QPushButton;

namespace Setup {

class Note;

/** The page with one field, the address. The mail servers are found from it. */
class AddressPage : public Page
{
    Q_OBJECT

public:
    explicit AddressPage(Flow &flow, QWidget *parent = nullptr);

    QString title() const override;
    QString lead() const override;
    void refresh() override;
    void enter() override;
    QString nextText() const override;
    bool canGoOn() const override;
    void goOn() override;
    QWidget *firstField() override;

private:
    QLineEdit *m_email;
    Note *m_search;
    QProgressBar *m_busy;
    QPushButton *m_byHand;
};

} // namespace Setup
