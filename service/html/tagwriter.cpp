// SPDX-License-Identifier: GPL-3.0-or-later
#include "html/tagwriter.h"

#include "html/csscleaner.h"
#include "html/csswriter.h"
#include "html/links.h"
#include "html/writtentext.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Html {

namespace {

/** Writes the attributes of one tag; style is the last one, because others add to it. */
class AttributeWriter
{
public:
    AttributeWriter(QString &out, std::string_view element, Images &images)
        : m_out(out), m_element(element), m_images(images)
    {
    }

    void write(const QList<Attribute> &attributes)
    {
        for (const Attribute &attribute : attributes)
            write(attribute);
        if (!m_style.isEmpty())
            append("style", m_style);
        if (m_leadsAway)
            m_out.append(" target=\"_blank\" rel=\"noopener noreferrer nofollow\""_L1);
    }

private:
    void write(const Attribute &attribute)
    {
        const QString value = decoded(attribute.value, Place::Attribute);
        const Mime::HtmlName &name = attribute.name;
        if (name == "style")
            m_style.append(cleanDeclarations(value, m_images));
        else if (name == "background")
            addBackground(value);
        else if (name == "href")
            writeLink(value);
        else if (name == "src")
            writeImage(value);
        else if (name == "usemap" && !value.startsWith(u'#'))
            return;
        else if (!(name == "media"))
            append(name.view(), value);
    }

    // Written in front of the style, which overrides it.
    void addBackground(const QString &value)
    {
        const QString address = m_images.shown(value);
        if (!address.isEmpty())
            m_style.prepend(u"background-image:url("_s + cssString(address) + u");"_s);
    }

    void writeLink(const QString &value)
    {
        const QString address = safeLink(value);
        if (address.isEmpty() || (m_element != "a" && m_element != "area"))
            return;
        append("href", address);
        m_leadsAway = !address.startsWith(u'#');
    }

    void writeImage(const QString &value)
    {
        if (m_element != "img")
            return;
        const QString address = m_images.shown(value);
        if (!address.isEmpty())
            append("src", address);
    }

    void append(std::string_view name, const QString &value)
    {
        m_out.append(u' ');
        m_out.append(QLatin1StringView(name.data(), qsizetype(name.size())));
        m_out.append("=\""_L1);
        appendEscaped(m_out, value);
        m_out.append(u'"');
    }

    QString &m_out;
    const std::string_view m_element;
    Images &m_images;
    QString m_style;
    bool m_leadsAway = false;
};

} // namespace

void appendStartTag(QString &out, const Element &element, const QList<Attribute> &attributes,
                    Images &images)
{
    out.append(u'<');
    out.append(QLatin1StringView(element.name.data(), qsizetype(element.name.size())));
    AttributeWriter(out, element.name, images).write(attributes);
    out.append(u'>');
}

QString bodyAttributes(const QList<Attribute> &attributes, Images &images)
{
    QString out;
    AttributeWriter(out, "body", images).write(attributes);
    return out;
}

QString valueOf(const QList<Attribute> &attributes, std::string_view name)
{
    const auto found =
        std::ranges::find_if(attributes, [name](const Attribute &one) { return one.name == name; });
    return found == attributes.end() ? QString() : decoded(found->value, Place::Attribute);
}

} // namespace Html
