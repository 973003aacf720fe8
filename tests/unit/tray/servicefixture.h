// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/eventclient.h"
#include "client/rest.h"
#include "support/answeringserver.h"
#include "support/manualalarms.h"
#include "support/patience.h"

#include <QNetworkAccessManager>
#include <QTest>

#include <memory>

/** A service whose answers the test sends, and clients that are logged in at it. The time passes only in the test. */
struct ServiceFixture {
    ServiceFixture()
    {
        rest.setServer(server->url());
        rest.setToken("good");
    }

    /// Sends a request, which must be the next that arrives: there was none before it.
    void verifyNothingWasAsked()
    {
        const qsizetype before = server->requests.size();
        rest.get(QStringLiteral("/marker"), {}, server.get(), [](const Client::Answer &) {});
        QTRY_VERIFY_WITH_TIMEOUT(server->requests.size() > before, Support::patience(5000));
        QCOMPARE(server->requests.size(), before + 1);
        const AnsweringServer::Request request = server->requests.takeLast();
        QCOMPARE(request.target, QByteArray("/api/v1/marker"));
        request.answer(200, R"({"code":0,"data":{}})");
    }

    std::unique_ptr<AnsweringServer> server = std::make_unique<AnsweringServer>();
    ManualAlarms alarms;
    QNetworkAccessManager network;
    Client::Rest rest{ network };
    Client::EventClient events{ rest, network, alarms };
};
