// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "setup/page.h"
#include "setup/serverpanel.h"

class QBoxLayout;
class QPushButton;

namespace Setup {

class Note;

/** Both servers side by side: entered by hand, and tested. */
class ServersPage : public Page
{
    Q_OBJECT

public:
    explicit ServersPage(Flow &flow, QWidget *parent = nullptr);

    QString title() const override;
    QString lead() const override;
    void refresh() override;
    void enter() override;
    QString nextText() const override;
    bool canGoOn() const override;
    void goOn() override;
    QWidget *firstField() override;
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void showPanel(ServerPanel *panel, Side side);
    void keep();

    Note *m_problem;
    QBoxLayout *m_panels;
    ServerPanel *m_imap;
    ServerPanel *m_smtp;
    QPushButton *m_anyway;
};

} // namespace Setup
