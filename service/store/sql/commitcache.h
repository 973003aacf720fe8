// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QHash>

namespace Store {

/**
 * Keeps answers that are expensive because they read many mails; a commit of any process invalidates
 * them. For one session that only reads: its own writes would not change the version of the data.
 */
template<typename Answer>
class CommitCache
{
public:
    /// Keeps at most this many answers.
    explicit CommitCache(qsizetype most) : m_most(most) { }

    /// `version`: Session::dataVersion(). `question`: the statement with its values. Null: not known; the answer
    /// may be kept then. The pointer is valid until the next call.
    const Answer *find(const QByteArray &version, const QByteArray &question)
    {
        if (version != m_version)
            m_answers.clear();
        m_version = version;
        const auto found = m_answers.constFind(question);
        return found == m_answers.cend() ? nullptr : &*found;
    }

    /// For the version that was last passed to find().
    void keep(const QByteArray &question, const Answer &answer)
    {
        if (m_answers.size() >= m_most)
            m_answers.clear();
        m_answers.insert(question, answer);
    }

private:
    const qsizetype m_most;
    QByteArray m_version;
    QHash<QByteArray, Answer> m_answers;
};

} // namespace Store
