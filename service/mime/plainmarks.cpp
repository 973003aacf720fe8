// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/plainmarks.h"

#include "mime/entities.h"

#include <utility>

using namespace Qt::StringLiterals;

namespace Mime {

namespace {

QString withEntitiesDecoded(QStringView text)
{
    QString out;
    for (qsizetype at = 0; at < text.size();) {
        const Entity entity = text[at] == u'&' ? entityAt(text.sliced(at)) : Entity();
        if (entity.unitCount > 0)
            out.append(QStringView(entity.units.data(), entity.unitCount));
        else
            out.append(text[at]);
        at += std::max<qsizetype>(entity.length, 1);
    }
    return out.trimmed();
}

bool leadsOut(const QString &target)
{
    return target.startsWith(u"https://"_s) || target.startsWith(u"http://"_s)
        || target.startsWith(u"mailto:"_s);
}

} // namespace

void PlainMarks::handle(const HtmlTag &tag)
{
    if (tag.name == "blockquote")
        m_sink.setQuoteDepth(m_sink.quoteDepth() + (tag.isEnd ? -1 : 1));
    else if (tag.name == "li" && !tag.isEnd)
        m_sink.append(u"- ");
    else if (tag.name == "a" && tag.isEnd)
        endLink();
    else if (tag.name == "a")
        beginLink(tag);
}

void PlainMarks::beginLink(const HtmlTag &tag)
{
    m_target = withEntitiesDecoded(tag.href);
    m_begin = m_sink.size();
}

// Writes the address behind the text of the link, unless there is no text or the address contains it.
void PlainMarks::endLink()
{
    const QString target = std::exchange(m_target, {});
    const QStringView shown = m_sink.from(m_begin).trimmed();
    if (leadsOut(target) && !shown.isEmpty() && !target.contains(shown))
        m_sink.append(QString(u" <"_s + target + u'>'));
}

} // namespace Mime
