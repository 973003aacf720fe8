// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QByteArray>
#include <QHash>
#include <QString>

namespace Web {

/** One file of the web client, as it is sent. */
struct File {
    QByteArray contentType;
    QByteArray bytes;
    QByteArray gzip; ///< the same, compressed; empty: no file beside it
    QByteArray etag; ///< quoted, made from the bytes
};

/**
 * The files of a web client in memory, by their path ("/assets/index-abc.js"). Read once, any thread
 * may look things up afterwards. A file `x.gz` beside `x` is x compressed with gzip and has no path of its own.
 */
class Files
{
public:
    /// Everything below a folder; `:/web` is the client that is built in. An error where it has no
    /// index.html. What is built in is not copied.
    static Result<Files> in(const QString &folder);

    /// Null where there is no such file.
    const File *find(const QByteArray &path) const;
    const File &index() const { return *find("/index.html"); }

private:
    QHash<QByteArray, File> m_files;
};

} // namespace Web
