// SPDX-License-Identifier: GPL-3.0-or-later
// Makes push messages as the service does, body and Authorization header, on one thread for some
// seconds. Prints how many a second.
//
//     bench_push SECONDS
#include "push/encryption.h"
#include "push/vapid.h"

#include <QElapsedTimer>

#include <cstdio>
#include <cstdlib>

using namespace Qt::StringLiterals;

int main(int count, char **words)
{
    const qint64 milliseconds = count > 1 ? std::atol(words[1]) * 1000 : 3000;
    const QByteArray payload(200, 'x');
    const QUrl endpoint(u"https://push.example.net/send/abc"_s);
    const Push::Receiver receiver{ Crypto::P256Key::generate().publicKey(), QByteArray(16, 'a') };
    Push::Vapid vapid(Crypto::P256Key::generate(), u"mailto:admin@example.org"_s);
    QElapsedTimer timer;
    timer.start();
    qint64 made = 0;
    qsizetype bytes = 0;
    while (timer.elapsed() < milliseconds) {
        const auto body = Push::encrypt(payload, receiver, Push::Fresh::make());
        bytes += body->size() + vapid.authorization(endpoint, 1'800'000'000).size();
        ++made;
    }
    std::printf("{\"rate\": %.1f, \"bytes\": %lld}\n",
                1000.0 * double(made) / double(timer.elapsed()),
                static_cast<long long>(bytes / made));
}
