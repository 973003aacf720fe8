// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/menumodel.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QListWidget;
class QListWidgetItem;
class QPushButton;
class QVBoxLayout;

namespace Spoken {
class Sentence;
}

namespace Ui {

class TrayMenu;

/** The content of the menu as a window: for desktops without a panel, and after a second start. */
class MainWindow : public QWidget
{
    Q_OBJECT

public:
    explicit MainWindow(QWidget *parent = nullptr);

    /** The result of a search; not active: the newest mails are shown. */
    struct Found {
        bool isActive = false;
        bool isBusy = false;
        QList<Client::Mail> mails;
        qint64 total = 0;
        QString problem; ///< why the search failed, for people
    };

    void setInput(const MenuInput &input, const QString &summary);
    void setFound(const Found &found);
    /// Offers to undo the deletion of a mail; nothing: hides the offer.
    void setUndo(const std::optional<Client::Mail> &deleted);

Q_SIGNALS:
    void chosen(const QString &id); ///< an id as in the menu
    void closing();                 ///< by the person
    void searched(const QString &text);

protected:
    void closeEvent(QCloseEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void addKeys();
    QPushButton *addButton(const QString &text, const QString &id);
    void addSearch();
    void tintPlaceholder();
    void addUndo(QVBoxLayout *layout);
    void fill(QListWidget *list, const QList<MenuItem> &items);
    void fillMails();
    void showMenu(QListWidget *list, const QPoint &at);
    QString foundText() const;

    QLabel *m_summary;
    Spoken::Sentence *m_problem;
    QPushButton *m_remedy;
    QString m_remedyId;
    QLineEdit *m_search;
    QLabel *m_mailsTitle = nullptr;
    QWidget *m_undo;
    Spoken::Sentence *m_undoText;
    QString m_undoId;
    TrayMenu *m_context;
    MenuInput m_input;
    Found m_found;
    QListWidget *m_accounts;
    QListWidget *m_mails;
    QPushButton *m_sync;
    QPushButton *m_web;
    QPushButton *m_compose = nullptr;
    QPushButton *m_more;
    TrayMenu *m_menu;
    bool m_hasIcon = false; ///< then the window may be hidden
};

} // namespace Ui
