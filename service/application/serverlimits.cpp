// SPDX-License-Identifier: GPL-3.0-or-later
#include "application/serverlimits.h"

Http::ServerOptions serverOptions(const Config &config)
{
    Http::ServerOptions options;
    Http::Limits &limits = options.limits;
    limits.headBytes = qsizetype(config.maxHeader);
    limits.uriBytes = qsizetype(config.maxUri);
    limits.bodyBytes = config.maxBody;
    limits.headTimeout = config.headerTimeout;
    limits.idleTimeout = config.idleTimeout;
    limits.tlsTimeout = config.tlsTimeout;
    limits.bodyBytesPerSecond = config.bodyRate;
    limits.bodyWindow = config.bodyWindow;
    limits.writeTimeout = config.writeTimeout;
    limits.streamStall = config.writeTimeout;
    limits.connections = config.maxConnections;
    limits.connectionsPerAddress = config.maxConnectionsPerAddress;
    limits.streams = config.maxStreams;
    limits.streamsPerUser = config.maxStreamsPerUser;
    limits.userRequestsPerSecond = config.requestsPerSecond;
    limits.userBurst = 2 * config.requestsPerSecond;
    options.corsOrigins = config.corsOrigins;
    options.allowedHosts = config.allowedHosts;
    for (const QString &proxy : config.trustedProxies)
        options.trustedProxies.append(QHostAddress::parseSubnet(proxy));
    if (config.forwardedHeader == u"x-forwarded-for")
        options.forwardedHeader = Http::ForwardedHeader::XForwardedFor;
    else if (config.forwardedHeader == u"forwarded")
        options.forwardedHeader = Http::ForwardedHeader::Forwarded;
    return options;
}
