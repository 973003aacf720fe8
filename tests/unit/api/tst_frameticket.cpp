// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/framepolicy.h"
#include "api/frameticket.h"
#include "crypto/base64url.h"

#include <QTest>

using namespace Api;
using namespace Qt::StringLiterals;

class FrameTicketTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void saysWhatWasSigned();
    void countsUntilItsEnd();
    void refusesWhatWasChanged();
    void refusesOtherKeys();
    void imageBelongsToItsTicket();
    void policyNamesWhereImagesComeFrom_data();
    void policyNamesWhereImagesComeFrom();
};

namespace {

constexpr qint64 now = 1'780'000'000;

FrameTicket someTicket()
{
    return { .mailId = 7,
             .userId = 3,
             .tokenVersion = 2,
             .tokenId = "pJ0c1wTq5yUu2q8VvX3nBw",
             .expiresAt = now + 300,
             .hasImages = true };
}

} // namespace

void FrameTicketTest::saysWhatWasSigned()
{
    const FrameTickets tickets(Crypto::SigningKeys::generate());
    const QByteArray words = tickets.sign(someTicket());
    QCOMPARE(words.toPercentEncoding(), words);
    QCOMPARE(*tickets.check(words, now), someTicket());
}

void FrameTicketTest::countsUntilItsEnd()
{
    const FrameTickets tickets(Crypto::SigningKeys::generate());
    const QByteArray words = tickets.sign(someTicket());
    QVERIFY(tickets.check(words, now + 299));
    QCOMPARE(tickets.check(words, now + 300).error(), Crypto::TokenProblem::Expired);
}

void FrameTicketTest::refusesWhatWasChanged()
{
    const FrameTickets tickets(Crypto::SigningKeys::generate());
    const QByteArray bytes = *Crypto::fromBase64Url(tickets.sign(someTicket()));
    for (qsizetype i = 0; i < bytes.size(); ++i) {
        QByteArray changed = bytes;
        changed[i] = char(changed[i] ^ 1);
        const auto ticket = tickets.check(Crypto::toBase64Url(changed), now);
        QVERIFY2(!ticket, qPrintable(QString::number(i)));
        QCOMPARE(ticket.error(), Crypto::TokenProblem::Invalid);
        const auto part = tickets.check(Crypto::toBase64Url(bytes.first(i)), now);
        QVERIFY2(!part, qPrintable(QString::number(i)));
    }
    QVERIFY(!tickets.check(QByteArray(5000, 'A'), now));
}

void FrameTicketTest::refusesOtherKeys()
{
    const FrameTickets one(Crypto::SigningKeys::generate());
    const FrameTickets other(Crypto::SigningKeys::generate());
    QVERIFY(!other.check(one.sign(someTicket()), now));
}

void FrameTicketTest::imageBelongsToItsTicket()
{
    const FrameTickets tickets(Crypto::SigningKeys::generate());
    const QByteArray address = "https://a.example/b.png?c=d&e";
    const QByteArray image = tickets.signImage("ticket", address);
    QCOMPARE(*tickets.checkImage("ticket", image), address);
    QVERIFY(!tickets.checkImage("other", image));
    QVERIFY(!tickets.checkImage("ticket", image.first(image.size() - 4)));
    QVERIFY(!tickets.checkImage("ticket", "A" + image.sliced(1)) || image.startsWith('A'));
    QVERIFY(!tickets.checkImage("ticket", ""));
}

void FrameTicketTest::policyNamesWhereImagesComeFrom_data()
{
    QTest::addColumn<QByteArray>("host");
    QTest::addColumn<QString>("publicUrl");
    QTest::addColumn<QByteArray>("images");
    QTest::newRow("address not known") << "localhost:8725"_ba << u""_s << " 'self'"_ba;
    QTest::newRow("address known")
        << "localhost:8725"_ba << u"https://m.example"_s
        << " https://m.example/api/v1/frames/T/ localhost:8725/api/v1/frames/T/"_ba;
    QTest::newRow("below a path") << ""_ba << u"https://m.example:8443/box/"_s
                                  << " 'self' https://m.example:8443/box/api/v1/frames/T/"_ba;
    QTest::newRow("host that would end the directive")
        << "a;script-src *"_ba << u"https://m.example"_s
        << " 'self' https://m.example/api/v1/frames/T/"_ba;
    QTest::newRow("host that cannot be written") << "[::1]:8725"_ba << u"https://m.example"_s
                                                 << " 'self' https://m.example/api/v1/frames/T/"_ba;
    QTest::newRow("path that would end the directive")
        << "a"_ba << u"https://m.example/;*"_s << " 'self'"_ba;
    QTest::newRow("no web address") << "a"_ba << u"javascript:x"_s << " 'self'"_ba;
}

void FrameTicketTest::policyNamesWhereImagesComeFrom()
{
    QFETCH(QByteArray, host);
    QFETCH(QString, publicUrl);
    QFETCH(QByteArray, images);
    Http::Request request;
    request.headers = { { "host", host } };
    QVERIFY(framePolicy(request, publicUrl, "").contains("; img-src data:; base-uri"));
    const QByteArray policy = framePolicy(request, publicUrl, "T");
    QCOMPARE(policy,
             "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src "
             "'unsafe-inline'; img-src data:"
                 + images + "; base-uri 'none'; form-action 'none'; frame-ancestors 'self'");
}

QTEST_GUILESS_MAIN(FrameTicketTest)
#include "tst_frameticket.moc"
