// SPDX-License-Identifier: GPL-3.0-or-later
#include "setup/complaintbox.h"

#include "setup/note.h"

#include <QPushButton>
#include <QVBoxLayout>

namespace Setup {

ComplaintBox::ComplaintBox(QWidget *parent)
    : QWidget(parent), m_text(new Note(this)), m_detail(new Note(this)),
      m_button(new QPushButton(this))
{
    QFont small = m_detail->font();
    small.setPointSizeF(small.pointSizeF() * 0.9);
    m_detail->setFont(small);
    m_button->setAutoDefault(false);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 4);
    layout->setSpacing(4);
    layout->addWidget(m_text);
    layout->addWidget(m_detail);
    layout->addWidget(m_button, 0, Qt::AlignLeft);
    connect(m_button, &QPushButton::clicked, this, [this] {
        if (m_repair)
            Q_EMIT chosen(*m_repair);
    });
    setVisible(false);
}

void ComplaintBox::show(const std::optional<Complaint> &complaint)
{
    setVisible(complaint.has_value());
    m_repair = complaint ? complaint->repair : std::nullopt;
    m_text->say(complaint ? complaint->text : QString(), Note::Kind::Problem);
    m_text->setToolTip(complaint ? complaint->hint : QString());
    m_detail->say(complaint ? complaint->detail : QString());
    m_button->setVisible(m_repair.has_value());
    if (m_repair)
        m_button->setText(m_repair->text);
}

QWidget *ComplaintBox::button() const
{
    return m_repair ? m_button : nullptr;
}

} // namespace Setup
