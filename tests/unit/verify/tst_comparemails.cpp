// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/mail/mailrow.h"
#include "verify/comparemails.h"
#include "verify/verifyreport.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Verify;
using Kind = Difference::Kind;

namespace {

constexpr quint8 Seen = Store::ServerSeen;
constexpr quint8 Flagged = Store::ServerFlagged;

HereMail here(quint32 uid, quint8 serverFlags = 0, quint8 shown = 0, qint64 size = 100)
{
    return { uid, size, serverFlags, shown, "<id>" };
}

ThereMail there(quint32 uid, quint8 flags = 0, qint64 size = 100)
{
    return { uid, size, flags, true };
}

} // namespace

class TestCompareMails : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void equalFoldersHaveNoDifference();
    void eachKindIsFound();
    void deletedHereIsNotMissing();
    void whatTheAccountLeavesOutIsNotMissing();
    void localFlagsAreADifferenceOnlyWhereTheyAreSent();
    void answeredMailsAreNoLocalDifference();
    void repeatedUidsCountOnce();
    void onlyWhatLastsCounts();
    void keepsTheSecondLookWhereTheFirstComparedNothing();
    void reportNamesEachDifference();
};

void TestCompareMails::equalFoldersHaveNoDifference()
{
    QCOMPARE(compareMails({}, {}, {}), QList<Difference>());
    QCOMPARE(compareMails({ here(2, Seen, Seen), here(1) }, { there(1), there(2, Seen) }, {}),
             QList<Difference>());
}

void TestCompareMails::eachKindIsFound()
{
    const QList<Difference> expected{
        { Kind::GoneThere, 1, "<id>", 100, 0 }, { Kind::Flags, 2, "<id>", Seen, Flagged },
        { Kind::Size, 3, "<id>", 100, 101 },    { Kind::MissingHere, 4, {}, 0, 100 },
        { Kind::Flags, 5, "<id>", 0, Seen },    { Kind::Size, 5, "<id>", 100, 99 },
        { Kind::MissingHere, 9, {}, 0, 100 },
    };
    QCOMPARE(compareMails({ here(1), here(2, Seen, Seen), here(3), here(5), here(6) },
                          { there(2, Flagged), there(3, 0, 101), there(4), there(5, Seen, 99),
                            there(6), there(9) },
                          {}),
             expected);
}

void TestCompareMails::deletedHereIsNotMissing()
{
    QCOMPARE(compareMails({}, { there(1), there(2) }, { .deletedHere = { 1 } }),
             QList<Difference>({ { Kind::MissingHere, 2, {}, 0, 100 } }));
}

void TestCompareMails::whatTheAccountLeavesOutIsNotMissing()
{
    ThereMail old = there(1);
    old.isWanted = false;
    QCOMPARE(compareMails({}, { old }, {}), QList<Difference>());
    QCOMPARE(compareMails({ here(1) }, { old }, {}), QList<Difference>());
}

void TestCompareMails::localFlagsAreADifferenceOnlyWhereTheyAreSent()
{
    const QList<HereMail> read{ here(1, 0, Seen) };
    QCOMPARE(compareMails(read, { there(1) }, {}), QList<Difference>());
    QCOMPARE(compareMails(read, { there(1) }, { .deletedHere = {}, .storesFlags = true }),
             QList<Difference>({ { Kind::Flags, 1, "<id>", Seen, 0 } }));
}

void TestCompareMails::answeredMailsAreNoLocalDifference()
{
    constexpr quint8 Answered = Store::ServerAnswered;
    QCOMPARE(compareMails({ here(1, Seen | Answered, Seen) }, { there(1, Seen | Answered) },
                          { .deletedHere = {}, .storesFlags = true }),
             QList<Difference>());
    QCOMPARE(compareMails({ here(1) }, { there(1, Answered) },
                          { .deletedHere = {}, .storesFlags = true }),
             QList<Difference>({ { Kind::Flags, 1, "<id>", 0, Answered } }));
}

void TestCompareMails::repeatedUidsCountOnce()
{
    QCOMPARE(compareMails({}, { there(1), there(1) }, {}).size(), 1);
}

void TestCompareMails::onlyWhatLastsCounts()
{
    const Difference stays{ Kind::Flags, 1, {}, 0, 1 };
    const Difference went{ Kind::MissingHere, 2, {}, 0, 100 };
    const Difference came{ Kind::MissingHere, 3, {}, 0, 100 };
    QCOMPARE(lasting({ stays, went }, { stays, came }), QList<Difference>({ stays }));
}

// Between the two looks the service has taken over the new UIDVALIDITY. The first look compared no mails.
void TestCompareMails::keepsTheSecondLookWhereTheFirstComparedNothing()
{
    const Difference whole{ Kind::UidValidity, 0, {}, 1, 2 };
    const Difference missing{ Kind::MissingHere, 3, {}, 0, 100 };
    QCOMPARE(lasting({ whole }, { missing }), QList<Difference>({ missing }));
    QCOMPARE(lasting({ whole }, { whole, missing }), QList<Difference>({ whole }));
}

void TestCompareMails::reportNamesEachDifference()
{
    FolderReport folder;
    folder.path = u"INBOX"_s;
    folder.here = 2;
    folder.there = 3;
    folder.differences = { { Kind::Flags, 7, "<a@b>", 0, Seen | Flagged },
                           { Kind::MissingHere, 8, {}, 0, 100 } };
    QCOMPARE(textOf(AccountReport{ 1, u"anna@example.org"_s, { folder } }),
             u"INBOX: 2 here, 3 there\n"
             "  flags uid 7 <a@b>: here none, there seen+flagged\n"
             "  missing-here uid 8: 100 bytes\n"
             "anna@example.org: 2 differences\n"_s);
}

QTEST_GUILESS_MAIN(TestCompareMails)
#include "tst_comparemails.moc"
