// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/resolver.h"
#include "support/awaited.h"
#include "support/patience.h"

#include <QElapsedTimer>
#include <QTest>

#include <condition_variable>
#include <mutex>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Net::Resolver;
using Addresses = Resolver::Addresses;

namespace {

/**
 * A name server that answers at once for names that begin with `quick`. For all others it blocks the
 * thread of the look-up until answer() is called. Copies share one state; the end of this object
 * calls answer().
 */
class Names
{
public:
    ~Names() { answer(); }

    Net::AddressLookup lookup() const
    {
        return [state = m_state](const QString &host) -> Addresses {
            std::unique_lock lock(state->mutex);
            state->asked.append(host);
            if (!host.startsWith(u"quick"))
                state->mayAnswer.wait(lock, [&] { return state->isAnswering; });
            if (state->hasNone)
                return Error{ Error::Code::Unreachable, u"%1 has no address."_s.arg(host) };
            return QList<QHostAddress>{ QHostAddress(u"192.0.2.1"_s) };
        };
    }
    void answer(bool withAddress = true)
    {
        const std::lock_guard lock(m_state->mutex);
        m_state->isAnswering = true;
        m_state->hasNone = !withAddress;
        m_state->mayAnswer.notify_all();
    }
    QStringList asked() const
    {
        const std::lock_guard lock(m_state->mutex);
        return m_state->asked;
    }

private:
    struct State {
        std::mutex mutex;
        std::condition_variable mayAnswer;
        QStringList asked;
        bool isAnswering = false;
        bool hasNone = false;
    };
    std::shared_ptr<State> m_state = std::make_shared<State>();
};

/// Must outlive the resolver, which answers open look-ups at its end.
using Answer = std::optional<Addresses>;

constexpr qint64 anna = 1;
constexpr qint64 ben = 2;

void ask(Resolver &resolver, const QString &host, qint64 user, Answer &answer,
         std::chrono::milliseconds deadline = 1h)
{
    Awaiting::keep(resolver.lookUp(host, user, deadline), answer);
}

/// Begins `count` look-ups of one user that are not answered.
void askSilent(Resolver &resolver, int count, qint64 user, std::vector<Answer> &answers,
               std::chrono::milliseconds deadline = 1h)
{
    answers.resize(size_t(count));
    for (int i = 0; i < count; ++i)
        ask(resolver, u"silent%1.example"_s.arg(i), user, answers[size_t(i)], deadline);
}

Error::Code codeOf(const Answer &answer)
{
    return answer->ok() ? Error::Code::Server : answer->error().code;
}

} // namespace

class TestResolver : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void answers();
    void givesOneUserItsShareOnly();
    void servesTheShareWithTheFewestFirst();
    void asksForANameOnce();
    void doesNotWaitForTheQueueOfAnother();
    void doesNotWaitForALookUpThatIsTooOld();
    void removesWhatNobodyWaitsFor();
    void boundsWhatWaits();
    void keepsAFailureThatTookLong();
    void forgetsAFailureAfterAWhile();
    void asksAgainAfterAQuickFailure();
    void endsWhoWaits();
    void leavesABlockedThreadBehind();
};

void TestResolver::answers()
{
    const Names names;
    Resolver resolver({ .lookup = names.lookup() });
    const Addresses found = awaited(resolver.lookUp(u"quick.example"_s, anna, 5s));
    QVERIFY(found.ok());
    QCOMPARE(*found, QList<QHostAddress>{ QHostAddress(u"192.0.2.1"_s) });
    QCOMPARE(resolver.running(), 0);
    QVERIFY(awaited(resolver.lookUp(u"quick.example"_s, anna, 5s)).ok());
    QCOMPARE(names.asked().size(), 2); // results are not cached
}

void TestResolver::givesOneUserItsShareOnly()
{
    const Names names;
    std::vector<Answer> silent;
    Resolver resolver({ .lookup = names.lookup() });
    askSilent(resolver, 48, anna, silent);
    QCOMPARE(resolver.running(), 2);
    QCOMPARE(resolver.waiting(), 46);
    QElapsedTimer time;
    time.start();
    QVERIFY(awaited(resolver.lookUp(u"quick.example"_s, ben, 5s)).ok());
    QVERIFY2(time.elapsed() < 2000, qPrintable(QString::number(time.elapsed())));
    QCOMPARE(resolver.waiting(), 46);
}

void TestResolver::servesTheShareWithTheFewestFirst()
{
    Names names;
    std::vector<Answer> silent;
    Answer bens;
    Resolver resolver({ .lookup = names.lookup(), .atOnce = 1 });
    askSilent(resolver, 10, anna, silent);
    ask(resolver, u"quick.example"_s, ben, bens);
    QTRY_COMPARE(names.asked().size(), 1); // no thread is left for ben
    names.answer();
    QTRY_VERIFY(bens.has_value());
    QCOMPARE(names.asked().indexOf(u"quick.example"_s), 1); // with one thread the order is certain
    for (const Answer &answer : silent)
        QTRY_VERIFY(answer.has_value());
}

void TestResolver::asksForANameOnce()
{
    Names names;
    std::vector<Answer> answers(4);
    Resolver resolver({ .lookup = names.lookup() });
    for (Answer &answer : answers)
        ask(resolver, u"slow.example"_s, &answer == &answers[0] ? anna : ben, answer);
    QCOMPARE(resolver.running(), 1);
    QCOMPARE(resolver.waiting(), 0);
    names.answer();
    for (const Answer &answer : answers) {
        QTRY_VERIFY(answer.has_value());
        QVERIFY(answer->ok());
    }
    QCOMPARE(names.asked(), QStringList{ u"slow.example"_s });
}

// A name that waits behind unanswered names of one user is looked up at once for another user.
void TestResolver::doesNotWaitForTheQueueOfAnother()
{
    Names names;
    std::vector<Answer> silent;
    Answer annas;
    Answer bens;
    Resolver resolver({ .lookup = names.lookup() });
    askSilent(resolver, 4, anna, silent);
    ask(resolver, u"quick.example"_s, anna, annas);
    ask(resolver, u"quick.example"_s, ben, bens);
    QTRY_VERIFY(bens.has_value());
    QVERIFY(!annas.has_value());
    names.answer();
    QTRY_VERIFY(annas.has_value());
}

void TestResolver::doesNotWaitForALookUpThatIsTooOld()
{
    Names names;
    Answer first;
    Answer second;
    Resolver resolver({ .lookup = names.lookup() });
    ask(resolver, u"silent.example"_s, anna, first, 20ms);
    QTRY_VERIFY(first.has_value());
    QCOMPARE(codeOf(first), Error::Code::Timeout);
    ask(resolver, u"silent.example"_s, ben, second, 20ms);
    QVERIFY(second.has_value());
    QCOMPARE(codeOf(second), Error::Code::Timeout);
    QCOMPARE(resolver.running(), 1);
    names.answer();
    QTRY_COMPARE(resolver.running(), 0);
    QVERIFY(awaited(resolver.lookUp(u"silent.example"_s, ben, 5s)).ok());
}

void TestResolver::removesWhatNobodyWaitsFor()
{
    Names names;
    std::vector<Answer> silent;
    Resolver resolver({ .lookup = names.lookup() });
    askSilent(resolver, 20, anna, silent, 50ms);
    QCOMPARE(resolver.waiting(), 18);
    for (const Answer &answer : silent) {
        QTRY_VERIFY(answer.has_value());
        QCOMPARE(codeOf(answer), Error::Code::Timeout);
    }
    QCOMPARE(resolver.waiting(), 0);
    names.answer();
    QTRY_COMPARE(resolver.running(), 0);
    QCOMPARE(names.asked().size(), 2);
}

void TestResolver::boundsWhatWaits()
{
    const Names names;
    std::vector<Answer> annas;
    std::vector<Answer> bens(5);
    Resolver resolver({ .lookup = names.lookup(), .waitingPerShare = 3, .waiting = 5 });
    askSilent(resolver, 6, anna, annas);
    QCOMPARE(resolver.waiting(), 3);
    QVERIFY(annas.back().has_value());
    QCOMPARE(codeOf(annas.back()), Error::Code::Unreachable);
    for (int i = 0; i < 5; ++i)
        ask(resolver, u"other%1.example"_s.arg(i), ben, bens[size_t(i)]);
    QCOMPARE(resolver.waiting(), 5);
    QVERIFY(bens.back().has_value());
    QCOMPARE(codeOf(bens.back()), Error::Code::Unreachable);
}

void TestResolver::keepsAFailureThatTookLong()
{
    Names names;
    Answer first;
    Resolver resolver({ .lookup = names.lookup(), .slow = 10ms, .keepSlow = 1h });
    ask(resolver, u"slow.example"_s, anna, first);
    QElapsedTimer time;
    time.start();
    QTRY_VERIFY(time.hasExpired(20));
    names.answer(false);
    QTRY_VERIFY(first.has_value());
    const Addresses kept = awaited(resolver.lookUp(u"slow.example"_s, ben, 5s));
    QCOMPARE(kept.error(), first->error());
    QCOMPARE(names.asked().size(), 1);
}

void TestResolver::forgetsAFailureAfterAWhile()
{
    Names names;
    names.answer(false);
    Resolver resolver({ .lookup = names.lookup(), .slow = 0ms, .keepSlow = 50ms });
    const auto asksAgain = [&] {
        return !awaited(resolver.lookUp(u"slow.example"_s, ben, 5s)).ok()
            && names.asked().size() >= 2;
    };
    QTRY_VERIFY(asksAgain());
}

void TestResolver::asksAgainAfterAQuickFailure()
{
    Names names;
    names.answer(false);
    Resolver resolver({ .lookup = names.lookup(), .slow = 1h });
    QVERIFY(!awaited(resolver.lookUp(u"new.example"_s, anna, 5s)).ok());
    names.answer(true);
    QVERIFY(awaited(resolver.lookUp(u"new.example"_s, anna, 5s)).ok());
}

void TestResolver::endsWhoWaits()
{
    const Names names;
    std::vector<Answer> silent;
    Resolver resolver({ .lookup = names.lookup() });
    askSilent(resolver, 5, anna, silent);
    resolver.abortAll({ Error::Code::Cancelled, u"End."_s });
    for (const Answer &answer : silent) {
        QVERIFY(answer.has_value());
        QCOMPARE(codeOf(answer), Error::Code::Cancelled);
    }
    QCOMPARE(resolver.waiting(), 0);
}

void TestResolver::leavesABlockedThreadBehind()
{
    Names names;
    QElapsedTimer time;
    time.start();
    Answer answer;
    {
        Resolver resolver({ .lookup = names.lookup() });
        ask(resolver, u"silent.example"_s, anna, answer);
        QTRY_COMPARE(names.asked().size(), 1);
    }
    QVERIFY(answer.has_value());
    QCOMPARE(codeOf(answer), Error::Code::Cancelled);
    QVERIFY(time.elapsed() < 5000);
    names.answer(); // the resolver is gone
}

QTEST_GUILESS_MAIN(TestResolver)
#include "tst_resolver.moc"
