// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/logwindow.h"

#include "spoken/role.h"

#include <QClipboard>
#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QShortcut>
#include <QVBoxLayout>

namespace Ui {

LogWindow::LogWindow(Desktop::Logbook &log, QWidget *parent)
    : QWidget(parent, Qt::Window), m_text(new QPlainTextEdit(this))
{
    Spoken::setRole(this, QAccessible::Window);
    setWindowTitle(tr("Log – Postrider"));
    setAttribute(Qt::WA_DeleteOnClose);
    resize(760, 420);
    m_text->setReadOnly(true);
    m_text->setAccessibleName(tr("Log"));
    m_text->setMaximumBlockCount(int(Desktop::Logbook::maxLines));
    m_text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setPlainText(log.lines().join(u'\n'));
    m_text->moveCursor(QTextCursor::End);
    m_text->moveCursor(QTextCursor::StartOfLine); // lines are long, and begin at the left
    connect(&log, &Desktop::Logbook::added, m_text, &QPlainTextEdit::appendPlainText);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    auto *copy = buttons->addButton(tr("&Copy"), QDialogButtonBox::ActionRole);
    connect(copy, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(m_text->toPlainText()); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QWidget::close);
    for (const QKeySequence &keys :
         { QKeySequence(Qt::CTRL | Qt::Key_W), QKeySequence(Qt::Key_Escape) })
        connect(new QShortcut(keys, this), &QShortcut::activated, this, &QWidget::close);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_text);
    layout->addWidget(buttons);
}

} // namespace Ui
