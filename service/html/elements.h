// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mime/htmltag.h"

#include <cstdint>

namespace Html {

/// How the cleaner handles an element.
enum class Treatment : std::uint8_t {
    Unwrap,   ///< the tags are removed, the content is cleaned; all unknown elements
    Keep,     ///< with the attributes that are allowed
    Void,     ///< kept, without an end tag
    Drop,     ///< removed with its content; elements of its name inside are counted
    DropRaw,  ///< removed with its content up to its end tag, which is not HTML
    ShowRaw,  ///< the content up to its end tag is text, shown unchanged
    ShowRest, ///< the same for all that follows: <plaintext>
    Style,    ///< CSS
};

struct Element {
    std::string_view name;
    Treatment treatment = Treatment::Unwrap;
    bool isSpecial = false; ///< HTML 13.2.4.2: an inline end tag does not reach through it
    bool closesParagraph = false;
    bool isScope = false; ///< end tags inside do not reach out of it
};

/// The element of this name; nullptr: one to unwrap. The same pointer for the same name.
const Element *elementOf(const Mime::HtmlName &name);

bool isAllowedAttribute(const Mime::HtmlName &name);

} // namespace Html
