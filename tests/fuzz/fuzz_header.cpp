// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzztarget.h"
#include "mime/encodedword.h"
#include "mime/parameters.h"

#include <QString>

namespace {

bool isControl(QChar c)
{
    return c.unicode() < 0x20 || c.unicode() == 0x7f;
}

bool isWhiteSpace(char c)
{
    return Mime::isSpace(c);
}

} // namespace

/// The value of a field as text (RFC 2047) and as a type with parameters (RFC 2045, 2231): the text is
/// one line, and the type is one word.
int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QByteArray value(reinterpret_cast<const char *>(data), qsizetype(size));
    const QString text = Mime::decodeHeaderText(Mime::Slice(value), "koi8-r");
    if (std::any_of(text.begin(), text.end(), isControl))
        __builtin_trap();
    const Mime::ParameterizedValue type{ Mime::Slice(value) };
    const QByteArray &word = type.value();
    if (std::any_of(word.begin(), word.end(), isWhiteSpace))
        __builtin_trap();
    for (const char *name : { "charset", "boundary", "name", "filename" }) {
        if (type.parameter(name).size() > 3 * value.size()) // a byte is 3 in UTF-8 at most
            __builtin_trap();
        type.text(name);
    }
    return 0;
}
