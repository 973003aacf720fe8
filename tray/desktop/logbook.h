// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>

namespace Desktop {

/**
 * The newest lines of the log, for the log window; they are also written to stderr. Tokens and passwords
 * are replaced by `***` before that. Lines may come from any thread. One per program, created before the
 * parts that log.
 */
class Logbook : public QObject
{
    Q_OBJECT

public:
    static constexpr qsizetype maxLines = 1'000;

    explicit Logbook(QObject *parent = nullptr);
    ~Logbook() override;

    QStringList lines() const { return m_lines; }
    static QString redacted(const QString &line);

Q_SIGNALS:
    void added(const QString &line);

private:
    static void handle(QtMsgType type, const QMessageLogContext &context, const QString &message);
    void add(const QString &line);

    QStringList m_lines;
};

} // namespace Desktop
