// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settingswindow.h"

#include "policy/cleantext.h"
#include "spoken/sentence.h"
#include "ui/menumodel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QGroupBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QRadioButton>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QShortcut>
#include <QTimeEdit>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Ui {

namespace {

constexpr int idRole = Qt::UserRole;
constexpr int titleBar = 40; // height, with the shadow of the window

} // namespace

SettingsWindow::SettingsWindow(const Session::Preferences &preferences,
                               const QList<Client::Account> &accounts, bool isStartedAtLogin,
                               QWidget *parent)
    : QDialog(parent), m_preferences(preferences)
{
    setWindowTitle(tr("Settings – Postrider"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto *page = new QWidget(this);
    auto *groups = new QVBoxLayout(page);
    groups->setContentsMargins({});
    groups->addWidget(serviceGroup());
    groups->addWidget(noticesGroup(accounts));
    groups->addWidget(quietGroup());
    groups->addWidget(iconGroup(isStartedAtLogin));
    groups->addStretch();
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(scrolled(page), 1);
    m_problem = new Spoken::Sentence(this);
    layout->addWidget(m_problem);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    connect(buttons, &QDialogButtonBox::accepted, this, &SettingsWindow::save);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(new QShortcut(Qt::CTRL | Qt::Key_W, this), &QShortcut::activated, this,
            &QDialog::reject);
    layout->addWidget(buttons);
    enableParts();
    fitInto(*screen(), *page);
}

// The page scrolls if the screen is too low, so that the buttons stay visible.
QWidget *SettingsWindow::scrolled(QWidget *page)
{
    auto *area = new QScrollArea(this);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setFocusPolicy(Qt::NoFocus); // Tab reaches its controls and scrolls to them
    area->setWidget(page);
    area->setMinimumWidth(page->minimumSizeHint().width()
                          + area->verticalScrollBar()->sizeHint().width());
    return area;
}

void SettingsWindow::fitInto(const QScreen &screen, const QWidget &page)
{
    const QSize around = sizeHint() - page.parentWidget()->parentWidget()->sizeHint();
    const QSize wanted(
        std::max(minimumSizeHint().width(), page.sizeHint().width() + around.width()),
        page.sizeHint().height() + around.height());
    const QSize room = screen.availableSize() - QSize(0, titleBar);
    resize(wanted.boundedTo(room));
}

QWidget *SettingsWindow::serviceGroup()
{
    auto *group = new QGroupBox(tr("Mail service"), this);
    auto *layout = new QVBoxLayout(group);
    m_local = new QRadioButton(tr("My own, on this &computer"), group);
    m_startService = new QCheckBox(tr("Start it when it is not r&unning"), group);
    m_remote = new QRadioButton(tr("One &elsewhere, with sign-in"), group);
    m_server = new QLineEdit(m_preferences.server.toString(), group);
    m_server->setPlaceholderText(u"https://mail.example.org"_s);
    m_server->setAccessibleName(tr("Address of the mail service"));
    (m_preferences.isRemote ? m_remote : m_local)->setChecked(true);
    m_startService->setChecked(m_preferences.startService);
    layout->addWidget(m_local);
    layout->addWidget(m_startService);
    layout->addWidget(m_remote);
    layout->addWidget(m_server);
    connect(m_remote, &QRadioButton::toggled, this, &SettingsWindow::enableParts);
    connect(m_remote, &QRadioButton::clicked, m_server, qOverload<>(&QWidget::setFocus));
    return group;
}

QWidget *SettingsWindow::noticesGroup(const QList<Client::Account> &accounts)
{
    auto *group = new QGroupBox(tr("Notices of new mail"), this);
    auto *layout = new QFormLayout(group);
    m_showNotices = new QCheckBox(tr("&Show notices"), group);
    m_showNotices->setChecked(m_preferences.showNotices);
    m_content = new QComboBox(group);
    m_content->addItems({ tr("Sender, subject and first words"), tr("Sender only"),
                          tr("Only that there is mail") });
    m_content->setCurrentIndex(int(m_preferences.content));
    m_content->setAccessibleName(tr("What notices show"));
    m_sound = new QCheckBox(tr("With a s&ound"), group);
    m_sound->setChecked(m_preferences.playSound);
    m_accounts = new QListWidget(group);
    m_accounts->setAccessibleName(tr("Mailboxes with notices"));
    m_accounts->setMaximumHeight(90);
    for (const Client::Account &account : accounts) {
        auto *item = new QListWidgetItem(Policy::cleanLine(accountName(account), 60), m_accounts);
        item->setData(idRole, account.id);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        item->setCheckState(m_preferences.muted.contains(account.id) ? Qt::Unchecked : Qt::Checked);
    }
    layout->addRow(m_showNotices);
    layout->addRow(tr("Notices sho&w"), m_content);
    layout->addRow(m_sound);
    auto *label = new QLabel(tr("From &mailboxes"), group);
    label->setBuddy(m_accounts);
    layout->addRow(label, m_accounts);
    label->setVisible(!accounts.isEmpty());
    m_accounts->setVisible(!accounts.isEmpty());
    connect(m_showNotices, &QCheckBox::toggled, this, &SettingsWindow::enableParts);
    return group;
}

QWidget *SettingsWindow::quietGroup()
{
    auto *group = new QGroupBox(tr("Quiet hours"), this);
    auto *layout = new QHBoxLayout(group);
    m_daily = new QCheckBox(tr("&Hold notices back every day"), group);
    m_daily->setChecked(m_preferences.quiet.isDaily);
    m_from = new QTimeEdit(m_preferences.quiet.from, group);
    m_to = new QTimeEdit(m_preferences.quiet.to, group);
    for (QTimeEdit *edit : { m_from, m_to })
        edit->setDisplayFormat(u"HH:mm"_s);
    m_from->setAccessibleName(tr("Quiet from"));
    m_to->setAccessibleName(tr("Quiet until"));
    auto *from = new QLabel(tr("&from"), group);
    auto *to = new QLabel(tr("un&til"), group);
    from->setBuddy(m_from);
    to->setBuddy(m_to);
    layout->addWidget(m_daily, 1);
    for (QWidget *part : { static_cast<QWidget *>(from), static_cast<QWidget *>(m_from),
                           static_cast<QWidget *>(to), static_cast<QWidget *>(m_to) })
        layout->addWidget(part);
    connect(m_daily, &QCheckBox::toggled, this, &SettingsWindow::enableParts);
    return group;
}

QWidget *SettingsWindow::iconGroup(bool isStartedAtLogin)
{
    auto *group = new QGroupBox(tr("This program"), this);
    auto *layout = new QFormLayout(group);
    m_style = new QComboBox(group);
    m_style->addItems({ tr("Coloured"), tr("White, for dark panels"), tr("Black, for light panels"),
                        tr("White or black, to match the panel") });
    m_style->setCurrentIndex(int(m_preferences.iconStyle));
    m_style->setAccessibleName(tr("Icon"));
    m_atLogin = new QCheckBox(tr("Start when I &log in"), group);
    m_atLogin->setChecked(isStartedAtLogin);
    layout->addRow(tr("&Icon"), m_style);
    layout->addRow(m_atLogin);
    return group;
}

void SettingsWindow::enableParts()
{
    m_server->setEnabled(m_remote->isChecked());
    m_startService->setEnabled(m_local->isChecked());
    if (!m_showNotices || !m_daily)
        return;
    for (QWidget *part : { static_cast<QWidget *>(m_content), static_cast<QWidget *>(m_sound),
                           static_cast<QWidget *>(m_accounts) })
        part->setEnabled(m_showNotices->isChecked());
    m_from->setEnabled(m_daily->isChecked());
    m_to->setEnabled(m_daily->isChecked());
}

void SettingsWindow::save()
{
    Session::Preferences chosen = m_preferences;
    chosen.isRemote = m_remote->isChecked();
    chosen.server = QUrl(m_server->text().trimmed());
    if (chosen.isRemote) {
        const QString problem = Session::serverProblem(chosen.server);
        if (!problem.isEmpty()) {
            m_problem->say(problem);
            m_server->setFocus();
            return;
        }
    }
    chosen.startService = m_startService->isChecked();
    chosen.showNotices = m_showNotices->isChecked();
    chosen.content = Session::Preferences::Content(m_content->currentIndex());
    chosen.playSound = m_sound->isChecked();
    for (int row = 0; row < m_accounts->count(); ++row) {
        const qint64 id = m_accounts->item(row)->data(idRole).toLongLong();
        if (m_accounts->item(row)->checkState() == Qt::Checked)
            chosen.muted.remove(id);
        else
            chosen.muted.insert(id);
    }
    chosen.quiet.isDaily = m_daily->isChecked();
    chosen.quiet.from = m_from->time();
    chosen.quiet.to = m_to->time();
    chosen.iconStyle = Session::Preferences::IconStyle(m_style->currentIndex());
    Q_EMIT saved(chosen, m_atLogin->isChecked());
    accept();
}

} // namespace Ui
