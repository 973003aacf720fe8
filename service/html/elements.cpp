// SPDX-License-Identifier: GPL-3.0-or-later
#include "html/elements.h"

#include <algorithm>
#include <array>

namespace Html {

namespace {

constexpr Element inlineOf(std::string_view name)
{
    return { name, Treatment::Keep };
}

constexpr Element block(std::string_view name)
{
    return { name, Treatment::Keep, true, true };
}

constexpr Element tablePart(std::string_view name)
{
    return { name, Treatment::Keep, true };
}

constexpr Element cell(std::string_view name)
{
    return { name, Treatment::Keep, true, false, true };
}

constexpr Element single(std::string_view name)
{
    return { name, Treatment::Void };
}

constexpr Element gone(std::string_view name)
{
    return { name, Treatment::Drop };
}

constexpr Element goneRaw(std::string_view name)
{
    return { name, Treatment::DropRaw };
}

// Sorted by name. Whatever is not here is unwrapped: form, noscript, object, video, picture, ...
constexpr std::array elements{
    inlineOf("a"),
    inlineOf("abbr"),
    inlineOf("acronym"),
    block("address"),
    gone("applet"),
    single("area"),
    block("article"),
    block("aside"),
    inlineOf("b"),
    inlineOf("bdi"),
    inlineOf("bdo"),
    inlineOf("big"),
    block("blockquote"),
    single("br"),
    cell("caption"),
    block("center"),
    inlineOf("cite"),
    inlineOf("code"),
    single("col"),
    tablePart("colgroup"),
    gone("datalist"),
    block("dd"),
    inlineOf("del"),
    block("details"),
    inlineOf("dfn"),
    block("dir"),
    block("div"),
    block("dl"),
    block("dt"),
    inlineOf("em"),
    block("figcaption"),
    block("figure"),
    inlineOf("font"),
    block("footer"),
    block("h1"),
    block("h2"),
    block("h3"),
    block("h4"),
    block("h5"),
    block("h6"),
    block("header"),
    block("hgroup"),
    Element{ "hr", Treatment::Void, false, true },
    inlineOf("i"),
    goneRaw("iframe"),
    single("img"),
    inlineOf("ins"),
    inlineOf("kbd"),
    block("li"),
    gone("m:mathpr"),
    block("main"),
    inlineOf("map"),
    inlineOf("mark"),
    gone("math"),
    block("menu"),
    block("nav"),
    inlineOf("nobr"),
    goneRaw("noembed"),
    goneRaw("noframes"),
    gone("o:officedocu"), // names are cut after 12 characters
    block("ol"),
    block("p"),
    Element{ "plaintext", Treatment::ShowRest, true, true },
    block("pre"),
    inlineOf("q"),
    inlineOf("rp"),
    inlineOf("rt"),
    inlineOf("ruby"),
    inlineOf("s"),
    inlineOf("samp"),
    goneRaw("script"),
    block("section"),
    gone("select"),
    inlineOf("small"),
    inlineOf("span"),
    inlineOf("strike"),
    inlineOf("strong"),
    Element{ "style", Treatment::Style },
    inlineOf("sub"),
    block("summary"),
    inlineOf("sup"),
    gone("svg"),
    Element{ "table", Treatment::Keep, true, true, true },
    tablePart("tbody"),
    cell("td"),
    gone("template"),
    goneRaw("textarea"),
    tablePart("tfoot"),
    cell("th"),
    tablePart("thead"),
    inlineOf("time"),
    goneRaw("title"),
    tablePart("tr"),
    inlineOf("tt"),
    inlineOf("u"),
    block("ul"),
    inlineOf("var"),
    gone("w:latentstyl"),
    gone("w:worddocume"),
    single("wbr"),
    gone("xml"),
    Element{ "xmp", Treatment::ShowRaw, true, true },
};

constexpr bool isBefore(const Element &a, const Element &b)
{
    return a.name < b.name;
}
static_assert(std::is_sorted(elements.begin(), elements.end(), isBefore));

// Sorted. Only background, href, src and style can name something to load or to run; each of them
// is cleaned.
constexpr std::array<std::string_view, 53> attributes{
    "abbr",    "align",       "alt",         "aria-hidden", "aria-label", "background", "bgcolor",
    "border",  "cellpadding", "cellspacing", "class",       "clear",      "color",      "cols",
    "colspan", "compact",     "coords",      "datetime",    "dir",        "face",       "headers",
    "height",  "hidden",      "href",        "hspace",      "id",         "lang",       "link",
    "media",   "name",        "noshade",     "nowrap",      "open",       "reversed",   "role",
    "rowspan", "rules",       "scope",       "shape",       "size",       "span",       "src",
    "start",   "style",       "summary",     "text",        "title",      "type",       "usemap",
    "valign",  "value",       "vspace",      "width",
};
static_assert(std::is_sorted(attributes.begin(), attributes.end()));

} // namespace

const Element *elementOf(const Mime::HtmlName &name)
{
    const std::string_view wanted = name == "image" ? "img" // HTML 13.2.6.4.7
        : name == "listing"                         ? "pre"
                                                    : name.view();
    const auto *const found =
        std::lower_bound(elements.begin(), elements.end(), wanted,
                         [](const Element &one, std::string_view text) { return one.name < text; });
    return found != elements.end() && found->name == wanted ? found : nullptr;
}

bool isAllowedAttribute(const Mime::HtmlName &name)
{
    return std::binary_search(attributes.begin(), attributes.end(), name.view());
}

} // namespace Html
