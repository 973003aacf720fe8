// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spoken/sentence.h"

namespace Setup {

/** A sentence; its colour marks a problem or a success. */
class Note : public Spoken::Sentence
{
    Q_OBJECT

public:
    enum class Kind { Plain, Good, Problem };

    explicit Note(QWidget *parent = nullptr);
    void say(const QString &text, Kind kind = Kind::Plain); ///< empty: it is hidden

protected:
    void changeEvent(QEvent *event) override;

private:
    void paintKind();

    Kind m_kind = Kind::Plain;
};

} // namespace Setup
