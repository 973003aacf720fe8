// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mainwindow.h"

#include "policy/cleantext.h"
#include "ui/statustext.h"
#include "ui/traymenu.h"

#include <QCloseEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QShortcut>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace Ui {

namespace {

using State = Session::Link::State;

constexpr int idRole = Qt::UserRole;

} // namespace

MainWindow::MainWindow(QWidget *parent)
    : QWidget(parent, Qt::Window), m_summary(new QLabel(this)), m_problem(new QLabel(this)),
      m_remedy(new QPushButton(this)), m_accounts(new QListWidget(this)),
      m_mails(new QListWidget(this)), m_menu(new TrayMenu(this))
{
    setWindowTitle(u"Postrider"_s);
    resize(480, 520);
    QFont large = m_summary->font();
    large.setPointSizeF(large.pointSizeF() * 1.5);
    m_summary->setFont(large);
    for (QLabel *label : { m_summary, m_problem }) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
    }
    connect(m_remedy, &QPushButton::clicked, this, [this] { Q_EMIT chosen(m_remedyId); });
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_summary);
    layout->addWidget(m_problem);
    layout->addWidget(m_remedy, 0, Qt::AlignLeft);
    const auto addList = [this, layout](const QString &title, QListWidget *list, int stretch) {
        auto *label = new QLabel(title, this);
        label->setBuddy(list);
        list->setAccessibleName(QString(title).remove(u'&'));
        list->setSpacing(2);
        list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // long rows end in an ellipsis
        layout->addWidget(label);
        layout->addWidget(list, stretch);
        connect(list, &QListWidget::itemActivated, this,
                [this](QListWidgetItem *item) { Q_EMIT chosen(item->data(idRole).toString()); });
    };
    addList(tr("&Mailboxes"), m_accounts, 1);
    addList(tr("&Newest mails"), m_mails, 2);
    auto *row = new QHBoxLayout;
    m_sync = addButton(tr("S&ync now"), u"sync"_s);
    row->addWidget(m_sync);
    m_web = addButton(tr("&Open in the browser"), u"web"_s);
    row->addWidget(m_web);
    row->addStretch();
    m_more = new QPushButton(tr("Mor&e"), this);
    m_more->setMenu(m_menu);
    row->addWidget(m_more);
    layout->addLayout(row);
    connect(m_menu, &TrayMenu::chosen, this, &MainWindow::chosen);
    addKeys();
}

void MainWindow::addKeys()
{
    const auto onKey = [this](const QKeySequence &keys, auto then) {
        connect(new QShortcut(keys, this), &QShortcut::activated, this, then);
    };
    onKey(QKeySequence::Refresh, [this] {
        if (m_sync->isEnabled())
            Q_EMIT chosen(u"sync"_s);
    });
    onKey(Qt::CTRL | Qt::Key_W, [this] { close(); });
    onKey(Qt::Key_Escape, [this] {
        if (m_hasIcon) // else this would end the program
            close();
    });
    auto *remove = new QShortcut(QKeySequence::Delete, m_mails);
    remove->setContext(Qt::WidgetShortcut);
    connect(remove, &QShortcut::activated, this, [this] {
        const QListWidgetItem *mail = m_mails->currentItem();
        if (mail && m_sync->isEnabled())
            Q_EMIT chosen(u"delete/"_s + mail->data(idRole).toString().section(u'/', 1));
    });
}

QPushButton *MainWindow::addButton(const QString &text, const QString &id)
{
    auto *button = new QPushButton(text, this);
    connect(button, &QPushButton::clicked, this, [this, id] { Q_EMIT chosen(id); });
    return button;
}

void MainWindow::setInput(const MenuInput &input, const QString &summary)
{
    m_summary->setText(summary);
    m_problem->setText(input.problem);
    m_problem->setVisible(!input.problem.isEmpty());
    const bool needsLogin = input.state == State::NeedsLogin;
    m_remedyId = needsLogin                                              ? u"login"_s
        : input.state == State::NoService                                ? u"start"_s
        : input.state == State::Waiting || input.state == State::Polling ? u"retry"_s
                                                                         : QString();
    m_remedy->setText(needsLogin && input.preferences.isRemote ? tr("Sign in …")
                          : input.state == State::NoService    ? tr("Start the mail service")
                                                               : tr("Try now"));
    m_remedy->setVisible(!m_remedyId.isEmpty());
    QList<MenuItem> accounts;
    for (const Client::Account &account : input.accounts) {
        const QString note = accountNote(account);
        QString text = Policy::cleanLine(accountName(account), 60);
        if (account.unread > 0)
            text += u" (%1)"_s.arg(account.unread);
        // What waits for a person leads to where they can help.
        const QString id = (wantsSignIn(account) ? u"signin/%1"_s : u"show/%1"_s).arg(account.id);
        accounts.append({ id, note.isEmpty() ? text : text + u" – "_s + note });
    }
    if (input.isKnown && input.accounts.isEmpty())
        accounts.append({ u"add"_s, tr("No mailbox yet. Press Enter here to add one.") });
    fill(m_accounts, accounts);
    QList<MenuItem> mails;
    for (const Client::Mail &mail : input.recent)
        mails.append({ u"mail/%1"_s.arg(mail.id), mailLine(mail), true, !mail.isRead });
    fill(m_mails, mails);
    m_sync->setEnabled(input.state == State::Online);
    m_web->setEnabled(mayOpenPages(input.state, input.preferences));
    m_hasIcon = !input.hasWindowOnly;
    MenuInput here = input;
    here.hasWindowOnly = true; // it need not offer itself
    m_menu->setItems(menuOf(here));
}

void MainWindow::fill(QListWidget *list, const QList<MenuItem> &items)
{
    // Rows stay where they are, so that neither the selection nor a screen reader jumps.
    while (list->count() > items.size())
        delete list->takeItem(list->count() - 1);
    for (int row = 0; row < int(items.size()); ++row) {
        const MenuItem &item = items.at(row);
        if (row == list->count())
            list->addItem(QString());
        QListWidgetItem *shown = list->item(row);
        QFont font = list->font();
        font.setBold(item.isChecked.value_or(false));
        if (shown->text() != item.text) {
            shown->setText(item.text);
            shown->setToolTip(u"<qt>"_s + item.text.toHtmlEscaped() + u"</qt>"_s);
        }
        shown->setFont(font);
        // Who hears the row must hear what others see by the letters.
        shown->setData(Qt::AccessibleTextRole,
                       item.isChecked.value_or(false) ? tr("Unread: %1").arg(item.text)
                                                      : item.text);
        shown->setData(idRole, item.id);
    }
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    QWidget::closeEvent(event);
    Q_EMIT closing();
}

} // namespace Ui
