// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/menumodel.h"

#include <QWidget>

class QLabel;
class QListWidget;
class QListWidgetItem;
class QPushButton;

namespace Ui {

class TrayMenu;

/** What the menu shows, as a window: for desktops without a panel, and for who starts us twice. */
class MainWindow : public QWidget
{
    Q_OBJECT

public:
    explicit MainWindow(QWidget *parent = nullptr);

    void setInput(const MenuInput &input, const QString &summary);

Q_SIGNALS:
    void chosen(const QString &id); ///< as of the menu's entries
    void closing();                 ///< by the person

protected:
    void closeEvent(QCloseEvent *event) override;

private:
    void addKeys();
    QPushButton *addButton(const QString &text, const QString &id);
    void fill(QListWidget *list, const QList<MenuItem> &items);

    QLabel *m_summary;
    QLabel *m_problem;
    QPushButton *m_remedy;
    QString m_remedyId;
    QListWidget *m_accounts;
    QListWidget *m_mails;
    QPushButton *m_sync;
    QPushButton *m_web;
    QPushButton *m_more;
    TrayMenu *m_menu;
    bool m_hasIcon = false; ///< it may be hidden and found again
};

} // namespace Ui
