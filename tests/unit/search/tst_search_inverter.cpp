// SPDX-License-Identifier: GPL-3.0-or-later
#include "naivesearch.h"
#include "search/places.h"
#include "search/termtable.h"
#include "search/wordblock.h"
#include "search/wordpairs.h"

#include <QMap>
#include <QTest>

using namespace Search;

namespace {

/** Document -> places. */
using Occurrences = QMap<quint32, QList<quint32>>;
using Terms = QMap<QByteArray, Occurrences>;

void addPairs(Terms &terms, quint32 document, const NaiveMail::Field &field)
{
    for (qsizetype i = 1; field.space == Space::Word && i < field.tokens.size(); ++i) {
        const auto pair = pairToken(field.tokens[i - 1], field.tokens[i]);
        if (pair)
            terms[termOf(*pair, Space::Pair)][document] = {};
    }
}

Terms expectedTerms(const QList<NaiveMail> &mails)
{
    Terms terms;
    for (qsizetype document = 0; document < mails.size(); ++document) {
        quint32 place = 0;
        for (const NaiveMail::Field &field : mails[document].fields()) {
            if (field.tokens.isEmpty())
                continue;
            for (const QByteArray &token : field.tokens) {
                QList<quint32> &places = terms[termOf(token, field.space)][quint32(document)];
                if (hasPlaces(field.space))
                    places += place;
                ++place;
            }
            ++place;
            addPairs(terms, quint32(document), field);
        }
    }
    return terms;
}

QByteArray allPlaces(const Segment &segment)
{
    QByteArray places;
    for (const auto &[offset, piece] : segment.places)
        places += piece;
    return places;
}

/// Ends the test program if terms are not in byte order.
Terms decodedTerms(const Segment &segment)
{
    const QByteArray places = allPlaces(segment);
    Terms terms;
    for (const auto &[first, data] : segment.words) {
        WordBlock block(data);
        while (block.next()) {
            const QByteArray term = block.term().toByteArray();
            if (!terms.isEmpty() && terms.lastKey() >= term)
                qFatal("terms are not in order");
            Occurrences &occurrences = terms[term];
            const char *at = places.constData() + block.placesOffset();
            const char *const end = at + block.placesSize();
            forEachDocument(block.postings(), quint32(segment.keys.size()), [&](quint32 document) {
                QList<quint32> &of = occurrences[document];
                if (at == end)
                    return;
                for (PlaceReader reader(at, end); reader.isValid(); reader.next())
                    of += reader.place();
            });
            if (at != end || occurrences.size() != block.postings().count)
                qFatal("a term with other places or documents than it says");
        }
    }
    return terms;
}

/// Compares term by term, so that QTest names the one that differs.
void compareTerms(const QList<NaiveMail> &mails)
{
    const Segment segment = inverted(mails);
    const Terms expected = expectedTerms(mails);
    const Terms terms = decodedTerms(segment);
    QCOMPARE(segment.keys.size(), mails.size());
    QCOMPARE(terms.keys(), expected.keys());
    for (const QByteArray &term : terms.keys())
        QVERIFY2(terms[term] == expected[term], term.constData());
}

QList<NaiveMail> randomMails(RandomMails &random, int count)
{
    QList<NaiveMail> mails;
    for (int i = 0; i < count; ++i)
        mails += random.mail(count - i);
    return mails;
}

} // namespace

class tst_SearchInverter : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void countsPlacesInTheMail();
    void keepsEverySpaceApart();
    void invertsNoMails();
    void invertsAMailWithoutWords();
    void invertsRandomMails();
    void invertsTheLargestBatch();
    void invertsManyDifferentWords();
    void keepsKeysOfDocuments();
    void takesTermsOfAnyLength();
    void cutsWordsThatCannotBe();
    void ignoresSpacesThatAreTooMany();
    void secondFormsStandAtTheSamePlace();
    void frequentWordsSideBySideHaveATerm();
    void knowsNoPlacesBehindTheLast();
};

void tst_SearchInverter::countsPlacesInTheMail()
{
    const NaiveMail mail{
        7, 3, 25, { "anna" }, { "re", "re" }, { "anna", "x" }, { "nna" }, { "e" }
    };
    const Terms terms{ { termOf("anna", Space::Sender), { { 0, { 0 } } } },
                       { termOf("re", Space::Subject), { { 0, { 2, 3 } } } },
                       { termOf("anna", Space::Word), { { 0, { 5, 10 } } } },
                       { termOf("re", Space::Word), { { 0, { 7, 8 } } } },
                       { termOf("x", Space::Word), { { 0, { 11 } } } },
                       { termOf("nna", Space::SenderPart), { { 0, {} } } },
                       { termOf("e", Space::SubjectPart), { { 0, {} } } },
                       { termOf("3", Space::Account), { { 0, {} } } },
                       { termOf("25", Space::Folder), { { 0, {} } } } };
    QCOMPARE(decodedTerms(inverted({ mail })), terms);
}

void tst_SearchInverter::keepsEverySpaceApart()
{
    const QByteArrayList same{ "17" };
    compareTerms(
        { { 2, 17, 17, same, same, same, same, same }, { 1, 17, 17, same, {}, same, {}, same } });
}

void tst_SearchInverter::invertsNoMails()
{
    const Segment segment = invert({});
    QVERIFY(segment.words.isEmpty() && segment.places.isEmpty() && segment.keys.isEmpty());
}

void tst_SearchInverter::invertsAMailWithoutWords()
{
    const Terms terms{ { termOf("1", Space::Account), { { 0, {} } } },
                       { termOf("1", Space::Folder), { { 0, {} } } } };
    QCOMPARE(decodedTerms(inverted({ { 5 } })), terms);
}

void tst_SearchInverter::invertsRandomMails()
{
    RandomMails random(1);
    for (int batch = 0; batch < 60; ++batch) {
        compareTerms(randomMails(random, random.below(90)));
        if (QTest::currentTestFailed())
            return;
    }
}

void tst_SearchInverter::invertsTheLargestBatch()
{
    RandomMails random(2);
    compareTerms(randomMails(random, maxMailsInverted));
}

void tst_SearchInverter::invertsManyDifferentWords()
{
    QList<NaiveMail> mails;
    for (int i = 0; i < 200; ++i) {
        NaiveMail mail{ 200 - i };
        for (int word = 0; word < 500; ++word) {
            mail.body += "w" + QByteArray::number(i * 300 + word);
            mail.subject += "a-longer-word-" + QByteArray::number(i * 77 + word);
        }
        mails += mail;
    }
    compareTerms(mails);
    compareTerms({ { 5 } }); // in the memory that the large batch used
}

void tst_SearchInverter::keepsKeysOfDocuments()
{
    QCOMPARE(inverted({ { 4 }, { 9 }, { 6 } }).keys, (QList<qint64>{ 9, 6, 4 }));
}

void tst_SearchInverter::takesTermsOfAnyLength()
{
    NaiveMail mail{ 1 };
    for (const int size : { 1, 7, 8, 9, 15, 16, 17, 199, 200, 255, 256, 300, int(maxTokenBytes) }) {
        mail.body += QByteArray(size, 'x');
        mail.body += QByteArray(size - 1, 'x') + 'y';
        mail.sender = mail.subject = mail.body;
    }
    compareTerms({ mail });
    mail.body.removeLast();
    compareTerms({ mail });
}

void tst_SearchInverter::cutsWordsThatCannotBe()
{
    const QByteArray cut(maxTokenBytes, 'x');
    const QByteArray longer = cut + "yyyy";
    const QByteArray huge = cut + QByteArray(100'000, 'z');
    const Terms terms = decodedTerms(inverted({ { 1, 1, 1, {}, {}, { longer, huge, "a" } } }));
    QCOMPARE(terms[termOf(cut, Space::Word)], (Occurrences{ { 0, { 0, 1 } } }));
    QCOMPARE(terms[termOf("a", Space::Word)], (Occurrences{ { 0, { 2 } } }));
    QCOMPARE(terms.size(), 4);
}

void tst_SearchInverter::ignoresSpacesThatAreTooMany()
{
    MailTokens mail{ 1, 1, 1 };
    mail.body = "  one  two         three ";
    const Terms terms = decodedTerms(invert({ mail }));
    QCOMPARE(terms[termOf("one", Space::Word)], (Occurrences{ { 0, { 0 } } }));
    QCOMPARE(terms[termOf("three", Space::Word)], (Occurrences{ { 0, { 2 } } }));
    QCOMPARE(terms.size(), 5);
}

void tst_SearchInverter::secondFormsStandAtTheSamePlace()
{
    MailTokens mail{ 1, 1, 1 };
    mail.body = "anna muller \1mueller writes c \2c++ code";
    const Terms terms = decodedTerms(invert({ mail }));
    const auto placeOf = [&terms](const QByteArray &token) {
        return terms[termOf(token, Space::Word)][0];
    };
    QCOMPARE(placeOf("muller"), QList<quint32>{ 1 });
    QCOMPARE(placeOf("mueller"), QList<quint32>{ 1 });
    QCOMPARE(placeOf("writes"), QList<quint32>{ 2 });
    QCOMPARE(placeOf("c"), QList<quint32>{ 3 });
    QCOMPARE(placeOf("c++"), QList<quint32>{ 3 });
    QCOMPARE(placeOf("code"), QList<quint32>{ 4 });
}

void tst_SearchInverter::frequentWordsSideBySideHaveATerm()
{
    MailTokens one{ 2, 1, 1 };
    one.subject = "that of";
    one.body = "the end of the story of the sea";
    MailTokens other{ 1, 1, 1 };
    other.body = "fur \1fuer die of story the";
    const Terms terms = decodedTerms(invert({ one, other }));
    QByteArrayList pairs;
    for (auto term = terms.begin(); term != terms.end(); ++term) {
        if (term.key().endsWith(char(Space::Pair)))
            pairs += term.key();
    }
    const auto pair = [](QByteArrayView first, QByteArrayView second) {
        return termOf(*pairToken(first, second), Space::Pair);
    };
    const QByteArrayList expected{ pair("die", "of"), pair("fuer", "die"), pair("fur", "die"),
                                   pair("of", "the"), pair("that", "of") };
    QCOMPARE(pairs, expected);
    QCOMPARE(terms[pair("of", "the")], (Occurrences{ { 0, {} } }));
    QVERIFY(!pairToken("of", "story"));
    QVERIFY(!pairToken("thethethethe", "of"));
}

void tst_SearchInverter::knowsNoPlacesBehindTheLast()
{
    NaiveMail mail{ 1 };
    mail.body.resize(qsizetype(unknownPlace) + 10, "a");
    mail.body += "b";
    const Terms terms = decodedTerms(inverted({ mail }));
    QCOMPARE(terms[termOf("b", Space::Word)], (Occurrences{ { 0, {} } }));
    QCOMPARE(terms[termOf("a", Space::Word)][0].size(), qsizetype(unknownPlace));
}

QTEST_GUILESS_MAIN(tst_SearchInverter)
#include "tst_search_inverter.moc"
