// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QByteArray>

#include <chrono>

namespace Store {

class Session;

/// Bytes of a piece of an upload; the last one is shorter.
constexpr qsizetype uploadPieceBytes = 256 * 1024;

/// Says that the upload is still being received. Needs no Transaction. Error::NotFound: it was removed
/// or is complete.
Result<void> touchUpload(Session &session, const QByteArray &token);

/// Stores the next piece of an upload that is being received. To be called outside of a Transaction, so that it
/// does not wait for the writes of other services. Error::NotFound: the upload was removed.
Result<void> addUploadPiece(Session &session, const QByteArray &token, int position,
                            const QByteArray &bytes);

/// A piece, from 0; empty: there is none, or the upload was removed.
Result<QByteArray> uploadPiece(Session &session, const QByteArray &token, int position);

/// Deletes incomplete uploads in the database or in an S3 store that were not touched for `time`, by the clock of the database.
Result<void> dropStaleUploads(Session &session, std::chrono::seconds time);

} // namespace Store
