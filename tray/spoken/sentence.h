// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace Spoken {

/** A sentence that appears and disappears. Screen readers read it out when it appears. */
class Sentence : public QLabel
{
    Q_OBJECT

public:
    explicit Sentence(QWidget *parent = nullptr);
    void say(const QString &text); ///< empty: hides it
};

} // namespace Spoken
