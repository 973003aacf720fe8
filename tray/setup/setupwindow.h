// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "setup/flow.h"

#include <QDialog>
#include <QMap>

class QLabel;
class QProgressBar;
class QPushButton;
class QScrollArea;
class QStackedWidget;

namespace Setup {

class Note;
class Page;

/**
 * The window of the pages: a title, the page, Back and Next. Shows the state of its flow. Deletes itself
 * when it is closed; unfinished input is dropped.
 */
class SetupWindow : public QDialog
{
    Q_OBJECT

public:
    explicit SetupWindow(const Flow::Parts &parts, QWidget *parent = nullptr);
    ~SetupWindow() override;

    Flow &flow() { return m_flow; }

private:
    void addPage(Flow::Page name, Page *page);
    void makeFooter();
    void fitInto(const QScreen &screen);
    void refresh();
    void refreshFooter();
    void focusFirst();
    Page *current() const;

    Flow m_flow;
    QLabel *m_title;
    QLabel *m_lead;
    QStackedWidget *m_stack;
    QMap<Flow::Page, Page *> m_pages;
    QMap<Flow::Page, QScrollArea *> m_areas;
    Note *m_away;
    QPushButton *m_cancel;
    QPushButton *m_back;
    QPushButton *m_next;
    std::optional<Flow::Page> m_shown;
    Flow::Task m_shownTask = Flow::Task::None;
};

} // namespace Setup
