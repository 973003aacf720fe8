// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/databaseuploads.h"

#include "store/db/database.h"
#include "store/people/uploadpieces.h"

namespace Api {

namespace {

class DatabaseWriter : public UploadWriter
{
public:
    DatabaseWriter(Store::Database &database, QByteArray token)
        : m_database(database), m_token(std::move(token))
    {
    }

    QCoro::Task<Result<void>> begin() override;
    QCoro::Task<Result<void>> write(QByteArray bytes) override;
    QCoro::Task<Result<void>> finish() override;
    QCoro::Task<> discard() override;

private:
    QCoro::Task<Result<void>> add(QByteArray piece);

    Store::Database &m_database;
    const QByteArray m_token;
    QByteArray m_rest; ///< less than a piece
    int m_position = 0;
};

QCoro::Task<Result<void>> DatabaseWriter::begin()
{
    co_return Result<void>();
}

QCoro::Task<Result<void>> DatabaseWriter::write(QByteArray bytes)
{
    m_rest += bytes;
    while (m_rest.size() >= Store::uploadPieceBytes) {
        const Result<void> added = co_await add(m_rest.first(Store::uploadPieceBytes));
        CO_RETURN_IF_ERROR(added);
        m_rest.remove(0, Store::uploadPieceBytes);
    }
    co_return Result<void>();
}

QCoro::Task<Result<void>> DatabaseWriter::finish()
{
    if (m_rest.isEmpty())
        co_return Result<void>();
    const QByteArray rest = std::exchange(m_rest, {});
    const Result<void> added = co_await add(rest);
    co_return added;
}

// The pieces are deleted with the row.
QCoro::Task<> DatabaseWriter::discard()
{
    co_return;
}

// Behind the writes of requests, which are short.
QCoro::Task<Result<void>> DatabaseWriter::add(QByteArray piece)
{
    auto store = [token = m_token, position = m_position++, piece](Store::Session &session) {
        return Store::addUploadPiece(session, token, position, piece);
    };
    const Result<void> added = co_await m_database.writingSoon(std::move(store));
    co_return added;
}

} // namespace

std::unique_ptr<UploadWriter> DatabaseUploads::writer(const QByteArray &token)
{
    return std::make_unique<DatabaseWriter>(m_database, token);
}

} // namespace Api
