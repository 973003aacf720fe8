// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mime/outline.h"

#include <functional>

namespace Mime {

/**
 * Where a message is written to: all bytes go to the sink in pieces, and all bytes except the
 * content of files go to the outline too. Errors stick: after one, nothing more goes to the sink,
 * and finish() returns the error.
 */
class MessageOutput
{
public:
    using Sink = std::function<Result<void>(QByteArrayView)>;

    explicit MessageOutput(Sink sink) : m_sink(std::move(sink)) { }

    QByteArray &text() { return m_text; } ///< to be appended to

    void beginFile(); ///< the data of addToFile() begins here
    void addToFile(QByteArrayView encoded);
    void endFile(qint64 size); ///< bytes of the file

    void fail(Error error);
    bool failed() const { return m_error.has_value(); }
    Result<Outline> finish();

private:
    void send(QByteArrayView bytes);

    const Sink m_sink;
    QByteArray m_text; ///< the outline
    qsizetype m_sent = 0;
    QList<Cut> m_cuts;
    std::optional<Error> m_error;
};

} // namespace Mime
