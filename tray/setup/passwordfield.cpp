// SPDX-License-Identifier: GPL-3.0-or-later
#include "setup/passwordfield.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPainter>
#include <QPainterPath>
#include <QToolButton>

namespace Setup {

namespace {

/// An eye, crossed out while the password is hidden.
QIcon eyeIcon(const QColor &colour, bool isOpen)
{
    QIcon icon;
    for (const int size : { 16, 32, 48 }) {
        QPixmap pixels(size, size);
        pixels.fill(Qt::transparent);
        QPainter painter(&pixels);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.scale(size / 16.0, size / 16.0);
        painter.setPen(QPen(colour, 1.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        QPainterPath lids(QPointF(1.5, 8));
        lids.quadTo(8, 0.5, 14.5, 8);
        lids.quadTo(8, 15.5, 1.5, 8);
        painter.drawPath(lids);
        painter.setBrush(colour);
        painter.drawEllipse(QPointF(8, 8), 1.8, 1.8);
        if (!isOpen)
            painter.drawLine(QPointF(3, 13.5), QPointF(13, 2.5));
        painter.end();
        icon.addPixmap(pixels);
    }
    return icon;
}

} // namespace

PasswordField::PasswordField(QWidget *parent)
    : QWidget(parent), m_line(new QLineEdit(this)), m_eye(new QToolButton(this))
{
    m_line->setEchoMode(QLineEdit::Password);
    m_line->setInputMethodHints(Qt::ImhSensitiveData | Qt::ImhNoPredictiveText
                                | Qt::ImhNoAutoUppercase);
    m_line->setMaxLength(4096);
    m_eye->setCheckable(true);
    m_eye->setFocusPolicy(Qt::StrongFocus);
    m_eye->setAccessibleName(tr("Show the password"));
    m_eye->setAccessibleDescription(tr("Anybody who sees the screen can then read the password"));
    m_eye->setToolTip(tr("Show the password"));
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_line, 1);
    layout->addWidget(m_eye);
    setFocusProxy(m_line);
    reveal(false);
    connect(m_eye, &QToolButton::toggled, this, &PasswordField::reveal);
    connect(m_line, &QLineEdit::textEdited, this, &PasswordField::edited);
}

QString PasswordField::text() const
{
    return m_line->text();
}

void PasswordField::setText(const QString &text)
{
    if (m_line->text() != text)
        m_line->setText(text);
}

void PasswordField::reveal(bool isShown)
{
    m_line->setEchoMode(isShown ? QLineEdit::Normal : QLineEdit::Password);
    m_eye->setIcon(eyeIcon(palette().color(QPalette::ButtonText), isShown));
}

void PasswordField::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        reveal(m_eye->isChecked());
}

} // namespace Setup
