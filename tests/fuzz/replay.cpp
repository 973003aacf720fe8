// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Feeds the files of the folders on the command line to a fuzz target: each input that once found a
 * bug stays a test, with any compiler. Every file is also cut short at each of its bytes, which
 * finds most reads past the end.
 */
#include "fuzztarget.h"

#include <QByteArray>
#include <QDirIterator>
#include <QFile>
#include <QTextStream>

#include <vector>

namespace {

void feed(const QByteArray &input)
{
    // A copy of exactly that size, so that AddressSanitizer detects a read past its end.
    const std::vector<std::uint8_t> bytes(input.begin(), input.end());
    LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
}

bool replay(const QString &folder)
{
    QDirIterator files(folder, QDir::Files);
    bool any = false;
    while (files.hasNext()) {
        QFile file(files.next());
        if (!file.open(QIODevice::ReadOnly))
            return false;
        const QByteArray whole = file.readAll();
        for (qsizetype length = 0; length <= whole.size(); ++length)
            feed(whole.first(length));
        any = true;
    }
    return any;
}

} // namespace

int main(int count, char **words)
{
    for (int word = 1; word < count; ++word) {
        const QString folder = QFile::decodeName(words[word]);
        if (!replay(folder)) {
            QTextStream(stderr) << "no readable seeds in " << folder << '\n';
            return 1;
        }
    }
    return 0;
}
