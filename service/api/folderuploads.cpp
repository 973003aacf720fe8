// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/folderuploads.h"

#include "api/uploadfile.h"

namespace Api {

namespace {

class FolderWriter : public UploadWriter
{
public:
    FolderWriter(QThreadPool &pool, const QString &path)
        : m_pool(pool), m_path(path), m_file(std::make_shared<UploadFile>(path))
    {
    }

    QCoro::Task<Result<void>> begin() override;
    QCoro::Task<Result<void>> write(QByteArray bytes) override;
    QCoro::Task<Result<void>> finish() override;
    QCoro::Task<> discard() override;

private:
    QThreadPool &m_pool;
    const QString m_path;
    const std::shared_ptr<UploadFile> m_file;
};

QCoro::Task<Result<void>> FolderWriter::begin()
{
    auto create = [file = m_file] {
        return file->create();
    };
    const Result<void> created = co_await Async::onPool(&m_pool, std::move(create));
    co_return created;
}

QCoro::Task<Result<void>> FolderWriter::write(QByteArray bytes)
{
    auto write = [file = m_file, bytes] {
        return file->write(bytes);
    };
    const Result<void> written = co_await Async::onPool(&m_pool, std::move(write));
    co_return written;
}

QCoro::Task<Result<void>> FolderWriter::finish()
{
    auto finish = [file = m_file] {
        return file->finish();
    };
    const Result<void> finished = co_await Async::onPool(&m_pool, std::move(finish));
    co_return finished;
}

QCoro::Task<> FolderWriter::discard()
{
    auto removeFile = [path = m_path] {
        return QFile::remove(path);
    };
    co_await Async::onPool(&m_pool, std::move(removeFile));
}

} // namespace

std::unique_ptr<UploadWriter> FolderUploads::writer(const QByteArray &token)
{
    return std::make_unique<FolderWriter>(m_pool, m_folder + u'/' + QString::fromLatin1(token));
}

} // namespace Api
