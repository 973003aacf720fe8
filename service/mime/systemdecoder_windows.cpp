// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/systemdecoder.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <windows.h>

namespace Mime {

namespace {

struct CodePage {
    std::string_view name;
    UINT number;
};

constexpr std::array<CodePage, 17> others{ {
    { "windows-31j", 932 },
    { "Big5-HKSCS", 950 }, // without the characters of Hong Kong
    { "macintosh", 10000 },
    { "x-mac-greek", 10006 },
    { "x-mac-cyrillic", 10007 },
    { "x-mac-centraleurroman", 10029 },
    { "x-mac-turkish", 10081 },
    { "KOI8-R", 20866 },
    { "EUC-JP", 20932 },
    { "KOI8-U", 21866 },
    { "ISO-2022-JP-2", 50220 },
    { "ISO-2022-KR", 50225 },
    { "ISO-2022-CN", 50227 },
    { "EUC-TW", 51950 },
    { "HZ-GB-2312", 52936 },
    { "GB18030", 54936 },
    { "UTF-7", 65000 },
} };

/// The number behind `prefix` at the end of `name`; 0: there is none.
UINT numberAfter(std::string_view prefix, std::string_view name)
{
    UINT number = 0;
    if (!name.starts_with(prefix))
        return 0;
    const auto read =
        std::from_chars(name.data() + prefix.size(), name.data() + name.size(), number);
    return read.ptr == name.data() + name.size() ? number : 0;
}

UINT codePageOf(std::string_view name)
{
    const auto other = std::ranges::find(others, name, &CodePage::name);
    if (other != others.end())
        return other->number;
    if (const UINT part = numberAfter("ISO-8859-", name))
        return 28590 + part;
    if (const UINT number = numberAfter("windows-", name))
        return number;
    return numberAfter("IBM", name);
}

/// Whether the code page supports MB_ERR_INVALID_CHARS. The others do not report invalid bytes.
bool canRefuse(UINT codePage)
{
    return codePage < 50000 || codePage == 54936;
}

QString read(QByteArrayView bytes, UINT codePage, DWORD flags)
{
    const int size = int(bytes.size());
    QString text(MultiByteToWideChar(codePage, flags, bytes.data(), size, nullptr, 0), u'\0');
    MultiByteToWideChar(codePage, flags, bytes.data(), size,
                        reinterpret_cast<wchar_t *>(text.data()), int(text.size()));
    return text;
}

} // namespace

SystemDecoder::SystemDecoder(const char *converter, QStringConverter::Flags flags)
    : m_decoder(converter, flags), m_codePage(codePageOf(converter))
{
    if (m_codePage != 0 && !IsValidCodePage(m_codePage))
        m_codePage = 0;
}

bool SystemDecoder::isKnown() const
{
    return m_codePage != 0 || m_decoder.isValid();
}

Converted SystemDecoder::decode(QByteArrayView bytes)
{
    if (bytes.isEmpty())
        return {};
    if (m_codePage == 0) {
        Converted result{ m_decoder.decode(bytes) };
        result.hadErrors = m_decoder.hasError();
        return result;
    }
    if (canRefuse(m_codePage)) {
        QString whole = read(bytes, m_codePage, MB_ERR_INVALID_CHARS);
        if (!whole.isEmpty())
            return { whole };
    }
    const QString text = read(bytes, m_codePage, 0);
    return { text, canRefuse(m_codePage) || text.contains(QChar::ReplacementCharacter) };
}

} // namespace Mime
