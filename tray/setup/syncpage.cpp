// SPDX-License-Identifier: GPL-3.0-or-later
#include "setup/syncpage.h"

#include "policy/cleantext.h"
#include "setup/complaint.h"
#include "setup/note.h"
#include "spoken/role.h"

#include <QLabel>
#include <QListWidget>
#include <QProgressBar>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Setup {

namespace {

constexpr qsizetype lineLength = 80;
constexpr qsizetype errorLength = 300;
constexpr int barSteps = 1000;
constexpr int lowest = 80; // smallest height of the list, which scrolls

} // namespace

SyncPage::SyncPage(Flow &flow, QWidget *parent)
    : Page(flow, parent), m_state(new QLabel(this)), m_bar(new QProgressBar(this)),
      m_problem(new Note(this)), m_mails(new QListWidget(this))
{
    m_state->setTextFormat(Qt::PlainText);
    m_state->setWordWrap(true);
    m_bar->setTextVisible(false);
    m_bar->setAccessibleName(tr("How far the mailbox has been fetched"));
    m_mails->setAccessibleName(tr("Newest mails"));
    m_mails->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_mails->setSpacing(2);
    m_mails->setMinimumHeight(lowest);
    // A scroll area gives a page with wrapped lines its preferred height: the list must not enlarge it.
    m_mails->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);
    auto *label = new QLabel(tr("&Newest mails"), this);
    label->setBuddy(m_mails);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 4);
    layout->addWidget(m_state);
    layout->addWidget(m_bar);
    layout->addWidget(m_problem);
    layout->addSpacing(8);
    layout->addWidget(label);
    layout->addWidget(m_mails, 1);
}

QString SyncPage::title() const
{
    return m_flow.sync().isDone() ? tr("All mail has been fetched")
                                  : tr("Your mail is being fetched");
}

QString SyncPage::lead() const
{
    const QString name = Policy::isolated(m_flow.draft().email, 100);
    return m_flow.sync().isDone()
        ? name
        : tr("%1 – you may close this window at any time; fetching continues.").arg(name);
}

QString SyncPage::stateText() const
{
    const SyncWatch &sync = m_flow.sync();
    if (sync.progress() && sync.progress()->total > 0)
        return progressText(*sync.progress());
    if (sync.isDone())
        return tr("%Ln mails", nullptr, int(std::min<qint64>(sync.mailCount(), 1 << 30)));
    return tr("Connecting …");
}

void SyncPage::refresh()
{
    const SyncWatch &sync = m_flow.sync();
    m_state->setText(stateText());
    const auto &progress = sync.progress();
    if (progress && progress->total > 0) {
        m_bar->setRange(0, barSteps);
        m_bar->setValue(int(progress->done * barSteps / progress->total));
    } else if (sync.isDone()) {
        m_bar->setRange(0, barSteps);
        m_bar->setValue(barSteps);
    } else {
        m_bar->setRange(0, 0);
    }
    const bool isWrong = sync.account().status == u"error";
    const Client::Account &account = sync.account();
    m_problem->say(isWrong ? accountTrouble(account.errorCode,
                                            Policy::cleanLine(account.errorMessage, errorLength),
                                            m_flow.draft())
                           : QString(),
                   Note::Kind::Problem);
    showMails();
}

void SyncPage::showMails()
{
    const QList<Client::Mail> &mails = m_flow.sync().mails();
    while (m_mails->count() > mails.size())
        delete m_mails->takeItem(m_mails->count() - 1);
    for (int row = 0; row < int(mails.size()); ++row) {
        const Client::Mail &mail = mails.at(row);
        const QString sender = mail.fromName.isEmpty() ? mail.from : mail.fromName;
        const QString subject = mail.subject.isEmpty() ? tr("(no subject)") : mail.subject;
        const QString text = Policy::isolated(sender, lineLength / 2) + u": "_s
            + Policy::isolated(subject, lineLength);
        if (row == m_mails->count())
            m_mails->addItem(QString());
        QListWidgetItem *shown = m_mails->item(row);
        if (shown->text() == text)
            continue;
        shown->setText(text);
        shown->setData(Qt::AccessibleTextRole, Spoken::plain(text));
    }
}

QString SyncPage::nextText() const
{
    return tr("&Close");
}

void SyncPage::goOn()
{
    Q_EMIT closeWanted();
}

QWidget *SyncPage::firstField()
{
    return nullptr; // the focus goes to Close
}

} // namespace Setup
