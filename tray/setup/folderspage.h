// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "setup/page.h"

class QComboBox;
class QLineEdit;
class QTreeWidget;
class QTreeWidgetItem;

namespace Setup {

class Note;

/** The page for the folders to fetch, how far back, and the name of the mailbox. */
class FoldersPage : public Page
{
    Q_OBJECT

public:
    explicit FoldersPage(Flow &flow, QWidget *parent = nullptr);

    QString title() const override;
    QString lead() const override;
    void refresh() override;
    void enter() override;
    QString nextText() const override;
    bool canGoOn() const override;
    void goOn() override;
    QWidget *firstField() override;

private:
    void fill();
    QStringList chosen() const;
    void keep();

    Note *m_problem;
    QTreeWidget *m_tree;
    QComboBox *m_span;
    QLineEdit *m_name;
    QLineEdit *m_senderName;
    QList<Folder> m_shown;
};

} // namespace Setup
