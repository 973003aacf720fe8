// SPDX-License-Identifier: GPL-3.0-or-later
#include "setup/serverspage.h"

#include "policy/cleantext.h"
#include "setup/note.h"

#include <QBoxLayout>
#include <QPushButton>
#include <QResizeEvent>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Setup {

ServersPage::ServersPage(Flow &flow, QWidget *parent)
    : Page(flow, parent), m_problem(new Note(this)),
      m_panels(new QBoxLayout(QBoxLayout::LeftToRight)), m_imap(new ServerPanel(Side::Imap, this)),
      m_smtp(new ServerPanel(Side::Smtp, this)), m_anyway(new QPushButton(tr("Save &anyway"), this))
{
    QFont small = m_anyway->font();
    small.setPointSizeF(small.pointSizeF() * 0.9);
    m_anyway->setFont(small);
    m_anyway->setAutoDefault(false);
    m_panels->addWidget(m_imap, 1);
    m_panels->addWidget(m_smtp, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 4);
    layout->addWidget(m_problem);
    layout->addLayout(m_panels);
    layout->addWidget(m_anyway, 0, Qt::AlignRight);
    layout->addStretch();
    for (ServerPanel *panel : { m_imap, m_smtp }) {
        const Side side = panel == m_imap ? Side::Imap : Side::Smtp;
        connect(panel, &ServerPanel::edited, this, &ServersPage::keep);
        connect(panel, &ServerPanel::chosen, this,
                [this, side](const Repair &repair) { m_flow.repair(side, repair); });
    }
    connect(m_anyway, &QPushButton::clicked, &m_flow, &Flow::saveAnyway);
}

QString ServersPage::title() const
{
    return m_flow.task() != Flow::Task::None ? tr("Trying the mail servers") : tr("Mail servers");
}

QString ServersPage::lead() const
{
    return Policy::isolated(m_flow.draft().email, 100);
}

void ServersPage::enter()
{
    m_imap->setServer(m_flow.draft().imap);
    m_smtp->setServer(m_flow.draft().smtp);
    m_smtp->setPassword(m_flow.draft().smtpPassword);
}

void ServersPage::refresh()
{
    enter(); // a repair may have changed the servers
    showPanel(m_imap, Side::Imap);
    showPanel(m_smtp, Side::Smtp);
    if (!m_flow.problem().isEmpty())
        m_problem->say(m_flow.problem(), Note::Kind::Problem);
    else
        m_problem->say(m_flow.task() == Flow::Task::Listing ? tr("Listing the folders …")
                                                            : m_flow.note());
    const bool hasFailed = m_flow.trial() && !m_flow.trial()->works();
    m_anyway->setVisible(hasFailed && m_flow.task() == Flow::Task::None);
}

void ServersPage::showPanel(ServerPanel *panel, Side side)
{
    using State = ServerPanel::State;
    const bool isUsed = side == Side::Imap || !m_flow.draft().smtp.host.isEmpty();
    const auto &trial = m_flow.trial();
    const bool isTested = trial && (side == Side::Imap || trial->smtp);
    const auto complaint = m_flow.complaint(side);
    State state = State::Untested;
    if (m_flow.task() == Flow::Task::Testing && isUsed)
        state = State::Testing;
    else if (isTested)
        state = complaint ? State::Fails : State::Works;
    panel->show(state, complaint);
    panel->setEnabled(m_flow.task() == Flow::Task::None || m_flow.task() == Flow::Task::Testing);
}

void ServersPage::keep()
{
    m_flow.setServers(m_imap->server(), m_smtp->server(), m_smtp->password());
    Q_EMIT edited();
}

QString ServersPage::nextText() const
{
    return m_flow.trial() && !m_flow.trial()->works() ? tr("&Try again") : tr("&Next");
}

bool ServersPage::canGoOn() const
{
    return m_flow.task() == Flow::Task::None && !m_imap->server().host.isEmpty()
        && !m_imap->server().username.isEmpty();
}

void ServersPage::goOn()
{
    keep();
    m_flow.test();
}

QWidget *ServersPage::firstField()
{
    const auto imap = m_flow.complaint(Side::Imap);
    return !imap && m_flow.complaint(Side::Smtp) ? m_smtp->firstField() : m_imap->firstField();
}

// The width of one panel, because panels are one below the other if there is not enough room.
QSize ServersPage::minimumSizeHint() const
{
    const QMargins margins = layout()->contentsMargins();
    const int panel =
        std::max(m_imap->minimumSizeHint().width(), m_smtp->minimumSizeHint().width());
    return { panel + margins.left() + margins.right(), Page::minimumSizeHint().height() };
}

void ServersPage::resizeEvent(QResizeEvent *event)
{
    Page::resizeEvent(event);
    const QMargins margins = layout()->contentsMargins();
    const int sideBySide = m_imap->minimumSizeHint().width() + m_smtp->minimumSizeHint().width()
        + m_panels->spacing() + margins.left() + margins.right();
    m_panels->setDirection(event->size().width() < sideBySide ? QBoxLayout::TopToBottom
                                                              : QBoxLayout::LeftToRight);
}

} // namespace Setup
