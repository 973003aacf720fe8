// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QSet>
#include <QString>

namespace Http {

/**
 * Checks JSON text (RFC 8259) without storing it, and names the fault. It checks the whole grammar,
 * so that nothing reaches the tree builder that could be read in two ways.
 */
class JsonScanner
{
public:
    static constexpr int maxDepth = 32;

    explicit JsonScanner(QByteArrayView text) : m_text(text) { }

    /// True for one value with nothing but white space around it; else problem() says why not.
    bool scan();
    const QString &problem() const { return m_problem; }

private:
    bool value();
    bool object();
    bool array();
    bool string(QString *content = nullptr);
    bool escape(QString *content);
    bool hexUnit(char16_t &unit);
    bool number();
    bool digits();
    bool word(QByteArrayView expected);

    void skipBlanks();
    char peek() const { return m_at < m_text.size() ? m_text[m_at] : '\0'; }
    bool skip(char c);
    bool fail(const QString &problem);
    bool failSyntax();

    QByteArrayView m_text;
    qsizetype m_at = 0;
    int m_depth = 0;
    QString m_problem;
};

} // namespace Http
