// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "setup/complaint.h"

#include <QWidget>

class QPushButton;

namespace Setup {

class Note;

/** What is wrong with the field above it, and a button that mends it where one can. */
class ComplaintBox : public QWidget
{
    Q_OBJECT

public:
    explicit ComplaintBox(QWidget *parent = nullptr);

    void show(const std::optional<Complaint> &complaint); ///< nothing: it is hidden
    QWidget *button() const;                              ///< null: nothing to click

Q_SIGNALS:
    void chosen(const Setup::Repair &repair);

private:
    Note *m_text;
    Note *m_detail;
    QPushButton *m_button;
    std::optional<Repair> m_repair;
};

} // namespace Setup
