// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "setup/flow.h"

#include <QWidget>

namespace Setup {

/** One page of the window: shows the data of the flow, and passes the input of people to it. */
class Page : public QWidget
{
    Q_OBJECT

public:
    explicit Page(Flow &flow, QWidget *parent = nullptr) : QWidget(parent), m_flow(flow) { }

    virtual QString title() const = 0;
    virtual QString lead() const { return {}; } ///< one sentence below the title
    virtual void refresh() = 0;                 ///< the flow has changed
    virtual void enter() { }                    ///< called when the page appears
    virtual QString nextText() const = 0;
    virtual bool canGoOn() const { return true; }
    virtual void goOn() = 0;
    virtual QWidget *firstField() = 0; ///< where typing begins

Q_SIGNALS:
    void edited(); ///< canGoOn() or nextText() may have changed
    void closeWanted();

protected:
    Flow &m_flow;
};

} // namespace Setup
