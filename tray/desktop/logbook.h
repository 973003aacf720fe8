// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>

namespace Desktop {

/**
 * The newest lines of the log, for a window of it; they go to stderr as well. Tokens and passwords
 * are blanked on the way in. Lines may come from any thread. One per program, made first.
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
