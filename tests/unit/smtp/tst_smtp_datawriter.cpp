// SPDX-License-Identifier: GPL-3.0-or-later
#include "smtp/datawriter.h"

#include <QTest>

using Smtp::DataWriter;

/** The bytes of DATA, for every way to cut the message into pieces. */
class TestDataWriter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void doublesDotsAndCorrectsLineEnds_data();
    void doublesDotsAndCorrectsLineEnds();
};

void TestDataWriter::doublesDotsAndCorrectsLineEnds_data()
{
    QTest::addColumn<QByteArray>("message");
    QTest::addColumn<QByteArray>("wire");
    const auto row = [](const char *name, const QByteArray &message, const QByteArray &wire) {
        QTest::newRow(name) << message << wire;
    };
    row("empty", "", "");
    row("as it should be", "a\r\nb\r\n", "a\r\nb\r\n");
    row("no line end", "a", "a\r\n");
    row("a dot at the beginning", ".a\r\n", "..a\r\n");
    row("a dot on a line", "a\r\n.\r\nb\r\n", "a\r\n..\r\nb\r\n");
    row("two dots", "a\r\n..\r\n", "a\r\n...\r\n");
    row("dots elsewhere", "a.b.\r\n", "a.b.\r\n");
    row("bare LF", "a\nb", "a\r\nb\r\n");
    row("bare CR", "a\rb", "a\r\nb\r\n");
    row("CR at the end", "a\r", "a\r\n");
    row("two CR", "a\r\rb\r\n", "a\r\n\r\nb\r\n");
    row("CR CR LF", "a\r\r\nb\r\n", "a\r\n\r\nb\r\n");
    row("LF CR", "a\n\rb\r\n", "a\r\n\r\nb\r\n");
    // False ends of a mail ("SMTP smuggling").
    row("LF dot LF", "a\n.\nb\r\n", "a\r\n..\r\nb\r\n");
    row("CR dot CR", "a\r.\rb\r\n", "a\r\n..\r\nb\r\n");
    row("LF dot CR LF", "a\n.\r\nb\r\n", "a\r\n..\r\nb\r\n");
    row("CR LF dot LF", "a\r\n.\nb\r\n", "a\r\n..\r\nb\r\n");
    row("CR LF dot CR", "a\r\n.\rb\r\n", "a\r\n..\r\nb\r\n");
    row("CR dot CR LF", "a\r.\r\nb\r\n", "a\r\n..\r\nb\r\n");
    row("NUL", QByteArray("a\0.\r\n", 5), QByteArray("a\0.\r\n", 5));
}

void TestDataWriter::doublesDotsAndCorrectsLineEnds()
{
    QFETCH(QByteArray, message);
    QFETCH(QByteArray, wire);
    for (qsizetype piece = 1; piece <= message.size() + 1; ++piece) {
        DataWriter writer;
        QByteArray out;
        for (qsizetype at = 0; at < message.size(); at += piece)
            out += writer.add(
                QByteArrayView(message).sliced(at).first(qMin(piece, message.size() - at)));
        QCOMPARE(out + writer.finish(), wire);
    }
}

QTEST_GUILESS_MAIN(TestDataWriter)
#include "tst_smtp_datawriter.moc"
