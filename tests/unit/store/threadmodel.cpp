// SPDX-License-Identifier: GPL-3.0-or-later
#include "threadmodel.h"

using namespace Qt::StringLiterals;

namespace {

QString idOf(qsizetype number)
{
    return u"<m%1@example.org>"_s.arg(number);
}

/// Numbers of earlier and later mails near this one, so that some never come and some make loops.
qsizetype near(QRandomGenerator &random, qsizetype number)
{
    return std::max<qsizetype>(0, number - 12 + random.bounded(16));
}

void addReferences(Store::NewMail &mail, qsizetype number, QRandomGenerator &random)
{
    const int count = 1 + random.bounded(3);
    for (int i = 0; i < count; ++i)
        mail.references.append(idOf(near(random, number)));
    if (random.bounded(40) == 0)
        mail.references.append(mail.messageId); // itself
}

void addSubject(Store::NewMail &mail, QRandomGenerator &random)
{
    static const QStringList marks{ u""_s,         u""_s,       u"Re: "_s,  u"RE[2]: "_s,
                                    u"AW: Re: "_s, u"回复："_s, u"fwd: "_s, u"SV: "_s };
    const QStringList people{ u"anna@example.org"_s, u"Ben@example.org"_s, u"carl@example.org"_s };
    const int from = random.bounded(3);
    mail.from = random.bounded(2) ? people[from] : people[from].toUpper();
    mail.to = { people[(from + 1 + random.bounded(2)) % 3] };
    const QString base = random.bounded(20) ? u"Plan %1"_s.arg(random.bounded(900)) : QString();
    mail.subject =
        marks[random.bounded(marks.size())] + (random.bounded(2) ? base : base.toUpper());
}

/// The name of a conversation by subject and participants, written without the functions of the store.
/// Empty for mails to which this rule does not apply.
QString subjectName(const MadeMail &made)
{
    QString subject = made.mail.subject;
    for (const QString &mark :
         { u"AW: Re: "_s, u"RE[2]: "_s, u"Re: "_s, u"回复："_s, u"fwd: "_s, u"SV: "_s }) {
        if (subject.startsWith(mark))
            subject = subject.mid(mark.size());
    }
    if (!made.mail.references.isEmpty() || subject.isEmpty())
        return {};
    QStringList people{ made.mail.from.toLower() };
    for (const QString &to : made.mail.to)
        people.append(to.toLower());
    people.sort();
    return u"subject %1 %2 %3"_s.arg(made.ownerId).arg(subject.toLower(), people.join(u' '));
}

bool isReply(const MadeMail &made)
{
    const QString &subject = made.mail.subject;
    return !subject.startsWith(u"Plan"_s) && !subject.startsWith(u"PLAN"_s);
}

QStringList namesOf(const MadeMail &made)
{
    QStringList names;
    if (!made.mail.messageId.isEmpty())
        names.append(u"%1 %2"_s.arg(made.ownerId).arg(made.mail.messageId));
    for (const QString &reference : made.mail.references)
        names.append(u"%1 %2"_s.arg(made.ownerId).arg(reference));
    return names;
}

} // namespace

QList<MadeMail> madeMails(int count, quint32 seed)
{
    QRandomGenerator random(seed);
    QList<MadeMail> mails;
    for (int number = 0; number < count; ++number) {
        MadeMail made;
        made.accountId = 1 + random.bounded(3);
        made.ownerId = made.accountId == 2 ? 2 : 1;
        made.mail.uid = quint32(number + 1);
        made.mail.createdAt = 1'700'000'000 + number;
        made.mail.size = 1000 + number;
        if (random.bounded(30))
            made.mail.messageId = idOf(random.bounded(10) ? number : near(random, number));
        addSubject(made.mail, random);
        if (random.bounded(3) == 0)
            addReferences(made.mail, number, random);
        mails.append(made);
    }
    return mails;
}

void ThreadModel::join(Shared &into, const Shared &other)
{
    if (into == other)
        return;
    into->mails.unite(other->mails);
    into->names.unite(other->names);
    const Shared old = other;
    for (const int number : std::as_const(old->mails))
        m_of[number] = into;
    for (const QString &name : std::as_const(old->names))
        m_named[name] = into;
}

void ThreadModel::joinNamed(Shared &into, const QString &name)
{
    if (const Shared known = m_named.value(name))
        join(into, known);
    into->names.insert(name);
    m_named[name] = into;
}

void ThreadModel::add(int number, const MadeMail &made)
{
    Shared own = std::make_shared<Conversation>();
    own->mails.insert(number);
    m_of[number] = own;
    for (const QString &name : namesOf(made))
        joinNamed(own, name);
    const QString key = subjectName(made);
    if (key.isEmpty())
        return;
    if (!isReply(made)) {
        m_answerable.insert(key, number);
        m_keyOf.insert(number, key);
        if (m_named.contains(key))
            joinNamed(own, key);
        return;
    }
    if (!m_named.contains(key)) {
        for (const int answered : m_answerable.values(key))
            join(own, m_of[answered]);
    }
    joinNamed(own, key);
}

void ThreadModel::remove(int number)
{
    m_answerable.remove(m_keyOf.take(number), number);
    const Shared of = m_of.take(number);
    of->mails.remove(number);
    if (!of->mails.isEmpty())
        return;
    for (const QString &name : std::as_const(of->names))
        m_named.remove(name);
}

QSet<QSet<int>> ThreadModel::partition() const
{
    QSet<QSet<int>> groups;
    for (const Shared &conversation : m_of)
        groups.insert(conversation->mails);
    return groups;
}

qsizetype ThreadModel::sizeOf(int number) const
{
    return m_of.value(number)->mails.size();
}
