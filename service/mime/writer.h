// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mime/messageoutput.h"
#include "mime/outgoingmail.h"

namespace Mime {

/**
 * Writes a mail: every line ends in CR LF and is at most 998 characters long (76 where we fold),
 * everything is ASCII unless the server accepts UTF-8. The same mail gives the same bytes, so a
 * second try sends the same bytes as the first. Pure: no clock, no random numbers.
 *
 *     multipart/mixed            where files are attached
 *       multipart/alternative    where there is HTML
 *         text/plain
 *         multipart/related      where the HTML shows files
 *           text/html
 *           image/png ...
 *       application/pdf ...
 */
class Writer
{
public:
    /// BadRequest for an address that is not valid, and for line breaks and NUL in header values;
    /// NotFound for a file that cannot be read to its end.
    static Result<QByteArray> write(const OutgoingMail &mail);

    /// The same bytes to `sink`, in pieces: files are never in memory as a whole. Errors of the sink
    /// end it. Returns the message without the content of its files.
    static Result<Outline> write(const OutgoingMail &mail, MessageOutput::Sink sink);
};

} // namespace Mime
