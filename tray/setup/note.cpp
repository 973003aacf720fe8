// SPDX-License-Identifier: GPL-3.0-or-later
#include "setup/note.h"

#include <QEvent>

namespace Setup {

namespace {

bool isDark(const QPalette &palette)
{
    return palette.color(QPalette::Window).lightness() < 128;
}

/// Readable on the background of the desktop: the contrast is at least 4.5.
QColor colourOf(Note::Kind kind, bool dark)
{
    if (kind == Note::Kind::Problem)
        return dark ? QColor(0xff, 0xb4, 0xab) : QColor(0xa8, 0x1c, 0x14);
    return dark ? QColor(0x9b, 0xd6, 0x9b) : QColor(0x1b, 0x66, 0x2a);
}

} // namespace

Note::Note(QWidget *parent) : Sentence(parent) { }

void Note::say(const QString &text, Kind kind)
{
    m_kind = kind;
    paintKind();
    Sentence::say(text);
}

void Note::changeEvent(QEvent *event)
{
    Sentence::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::ApplicationPaletteChange)
        paintKind();
}

void Note::paintKind()
{
    QPalette colours;
    if (m_kind != Kind::Plain)
        colours.setColor(
            QPalette::WindowText,
            colourOf(m_kind, isDark(parentWidget() ? parentWidget()->palette() : palette())));
    if (colours != palette())
        setPalette(colours);
}

} // namespace Setup
