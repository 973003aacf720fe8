// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mime/htmltag.h"

#include <QList>
#include <QString>

namespace Mime {

/// Whether the declarations of a `style` hide the element: display:none and the like.
bool hidesText(QStringView declarations);

/**
 * Which elements the style sheets of a document hide by class or id. Not a CSS engine: it reads rules
 * outside of at-rules (@media) whose selector is one class or id, with or without an element (`.preheader`,
 * `span.preheader`, `#preheader`). At most 16 of them, from the first 64 Ki characters of style.
 */
class HiddenStyles
{
public:
    void read(QStringView styleSheet);
    bool hides(const HtmlTag &tag) const { return !m_selectors.isEmpty() && isSelected(tag); }

private:
    struct Selector {
        HtmlName element; // or empty
        QString name;
        bool isId = false;
    };

    void readRules(QStringView css);
    void addSelectors(QStringView list);
    void addSelector(QStringView selector);
    bool isSelected(const HtmlTag &tag) const;

    QList<Selector> m_selectors;
    qsizetype m_room = 64 * 1024;
};

} // namespace Mime
