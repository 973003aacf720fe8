// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/badgeicon.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

#include <array>
#include <cmath>

using namespace Qt::StringLiterals;

namespace Ui {

namespace {

using Style = Session::Preferences::IconStyle;

struct Inks {
    QColor paper;
    QColor line;
};

Inks inksOf(const IconLook &look)
{
    const bool isAway = !look.isOnline;
    switch (look.style) {
    case Style::Light: // for dark panels
        return { Qt::transparent, QColor(255, 255, 255, isAway ? 120 : 255) };
    case Style::Dark: // for light panels
        return { Qt::transparent, QColor(36, 36, 40, isAway ? 120 : 255) };
    case Style::Colour:
    case Style::Panel: // the caller replaces it by Light or Dark
        break;
    }
    // The edge contrasts with a light panel, the face with a dark one.
    return isAway ? Inks{ QColor(0xc0c2c6), QColor(0x74777d) }
                  : Inks{ QColor(0xdcebff), QColor(0x1c62c4) };
}

void drawEnvelope(QPainter &painter, qreal size, const Inks &inks)
{
    const qreal pen = std::max(1.0, size / 14);
    const QRectF body = QRectF(0, size * 0.16, size, size * 0.68)
                            .adjusted(pen / 2 + size * 0.02, 0, -pen / 2 - size * 0.02, 0);
    painter.setPen(QPen(inks.line, pen, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(inks.paper);
    painter.drawRoundedRect(body, size * 0.08, size * 0.08);
    QPainterPath flap(body.topLeft() + QPointF(pen / 2, pen));
    flap.lineTo(body.center() + QPointF(0, size * 0.08));
    flap.lineTo(body.topRight() + QPointF(-pen / 2, pen));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(flap);
}

void drawBadge(QPainter &painter, qreal size, const QString &text, const QColor &colour)
{
    QFont font(u"DejaVu Sans"_s);
    font.setStyleHint(QFont::SansSerif);
    font.setBold(true);
    const qreal height = size * 0.58;
    font.setPixelSize(std::max(7, int(height * (text.size() > 2 ? 0.72 : 0.86))));
    qreal width = QFontMetricsF(font).horizontalAdvance(text);
    const qreal room = size - 2;
    if (width > room) {
        font.setPixelSize(std::max(6, int(font.pixelSize() * room / width)));
        width = QFontMetricsF(font).horizontalAdvance(text);
    }
    const qreal plate = std::min(size, std::max(height, width + size * 0.16));
    const QRectF rect(size - plate, size - height, plate, height);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawRoundedRect(rect, height * 0.35, height * 0.35);
    painter.setFont(font);
    painter.setPen(Qt::white);
    painter.drawText(rect, Qt::AlignCenter, text);
}

// The letters of a font are not readable at this size; digits of 4 x 7 pixels are.
void drawSmall99(QPainter &painter, int size, const QColor &colour)
{
    static constexpr std::array<const char *, 7> rows{
        ".##..##....", "#..##..#...",
        "#..##..#.#.", //
        ".###.######", //
        "...#...#.#.", //
        "...#...#...", //
        ".##..##....",
    };
    constexpr int gap = 1; // between the letters
    const int left = (size - 13) / 2;
    const int top = size - 8;
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawRoundedRect(QRectF(0, top - 1, size, 9), 2, 2);
    for (int y = 0; y < int(rows.size()); ++y) {
        for (int x = 0; rows[std::size_t(y)][x] != 0; ++x) {
            if (rows[std::size_t(y)][x] == '#')
                painter.fillRect(left + x + gap * (x >= 8 ? 2 : x / 4), top + y, 1, 1, Qt::white);
        }
    }
}

// Shows the quiet state if there is no number whose colour would show it.
void drawPause(QPainter &painter, qreal size)
{
    const qreal side = std::round(size * 0.5);
    const QRectF plate(size - side, size - side, side, side);
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor(0x5e6673));
    painter.drawRoundedRect(plate, side * 0.25, side * 0.25);
    const qreal bar = std::max(1.0, std::floor(side * 0.2));
    const QRectF first(plate.left() + std::round(side * 0.2), plate.top() + std::round(side * 0.25),
                       bar, std::round(side * 0.5));
    painter.fillRect(first, Qt::white);
    painter.fillRect(first.translated(side - 2 * std::round(side * 0.2) - bar, 0), Qt::white);
}

void drawMark(QPainter &painter, qreal size)
{
    const qreal side = size * 0.44;
    const QRectF rect(0, 0, side, side);
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor(0xf5c211));
    painter.drawEllipse(rect);
    painter.setBrush(QColor(0x3d3100));
    const qreal bar = std::max(1.0, side * 0.16);
    painter.drawRect(QRectF(rect.center().x() - bar / 2, side * 0.18, bar, side * 0.38));
    painter.drawRect(QRectF(rect.center().x() - bar / 2, side * 0.68, bar, bar));
}

} // namespace

QString badgeText(qint64 unread)
{
    if (unread <= 0)
        return {};
    return unread > 99 ? u"99+"_s : QString::number(unread);
}

QPixmap badgePixmap(const IconLook &look, int pixels)
{
    QPixmap pixmap(pixels, pixels);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    drawEnvelope(painter, pixels, inksOf(look));
    if (const QString text = badgeText(look.unread); !text.isEmpty()) {
        const bool isCalm = look.isQuiet || !look.isOnline;
        const QColor colour(isCalm ? 0x5e6673 : 0xe01b24);
        if (text.size() > 2 && pixels < 22)
            drawSmall99(painter, pixels, colour);
        else
            drawBadge(painter, pixels, text, colour);
    } else if (look.isQuiet) {
        drawPause(painter, pixels);
    }
    if (look.needsPerson)
        drawMark(painter, pixels);
    return pixmap;
}

QIcon badgeIcon(const IconLook &look)
{
    QIcon icon;
    for (const int pixels : { 16, 22, 24, 32, 48, 64 })
        icon.addPixmap(badgePixmap(look, pixels));
    return icon;
}

} // namespace Ui
