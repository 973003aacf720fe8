// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/badgeicon.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Ui;

class TestBadgeIcon : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void saysHowMany_data();
    void saysHowMany();
    void hasEverySizeOfPanels();
    void isRedOnlyWhereItMayShout();
    void looksDifferentInEachState();
    void showsAPauseWithoutANumber();
    void drawsThreeCharactersSharply();
    void leavesRoomForThreeCharacters();
};

namespace {

int pixelsLike(const QPixmap &pixmap, QColor wanted)
{
    const QImage image = pixmap.toImage().convertToFormat(QImage::Format_ARGB32);
    int count = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            const QColor c = image.pixelColor(x, y);
            count += c.alpha() > 200 && qAbs(c.red() - wanted.red()) < 30
                && qAbs(c.green() - wanted.green()) < 30 && qAbs(c.blue() - wanted.blue()) < 30;
        }
    }
    return count;
}

constexpr QRgb red = 0xffe01b24;

} // namespace

void TestBadgeIcon::saysHowMany_data()
{
    QTest::addColumn<qint64>("unread");
    QTest::addColumn<QString>("text");
    QTest::newRow("none") << qint64(0) << QString();
    QTest::newRow("below none") << qint64(-3) << QString();
    QTest::newRow("one") << qint64(1) << u"1"_s;
    QTest::newRow("99") << qint64(99) << u"99"_s;
    QTest::newRow("more") << qint64(100) << u"99+"_s;
    QTest::newRow("very many") << qint64(4'000'000'000) << u"99+"_s;
}

void TestBadgeIcon::saysHowMany()
{
    QFETCH(qint64, unread);
    QFETCH(QString, text);
    QCOMPARE(badgeText(unread), text);
}

void TestBadgeIcon::hasEverySizeOfPanels()
{
    const QIcon icon = badgeIcon({ true, 7 });
    QList<int> widths;
    for (const QSize size : icon.availableSizes())
        widths.append(size.width());
    const QList<int> expected{ 16, 22, 24, 32, 48, 64 };
    QCOMPARE(widths, expected);
}

void TestBadgeIcon::isRedOnlyWhereItMayShout()
{
    for (const int size : { 16, 22, 64 }) {
        QVERIFY(pixelsLike(badgePixmap({ true, 7 }, size), red) > size);
        QCOMPARE(pixelsLike(badgePixmap({ true, 0 }, size), red), 0);
        QCOMPARE(pixelsLike(badgePixmap({ true, 7, true }, size), red), 0);
        QCOMPARE(pixelsLike(badgePixmap({ false, 7 }, size), red), 0);
    }
}

void TestBadgeIcon::looksDifferentInEachState()
{
    using Style = Session::Preferences::IconStyle;
    QList<QImage> all;
    for (const Style style : { Style::Colour, Style::Light, Style::Dark }) {
        for (const int bits : { 0, 1, 2, 3 }) {
            const IconLook look{ .isOnline = (bits & 1) != 0,
                                 .needsPerson = (bits & 2) != 0,
                                 .style = style };
            const QImage image = badgePixmap(look, 22).toImage();
            QVERIFY(!all.contains(image));
            all.append(image);
        }
    }
}

void TestBadgeIcon::showsAPauseWithoutANumber()
{
    for (const int size : { 16, 22, 64 })
        QVERIFY(badgePixmap({ true, 0, true }, size).toImage()
                != badgePixmap({ true, 0 }, size).toImage());
}

void TestBadgeIcon::drawsThreeCharactersSharply()
{
    // Pixels in a colour other than that of letters and plate would make the number illegible.
    const QImage image = badgePixmap({ true, 100 }, 16).toImage();
    int white = 0;
    for (int y = 8; y < 15; ++y) {
        for (int x = 2; x < 14; ++x) {
            const QColor colour = image.pixelColor(x, y);
            QVERIFY2(colour == Qt::white || colour == QColor(0xe01b24),
                     qPrintable(u"%1,%2: %3"_s.arg(x).arg(y).arg(colour.name())));
            white += colour == Qt::white;
        }
    }
    QVERIFY(white > 20);
}

void TestBadgeIcon::leavesRoomForThreeCharacters()
{
    // The outermost columns belong to the plate: letters do not touch its edges.
    const QImage image = badgePixmap({ true, 100 }, 16).toImage();
    for (int y = 8; y < 16; ++y)
        QVERIFY(image.pixelColor(15, y).lightness() < 200 || image.pixelColor(15, y).alpha() < 128);
}

QTEST_MAIN(TestBadgeIcon)
#include "tst_tray_badgeicon.moc"
