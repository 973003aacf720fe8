// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "desktop/logbook.h"

#include <QWidget>

class QPlainTextEdit;

namespace Ui {

/** The newest lines of the log, to read and to copy. */
class LogWindow : public QWidget
{
    Q_OBJECT

public:
    explicit LogWindow(Desktop::Logbook &log, QWidget *parent = nullptr);

private:
    QPlainTextEdit *m_text;
};

} // namespace Ui
