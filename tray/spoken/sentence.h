// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace Spoken {

/** A sentence that comes and goes, read out by screen readers when it comes. */
class Sentence : public QLabel
{
    Q_OBJECT

public:
    explicit Sentence(QWidget *parent = nullptr);
    void say(const QString &text); ///< empty: it is hidden
};

} // namespace Spoken
